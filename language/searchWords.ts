import type { ResolvedList } from './list.ts'
import type { Values } from './pointer.ts'

/** Letters with a stroke or without a dot, which have no accent to take off. */
const plain: Readonly<Record<string, string>> = { đ: 'd', ł: 'l', ø: 'o', ı: 'i' }

/** Letters without accents, small, each in its place. */
export const folded = (text: string): string =>
  text.replaceAll(/[^]/g, (letter) => {
    const small = letter.normalize('NFD').charAt(0).toLowerCase().charAt(0)
    return plain[small] ?? small
  })

/** The fields that a search looks at; none where the definition does not tell. */
export const searchedFields = ({ search, find }: ResolvedList): readonly string[] =>
  [search?.field ?? [], find['search'] ?? []].flat()

/** True for a record that has all words of a text in the fields that are searched, in any order, case and accents aside. */
export function hasWords(list: ResolvedList, record: Values, text: string): boolean {
  const fields = searchedFields(list)
  const values = fields.length === 0 ? Object.values(record) : fields.map((field) => record[field])
  const whole = folded(values.filter((value) => typeof value === 'string').join(' '))
  return folded(text)
    .split(' ')
    .every((word) => whole.includes(word))
}

/**
 * True for a number that no value of a record is, so the record was found by a part of a longer one. Another record, which
 * the search may not find, can have just this number.
 */
export const hasOnlyPart = (record: Values, text: string): boolean =>
  /^\d+$/.test(text) && Object.values(record).every((value) => String(value) !== text)
