import type { ActionInput } from './action.ts'
import type { Source } from './binding.ts'
import { drawnInput, filled, isKept, sentSchema, type Sending } from './drawnInput.ts'
import { controlOf, objectOf, stepsIn, typeOf, type StepTitles } from './input.ts'
import { isMaskedField } from './personal.ts'
import { isMasked } from './pii.ts'
import { isKeyField } from './recordId.ts'
import { set, stepsOf } from './pointer.ts'
import type { Predicate } from './predicate.ts'
import { resolveAction } from './resolveAction.ts'
import { placeholdersOf } from './template.ts'
import type { ResolvedAction, ResolvedBinding, ResolvedPartOf } from './resource.ts'
import type { FieldSchema, ObjectSchema } from './schema.ts'

/** The fields that people fill in to create or change a record, in their order, and the name of one record. */
export interface RecordForm {
  readonly fields?: readonly string[]
  readonly label?: string
  readonly when?: Readonly<Record<string, Predicate | undefined>>
  readonly blocked?: readonly { readonly when: Predicate; readonly message: string }[]
  readonly steps?: StepTitles
}

type Bindings = Readonly<Record<string, ResolvedBinding>>

interface Recorded {
  readonly label: string
  readonly record: ObjectSchema
  readonly idFields: readonly string[]
  readonly form: RecordForm
  readonly hasPage: boolean
  /** True when `getOne` reads one record of the list, and not an answer of another form. */
  readonly isReadWhole: boolean
}

/** What a form sends: a new record, the changed members of an object, or each changed object as a whole. */
export const sendingOf = ({ scope, isPartial }: Pick<ResolvedAction, 'scope' | 'isPartial'>): Sending =>
  scope === 'list' ? { masked: 'left', isPartial: false } : { masked: 'shown', isPartial: isPartial === true }

/** True when sending a changed value loses none of its masked parts, which the browser does not know. */
function keepsMasks(schema: FieldSchema, { masked, isPartial }: Sending): boolean {
  if (masked === 'left' || !isMaskedField(schema)) return true
  const members = Object.values(objectOf(schema).properties ?? {})
  return (
    isPartial &&
    typeOf(schema) === 'object' &&
    members.every((member) => isMasked(objectOf(member).pii) || keepsMasks(member, { masked, isPartial }))
  )
}

/** The fields of a nested record that its own form never asks: its key, and what its parent and the gateway give. */
export const givenFields = ({ key, include }: Pick<ResolvedPartOf, 'key' | 'include'>): readonly string[] => [
  'id',
  key,
  ...Object.keys(include),
  'first_seen_at',
]

/** What keeps a form from having a field; `undefined` for a field that people can fill in. */
export function formFlaw(of: Pick<Recorded, 'record' | 'idFields'>, name: string, sending: Sending) {
  const schema = of.record.properties[name] ?? false
  const { readOnly, pii } = objectOf(schema)
  if (isKeyField(of, name)) return 'given'
  if (readOnly === true) return 'readOnly'
  if (isMasked(pii)) return 'masked'
  if (controlOf(sentSchema(schema, sending)) === undefined) return 'noInput'
  return keepsMasks(schema, sending) ? undefined : 'masksInside'
}

/**
 * The fields that a form of the record may have: those that people can fill in, without its id. Masked values are never
 * sent back.
 */
export const formableFields = (of: Pick<Recorded, 'record' | 'idFields'>, sending: Sending): readonly string[] =>
  Object.keys(of.record.properties).filter((name) => formFlaw(of, name, sending) === undefined)

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function inputOf({ record, form }: Recorded, name: string, isNew: boolean, sending: Sending): ActionInput {
  const declared = record.properties[name] ?? false
  const { title = name } = typeof declared === 'object' ? declared : {}
  const when = form.when?.[name]
  const isNeeded = isNew && when === undefined ? record.required?.includes(name) === true : isKept(declared)
  const schema = isNeeded ? filled(declared) : declared
  const asked = {
    schema,
    label: title,
    ...set({ when }),
    ...(isNeeded ? { required: `Enter a value for ${title}` } : {}),
  }
  return { ...drawnInput(asked, sending), ...(isNew ? {} : { field: name }) }
}

const isOptional = (source: Source): boolean => 'optional' in source

