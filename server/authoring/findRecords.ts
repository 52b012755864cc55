import { keysOf } from '../../language/pointer.ts'
import { personalName, personalText, wordsOf } from '../../language/personalNames.ts'
import { RECORD_ID } from '../../language/recordId.ts'
import type { Pointer } from '../../language/schema.ts'
import type { Seen } from './observe.ts'

export interface Records {
  readonly place: Pointer
  readonly rows: Seen
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Every value of an answer with its place, lists not entered. */
function places(seen: Seen, at: Pointer = ''): readonly (readonly [place: Pointer, seen: Seen])[] {
  const inside = [...seen.fields].flatMap(([name, field]) => places(field, `${at}/${escaped(name)}`))
  return [[at, seen], ...inside]
}

const lastOf = (place: Pointer): string => place.slice(place.lastIndexOf('/') + 1)

const usual = /^(data|items|results?|records|rows|list|content|entries|hits|objects|values|elements|nodes|edges|docs)$/

/** The lists of records in an answer: those of a usual or the resource's own name first, then the longest. */
export function findRecords(answer: Seen, name: string): readonly Records[] {
  const found = places(answer).flatMap(([place, { items }]) =>
    items?.types.has('object') === true && items.fields.size > 0 ? [{ place, rows: items }] : [],
  )
  const rank = ({ place }: Records): number =>
    place === '' || usual.test(lastOf(place).toLowerCase()) || wordsOf(lastOf(place)) === wordsOf(name) ? 0 : 1
  return found.toSorted((one, other) => rank(one) - rank(other) || other.rows.count - one.rows.count)
}

/** One record in an answer: the object that has most of its fields, and its id. */
export function findRecord(
  answer: Seen,
  id: string,
  known: readonly string[],
): { readonly place: Pointer; readonly record: Seen } | undefined {
  const shared = ({ fields }: Seen): number => known.filter((field) => fields.has(field)).length
  const found = places(answer).filter(([, seen]) => seen.fields.has(id))
  const [best] = found.toSorted(([, one], [, other]) => shared(other) - shared(one))
  return best && { place: best[0], record: best[1] }
}

/** The parts of an answer that say something of its pages. */
const hints = {
  pages: /^(total pages|pages|page count|last page|num pages|number of pages|pages total)$/,
  total:
    /^(total|total count|count|total (items|records|results|elements|rows)|num results|(record|result|row) count)$/,
  page: /^(page|page no|page num|page number|current page|page index)$/,
  size: /^(size|per page|page size|limit|count per page)$/,
  offset: /^(offset|skip|start|start index)$/,
  cursor: /^(next|next cursor|cursor|(next )?page token|next token|next page token|continuation( token)?|end cursor)$/,
} as const

/** What a part of an answer, or a parameter of a call, says of the pages of a list. */
export type Hint = keyof typeof hints

const kinds = keysOf(hints)

/** What a name says of the pages of a list. */
export const hintOf = (name: string): Hint | undefined => kinds.find((kind) => hints[kind].test(wordsOf(name)))

const isCounter = ({ types }: Seen): boolean => types.has('integer') || types.has('string')

/** The places in an answer that say something of its pages; the first of each kind. */
export function findPaging(answer: Seen): ReadonlyMap<Hint, readonly [place: Pointer, seen: Seen]> {
  const found = new Map<Hint, readonly [Pointer, Seen]>()
  for (const [place, seen] of places(answer)) {
    const kind = hintOf(lastOf(place))
    if (kind !== undefined && seen.fields.size === 0 && isCounter(seen) && !found.has(kind))
      found.set(kind, [place, seen])
  }
  return found
}

const isScalar = ({ types }: Seen): boolean => [...types].every((type) => type === 'string' || type === 'integer')

const isUnique = ({ values }: Seen): boolean =>
  new Set(values).size === values.length && values.every((value) => RECORD_ID.test(String(value)))

const OTHERS = 5

/** What says which field is the id: the name of the resource, the last word of its path, and the path of one record. */
export interface IdHints {
  readonly name: string
  readonly path?: string
  readonly idName?: string | undefined
}

/** How well a name suits an id; undefined when it suits none. From `OTHERS` on it is the id of something else. */
function suits(field: string, { name, path = '', idName }: IdHints): number | undefined {
  const words = wordsOf(field)
  const owns = [name, path.slice(path.lastIndexOf('/') + 1)].map(wordsOf)
  if (field === idName) return 0
  if (words === 'id') return 0
  const [, of = '', kind = ''] =
    /^(?:(.+) )?(id|uuid|guid|key|oid|no|number|code|ref|reference|slug|sku)$/.exec(words) ?? []
  if (kind === '') return undefined
  const isStrong = /^(id|uuid|guid|key|oid)$/.test(kind)
  if (of === '') return isStrong ? 2 : 4
  const isOwn = owns
    .flatMap((own) => [own, own.replace(/ies$/, 'y').replace(/s$/, '')])
    .some((each) => each === of || each.endsWith(` ${of}`))
  return isOwn ? (isStrong ? 1 : 3) : isStrong ? OTHERS : OTHERS + 1
}

/**
 * The field that identifies a record: named like one, never empty, the same type and another value in every row, fit for
 * an address, and so not personal. `isOther` when its name is that of something else's id.
 */
export function findId(rows: Seen, hints: IdHints): { readonly field: string; readonly isOther: boolean } | undefined {
  const fit = [...rows.fields].flatMap(([field, seen]) => {
    const rank = suits(field, hints)
    const isSound =
      seen.isWriteOnly !== true &&
      (seen.isRequired || seen.count === 0) &&
      isScalar(seen) &&
      seen.types.size === 1 &&
      isUnique(seen)
    const isPersonal =
      personalName(field) !== undefined || seen.values.some((value) => personalText(String(value)) !== undefined)
    return rank === undefined || !isSound || isPersonal ? [] : [{ field, rank, isOther: rank >= OTHERS }]
  })
  return fit.toSorted((one, other) => one.rank - other.rank)[0]
}

/** A record of a list with the fields that only one that is read alone has, and the places of those. */
export function withDetail(
  row: Seen,
  detail: Seen,
  at: Pointer = '',
): { readonly row: Seen; readonly added: readonly Pointer[] } {
  const added: Pointer[] = []
  const fields = new Map(row.fields)
  for (const [name, field] of detail.fields) {
    const place: Pointer = `${at}/${escaped(name)}`
    const own = row.fields.get(name)
    if (own === undefined) added.push(place)
    const inner = own && withDetail(own, field, place)
    added.push(...(inner?.added ?? []))
    fields.set(name, inner?.row ?? { ...field, isRequired: false })
  }
  const item = row.items && detail.items && withDetail(row.items, detail.items, `${at}/*`)
  return { row: { ...row, fields, items: item?.row ?? row.items }, added: [...added, ...(item?.added ?? [])] }
}
