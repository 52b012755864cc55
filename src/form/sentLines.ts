import type { FormResource } from '../../language/resource.ts'
import { fillTemplate, placeholdersOf } from '../../language/template.ts'
import type { Intent } from '../actions/actionProvider.ts'
import { sizeText } from '../format/sizeText.ts'
import { shownValue } from './formValues.ts'

/** One value that a form sends, in the words of its field. */
export interface SentLine {
  readonly label: string
  readonly value: string
}

/** Lines as one text: 'Email mara@example.test, User ID 4107'. */
export const linesText = (lines: readonly SentLine[]): string =>
  lines.map(({ label, value }) => `${label} ${value}`).join(', ')

/** What is filled in, in the order of the fields and in their words; the file last, by its name and size. */
export function sentLines({ form }: FormResource, { record, file }: Intent): readonly SentLine[] {
  const typed = Object.entries(form.fields).flatMap(([name, field]) => {
    const value = record?.[name]
    return value === undefined ? [] : [{ label: field.label, value: shownValue(field, value) }]
  })
  const label = form.file?.label ?? 'File'
  return file === undefined ? typed : [...typed, { label, value: `${file.name} (${sizeText(file.size)})` }]
}

/** What was done, to whom: 'Bank account of basil@example.test unlinked'; what was sent follows where the words name nothing of it. */
export function doneText(definition: FormResource, intent: Intent): string {
  const success = definition.actions['submit']?.success ?? definition.label
  const words = typeof success === 'string' ? success : success.otherwise
  if (placeholdersOf(words).length > 0) return fillTemplate(words, intent.record ?? {})
  const lines = sentLines(definition, intent)
  return lines.length === 0 ? words : `${words}: ${linesText(lines)}`
}
