import { isEdit } from './availability.ts'
import { changedPlaces, type FormLayout } from './form.ts'
import type { Operation } from './operations.ts'
import type { ResolvedAction, Resource } from './resource.ts'
import { isValues, type Values } from './pointer.ts'
import { detailFields } from './stateRead.ts'
import { fillTemplate } from './template.ts'

/** Fields that are no part of a record's state: its id, and what the gateway adds to answers. */
export const NOT_STATE = ['id', 'first_seen_at']

/** The declared fields of a record that its own read gives. The fields that it takes from its parent are not its own. */
export function stateFields(definition: Resource): readonly string[] {
  const declared = Object.keys(definition.record.properties)
  const { bindings, kind, partOf } = definition
  const read = kind === 'list' && bindings['getOne'] !== undefined ? detailFields(definition) : declared
  const taken = Object.keys(partOf?.include ?? {})
  return declared.filter((field) => read.includes(field) && !NOT_STATE.includes(field) && !taken.includes(field))
}

/**
 * The fields that must be as the person saw them for an action to be made: the declared version of the record, else the
 * fields of a form, else all.
 */
export function comparedFields(definition: Resource, { recheck, isForm, input }: ResolvedAction): readonly string[] {
  if (!recheck) return []
  if (definition.version !== null) return [definition.version]
  return isForm === true ? Object.values(input).flatMap(({ field }) => field ?? []) : stateFields(definition)
}

/** The JSON of a value in which missing values, undefined and null are the same, in one order. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => canonical(each))
  if (!isValues(value)) return value ?? null
  const members = Object.entries(value).filter(([, member]) => member !== undefined && member !== null)
  return Object.fromEntries(
    members.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, own]) => [name, canonical(own)]),
  )
}

/** SHA-256 of a text in hexadecimal digits, so that no value travels in a header. */
async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The text that a person types to confirm an action, filled from the record or the form; `undefined` without one. */
export const typedText = ({ confirm }: Pick<ResolvedAction, 'confirm'>, values: Values): string | undefined =>
  confirm?.typed === undefined ? undefined : fillTemplate(confirm.typed.text, values).trim()

/** The digest of a typed confirmation, ignoring case (U9). */
export const confirmationDigest = (typed: string): Promise<string> => digestOf(typed.trim().toLowerCase())

/**
 * The digest of the values that a person saw, with masked values as masked. Browser and gateway make it from their own
 * reads and compare the results.
 */
export function recordVersion(definition: Resource, action: ResolvedAction, record: Values): Promise<string> {
  const seen = comparedFields(definition, action).map((field) => [field, canonical(record[field])])
  return digestOf(JSON.stringify(seen))
}

/**
 * The digest of the record that a form is about: which one it is, all that its list shows of it, and what its detail has
 * at the places that the form changes.
 */
export function foundVersion({ record }: Resource, form: FormLayout, found: Values): Promise<string> {
  const fields = [...Object.keys(record.properties), ...changedPlaces(form)]
  const seen = fields.map((field) => [field, canonical(found[field])])
  return digestOf(JSON.stringify(seen))
}

/** True for a change that is made only to the record that was seen. */
export const isCompared = ({ action, effect }: Pick<Operation, 'action' | 'effect'>): boolean =>
  action?.recheck === true && effect === 'mutate'

/**
 * True when a call must say which version of its record was seen: an Edit form, whose values would replace those of
 * another person. What a `recheck` action may do is decided by the record's current state in any case.
 */
export const needsVersion = ({ action, definition }: Pick<Operation, 'action' | 'definition'>): boolean =>
  action !== undefined && isEdit(action) && comparedFields(definition, action).length > 0

/**
 * The version of the record that a call depends on, if it is compared. An id alone is no record that was seen; of an Edit
 * form, whose fields may all be missing, any other field shows that it was.
 */
export async function versionIn(
  operation: Pick<Operation, 'definition' | 'action' | 'effect'>,
  record: Values = {},
): Promise<string | undefined> {
  const { definition, action } = operation
  if (action === undefined || !isCompared(operation)) return undefined
  const telling = isEdit(action) ? Object.keys(definition.record.properties) : comparedFields(definition, action)
  const isSeen = telling.some((field) => field !== 'id' && Object.hasOwn(record, field))
  return isSeen ? recordVersion(definition, action, record) : undefined
}
