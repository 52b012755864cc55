import type { ActionInput } from './action.ts'
import type { Source } from './binding.ts'
import { controlOf, drawnBy } from './input.ts'
import { isMaskedField } from './personal.ts'
import { stepsOf } from './pointer.ts'
import type { Predicate } from './predicate.ts'
import { resolveAction, set } from './resolveAction.ts'
import { placeholdersOf } from './template.ts'
import type { ResolvedAction, ResolvedBinding } from './resource.ts'
import type { FieldSchema, ObjectSchema } from './schema.ts'
import { writableFields } from './simpleRest.ts'

/** The fields that people fill in to create or change a record, in their order, and the name of one record. */
export interface RecordForm {
  readonly fields?: readonly string[]
  readonly label?: string
  /** The conditions under which fields are shown. */
  readonly when?: Readonly<Record<string, Predicate | undefined>>
}

type Bindings = Readonly<Record<string, ResolvedBinding>>

/** What the forms of a resource are made from. */
interface Recorded {
  readonly label: string
  readonly record: ObjectSchema
  readonly idFields: readonly string[]
  readonly form: RecordForm
  readonly hasPage: boolean
  /** True when `getOne` reads one record of the list, and not an answer of another form. */
  readonly isReadWhole: boolean
}

/**
 * The fields that a form of the record may have: those that people can fill in, without its id. Masked values are never
 * sent back.
 */
export const formableFields = ({ record, idFields }: Pick<Recorded, 'record' | 'idFields'>): readonly string[] =>
  writableFields(record).filter((name) => {
    const schema = record.properties[name] ?? false
    return !idFields.includes(name) && !isMaskedField(schema) && controlOf(schema) !== undefined
  })

const allowsNull = (schema: FieldSchema): boolean =>
  typeof schema === 'object' && [schema.type ?? []].flat().includes('null')

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function inputOf({ record, form }: Recorded, name: string, isNew: boolean): ActionInput {
  const declared = record.properties[name] ?? false
  const { title = name } = typeof declared === 'object' ? declared : {}
  const when = form.when?.[name]
  const isNeeded = isNew && when === undefined ? record.required?.includes(name) === true : !allowsNull(declared)
  const isText = typeof declared === 'object' && declared.type === 'string' && declared.minLength === undefined
  const schema = isNeeded && isText ? { ...declared, minLength: 1 } : declared
  const asked = {
    schema,
    label: title,
    ...set({ when }),
    ...(isNeeded ? { required: `Enter a value for ${title}` } : {}),
  }
  return { ...asked, ...drawnBy(asked), ...(isNew ? {} : { field: name }) }
}

/** A value at its place in the service's record. An object may be left out when all that it holds may be. */
function placed(body: Readonly<Record<string, Source>>, steps: readonly string[], source: Source): typeof body {
  const [step = '', ...rest] = steps
  if (rest.length === 0) return { ...body, [step]: source }
  const inner = body[step]
  const nested = placed(inner !== undefined && 'nested' in inner ? inner.nested : {}, rest, source)
  const isOptional = Object.values(nested).every((each) => 'optional' in each)
  return { ...body, [step]: isOptional ? { nested, optional: true } : { nested } }
}

function bodyOf({ record }: Recorded, input: Readonly<Record<string, ActionInput>>, isNew: boolean) {
  return Object.entries(input).reduce<Readonly<Record<string, Source>>>((body, [name, { required, when }]) => {
    const schema = record.properties[name]
    const path = typeof schema === 'object' ? schema.path : undefined
    const isNeeded = isNew && required !== undefined && when === undefined
    return placed(body, path === undefined ? [name] : stepsOf(path), {
      input: name,
      ...(isNeeded ? {} : { optional: true }),
    })
  }, {})
}

/** The action that deletes one record. */
const removalOf = (one: string, bindings: Bindings): ResolvedAction =>
  resolveAction(
    {
      label: 'Delete',
      binding: 'delete',
      tone: 'danger',
      confirm: { title: `Delete ${one}?`, body: "You can't undo this here.", buttons: ['Delete'] },
      success: `${one} deleted`,
    },
    bindings,
  )

/**
 * The actions that create, change and delete records: from a binding of that name that no action uses. A change is sent
 * by PATCH, or as its dialect sends it, with the changed fields only; by PUT the gateway sends the whole record, which it
 * reads first, with the changes in it.
 *
 * @returns the actions, and the bindings with the bodies that they send
 */
export function recordForms(bindings: Bindings, used: readonly string[], of: Recorded) {
  const { form, label, hasPage } = of
  const one = form.label ?? label
  const fields = form.fields ?? formableFields(of)
  const actions: Record<string, ResolvedAction> = {}
  const sending: Record<string, ResolvedBinding> = {}
  for (const name of ['create', 'update'] as const) {
    const isNew = name === 'create'
    const binding = bindings[name]
    const replaces =
      !isNew && of.isReadWhole && binding?.body === undefined && binding?.call.startsWith('PUT ') === true
    const isSent =
      replaces || binding?.body !== undefined || binding?.call.startsWith(isNew ? 'POST ' : 'PATCH ') === true
    if (binding === undefined || used.includes(name) || fields.length === 0 || !isSent) continue
    const input = Object.fromEntries(fields.map((field) => [field, inputOf(of, field, isNew)]))
    const title = isNew ? `New ${one}` : 'Edit'
    const placement = isNew ? 'list' : hasPage ? 'column' : 'row'
    sending[name] = { ...binding, body: binding.body ?? bodyOf(of, input, isNew), ...(replaces && { replaces }) }
    actions[name] = {
      ...resolveAction(
        {
          label: title,
          binding: name,
          placement,
          confirm: { title: isNew ? title : `Edit ${one}`, buttons: [isNew ? 'Create' : 'Save'] },
          success: isNew ? `${capitalized(one)} created` : 'Saved',
        },
        bindings,
      ),
      recheck: !isNew,
      input,
      isForm: true,
    }
  }
  // A call that names no record might delete them all.
  if (
    !used.includes('delete') &&
    bindings['delete'] !== undefined &&
    placeholdersOf(bindings['delete'].call).length > 1
  )
    actions['delete'] = removalOf(one, bindings)
  return { actions, bindings: { ...bindings, ...sending } }
}
