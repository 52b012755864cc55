import type { Block, Field, Place } from '../../language/show.ts'
import { NOTHING } from '../format/formatValue.ts'
import { readFact } from '../format/readFact.ts'
import type { PageModel } from '../console/pageModel.ts'

const textOf = (field: Field, place: Place, detail: unknown): string | undefined => {
  const read = readFact(field, place, detail)
  return read.isReadable && read.text !== NOTHING ? read.text : undefined
}

/** Whether both places have a readable value, and not the same. A value that is missing contradicts nothing. */
function differ(field: Field, one: Place, other: Place, detail: unknown): boolean {
  const [left, right] = [textOf(field, one, detail), textOf(field, other, detail)]
  return left !== undefined && right !== undefined && left !== right
}

/** Whether the two applicants' values should be equal and are not. */
export const isUnequal = (field: Field, detail: unknown): boolean =>
  field.compare === true && field.second !== undefined && differ(field, field.at, field.second, detail)

const fieldsOf = (block: Block): readonly Field[] => (block.kind === 'fields' ? block.fields : [])

/** What the page calls the value at a place. */
function labelAt({ show }: Pick<PageModel, 'show'>, place: Place): string | undefined {
  const blocks = [...show.summary, ...show.tabs.flatMap((tab) => tab.blocks), ...show.below]
  const facts = [...blocks.flatMap(fieldsOf), ...show.header.facts]
  return facts.find(({ at }) => at === place)?.label
}

/** The label of the value that a field should equal and does not (D-84); `undefined` where all is as expected. */
export function differsFrom(model: Pick<PageModel, 'show' | 'detail'>, field: Field): string | undefined {
  const { expected } = field
  if (expected === undefined || !differ(field, field.at, expected, model.detail)) return undefined
  return labelAt(model, expected) ?? 'what is expected'
}