/** True where nothing is left of an object but its constants once all that may be left out is. */
const isOptionalObject = (nested: Readonly<Record<string, Source>>): boolean => {
  const sources = Object.values(nested)
  return sources.some(isOptional) && sources.every((source) => isOptional(source) || 'const' in source)
}

/** A value at its place in the service's record. An object may be left out when all that it holds may be. */
function placed(body: Readonly<Record<string, Source>>, steps: readonly string[], source: Source): typeof body {
  const [step = '', ...rest] = steps
  if (rest.length === 0) return { ...body, [step]: source }
  const inner = body[step]
  const nested = placed(inner !== undefined && 'nested' in inner ? inner.nested : {}, rest, source)
  return { ...body, [step]: isOptionalObject(nested) ? { nested, optional: true } : { nested } }
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

/** A change's own body with what is not changed left out. Objects in which nothing changed are left out, too. */
const changesOf = (body: Readonly<Record<string, Source>>): typeof body =>
  Object.fromEntries(
    Object.entries(body).map(([name, source]): [string, Source] => {
      if ('input' in source) return [name, { input: source.input, optional: true }]
      if (!('nested' in source)) return [name, source]
      const nested = changesOf(source.nested)
      return [name, isOptionalObject(nested) ? { nested, optional: true } : { nested }]
    }),
  )

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

/** The body that the binding declares, or one of all inputs. By PUT a body replaces what the service has, so nothing is left out. */
function sentBody({ body, call }: ResolvedBinding, ofAll: Readonly<Record<string, Source>>, isNew: boolean) {
  if (body === undefined) return ofAll
  return isNew || call.startsWith('PUT ') ? body : changesOf(body)
}

/**
 * The actions that create, change and delete records: from a binding of that name that no action uses. A change is sent
 * by PATCH with what changed, also inside objects; an object that the binding's own `body` names is sent whole, like
 * every list. By PUT, which dialects use, the gateway sends the whole record, which it reads first, with the changes in
 * it.
 *
 * @returns the actions, and the bindings with the bodies that they send
 */
export function recordForms(bindings: Bindings, used: readonly string[], of: Recorded) {
  const { form, label, hasPage } = of
  const one = form.label ?? label
  const actions: Record<string, ResolvedAction> = {}
  const sent: Record<string, ResolvedBinding> = {}
  for (const name of ['create', 'update'] as const) {
    const isNew = name === 'create'
    const binding = bindings[name]
    const isWhole = binding?.body === undefined && binding?.upload === undefined
    const replaces = !isNew && of.isReadWhole && isWhole && binding?.call.startsWith('PUT ') === true
    const isSent =
      replaces || binding?.body !== undefined || binding?.call.startsWith(isNew ? 'POST ' : 'PATCH ') === true
    if (binding === undefined || used.includes(name) || !isSent) continue
    const isPartial = !isNew && (binding.body === undefined || binding.replaces === true)
    const sending = sendingOf({ scope: isNew ? 'list' : 'record', ...(isPartial && { isPartial }) })
    const steps = stepsIn(form.steps)
    const fields = form.fields ?? steps?.flatMap((step) => step.fields) ?? formableFields(of, sending)
    if (fields.length === 0) continue
    const input = Object.fromEntries(fields.map((field) => [field, inputOf(of, field, isNew, sending)]))
    const title = isNew ? `New ${one}` : 'Edit'
    const placement = isNew ? 'list' : hasPage ? 'column' : 'row'
    sent[name] = { ...binding, body: sentBody(binding, bodyOf(of, input, isNew), isNew), ...(replaces && { replaces }) }
    actions[name] = {
      ...resolveAction(
        {
          label: title,
          binding: name,
          placement,
          confirm: { title: isNew ? title : `Edit ${one}`, buttons: [isNew ? 'Create' : 'Save'] },
          success: isNew ? `${capitalized(one)} created` : 'Saved',
          ...(isNew ? {} : set({ blocked: form.blocked })),
        },
        bindings,
      ),
      recheck: !isNew,
      input,
      isForm: true,
      ...(steps && { steps }),
      ...(isPartial && { isPartial }),
    }
  }
  // A call that names no record might delete them all.
  if (
    !used.includes('delete') &&
    bindings['delete'] !== undefined &&
    placeholdersOf(bindings['delete'].call).length > 1
  )
    actions['delete'] = removalOf(one, bindings)
  return { actions, bindings: { ...bindings, ...sent } }
}
