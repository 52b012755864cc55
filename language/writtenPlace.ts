import type { Resource } from './resource.ts'

const RECORD_FORM = /^([^.]+)\.actions\.(create|update)(?:\.input(?:\.([^./]+)(?:\.schema)?)?)?(.*)$/

/** A form's only call and action, which its author writes without a name; also in a message. */
export const inForm = (text: string): string =>
  text.replaceAll('.bindings.submit', '.call').replaceAll('.actions.submit', '').replaceAll('bindings.submit', 'call')

/**
 * Where a place of a resolved definition is written. A form has no bindings and actions of its own, and the form of a
 * record is its fields, what `form` says of it, or only its call.
 *
 * @param where the place: `books.actions.update.input.title`
 */
export function writtenPlace(where: string, definition: Resource): string {
  if (definition.kind === 'form') return inForm(where).replace(/^([^.]+)\.record\b/, '$1.fields')
  const { actions, recordForm, dialect } = definition
  const [, name, action = '', field, rest = ''] = RECORD_FORM.exec(where) ?? []
  if (actions[action]?.isForm !== true) return where
  if (field !== undefined) return `${name}.record.${field}${rest}`
  const call = dialect === null ? 'bindings' : 'permissions'
  return recordForm === null ? `${name}.${call}.${action}` : `${name}.form${rest}`
}
