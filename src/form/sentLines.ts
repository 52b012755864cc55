import type { FormResource } from '../../language/resource.ts'
import { placeholdersOf } from '../../language/template.ts'
import { UNREADABLE } from '../../language/unreadable.ts'
import type { Intent } from '../actions/actionProvider.ts'
import { formatValue } from '../format/formatValue.ts'
import { sizeText } from '../format/text.ts'
import { tableFactsOf } from '../inputs/tableFacts.ts'
import { filledText } from '../model/columns.ts'
import type { PresentValues } from '../subject/useSubject.ts'
import { toastText } from '../ui/Toasts.tsx'
import { shownValue } from './formValues.ts'

export interface SentLine {
  readonly label: string
  readonly value: string
}

/** The lines as one text: 'Email mara@example.test, User ID 4107'. */
export const linesText = (lines: readonly SentLine[]): string =>
  lines.map(({ label, value }) => `${label} ${value}`.trim()).join(', ')

const count = (lines: number): string => formatValue('number', lines)

/** How many lines of a table are sent, and of how many. */
function linesOf(file: File): readonly SentLine[] {
  const facts = tableFactsOf(file)
  if (facts === undefined) return []
  const { lines, of } = facts
  return [{ label: 'Lines', value: lines === of ? count(lines) : `${count(lines)} of ${count(of)}` }]
}

/** The filled-in values in field order, as displayed. The files come last: their lines, then their names and sizes. */
export function sentLines(
  { form, bindings }: FormResource,
  { record, files = [] }: Intent,
  current: PresentValues = {},
): readonly SentLine[] {
  const typed = Object.entries(form.fields).flatMap(([name, field]) => {
    const value = record?.[name]
    if (value === undefined) return []
    const before = current[name]
    const text = shownValue(field, value)
    const replaced = before === null ? UNREADABLE : formatValue('text', shownValue(field, before))
    return [{ label: field.label, value: before === undefined ? text : `${replaced} → ${text}` }]
  })
  const label = bindings['submit']?.upload?.label ?? 'File'
  const value = files.map(({ name, size }) => `${name} (${sizeText(size)})`).join(', ')
  return files.length === 0 ? typed : [...typed, ...files.flatMap(linesOf), { label, value }]
}

/** The lines, with 'old → new' for a value that must differ from another and so replaces it. */
const withReplaced = ({ form: { fields } }: FormResource, lines: readonly SentLine[]): readonly SentLine[] =>
  Object.values(fields).reduce((all, { label, not }) => {
    const before = all.find((line) => not !== undefined && line.label === fields[not.field]?.label)
    const after = all.find((line) => line.label === label)
    if (before === undefined || after === undefined) return all
    const replaced = { label: '', value: `${before.value} → ${after.value}` }
    return all.filter((line) => line !== after).map((line) => (line === before ? replaced : line))
  }, lines)

interface DoneLines {
  readonly lines: readonly SentLine[]
  /** What the details of the records had before. */
  readonly facts: readonly SentLine[]
}

/**
 * The success text: the service's own, or 'Book of basil@example.test returned'. What the details of the records had before
 * follows it. If the text has no placeholders, what the service says of a sent file and the sent values do, too, except
 * those that the service has named.
 */
export function doneText(
  definition: FormResource,
  intent: Intent,
  message: string | undefined,
  { lines, facts }: DoneLines,
): string {
  const success = definition.actions['submit']?.success ?? definition.label
  const words = typeof success === 'string' ? success : success.fallback
  const own = typeof success === 'string' || message === undefined ? undefined : toastText(message)
  if (own === undefined && placeholdersOf(words).length > 0)
    return [filledText(definition)(words, intent.record ?? {}), linesText(facts)]
      .filter((text) => text !== '')
      .join(': ')
  const answer =
    own === undefined && message !== undefined && intent.files?.length
      ? `${toastText(message).replace(/\.$/, '')}. `
      : ''
  const named = `${own ?? ''} ${answer}`.split(/[\s:;,]+/)
  const unnamed = lines.filter(({ value }) => !named.includes(value))
  if (unnamed.length === 0) return own ?? words
  return `${own ?? words}: ${answer}${linesText(withReplaced(definition, unnamed))}`
}
