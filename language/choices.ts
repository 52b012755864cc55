import { valueAt } from './pointer.ts'

/** One thing that can be chosen. */
export interface Choice {
  readonly value: string
  readonly label: string
}

const textAt = (item: unknown, pointer: '/value' | '/label'): string => {
  const found = valueAt(item, pointer)
  return typeof found === 'string' || typeof found === 'number' ? String(found).trim() : ''
}

/** The choices that a field of the record lists, each value once. What has no value cannot be chosen and is left out. */
export function choicesIn(field: string, record: Readonly<Record<string, unknown>>): readonly Choice[] {
  const listed = record[field]
  const items: readonly unknown[] = Array.isArray(listed) ? listed : []
  const choices = items
    .map((item) => ({ value: textAt(item, '/value'), label: textAt(item, '/label') || textAt(item, '/value') }))
    .filter(({ value }) => value !== '')
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()]
}
