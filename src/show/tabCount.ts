import { holds } from '../../language/predicate.ts'
import { readPart } from '../../language/readPart.ts'
import { isValues } from '../../language/readRecord.ts'
import { valueAt } from '../../language/pointer.ts'
import type { Tab } from '../../language/show.ts'
import type { PageModel } from './pageModel.ts'

/** The number beside a tab's label: its items as the part of the same place reads them, so that both say the same. */
export function tabCount({ count }: Tab, { parts, detail, record }: PageModel): number {
  if (count === undefined) return 0
  const part = parts.find(({ partOf }) => partOf.at === count.at)
  const found = valueAt(detail, count.at)
  const raw: readonly unknown[] = Array.isArray(found) ? found : []
  const items = part === undefined ? raw.filter(isValues) : readPart(part, detail, record).records
  return items.filter((item) => holds(count.is, item)).length
}
