import type { Action as AuthoredAction } from './authored/action.ts'
import type {
  CollectionDefinition,
  ConsoleDefinition,
  Definition,
  NestedDefinition,
  ResourceDefinition,
} from './authored/definition.ts'
import type { FormDefinition, FormField, FormPageDefinition, FormSubject as AuthoredSubject } from './authored/form.ts'
import { serviceIn, type DeclaredFailure } from './binding.ts'
import { asksDayOfMoment, unsentFilters } from './filterRows.ts'
import type { FormSubject } from './form.ts'
import { objectOf, stepsIn } from './input.ts'
import { drawnInput, sentSchema } from './drawnInput.ts'
import {
  formsOf,
  type FormPage,
  type FormResource,
  type ListResource,
  type NestedResource,
  type ResolvedAction,
  type ResolvedBinding,
  type Resource,
} from './resource.ts'
import { set } from './pointer.ts'
import { withId } from './recordId.ts'
import { serviceOf, type ConsoleModel, type Locale, type Registry } from './registry.ts'
import { givenFields, recordForms } from './recordForm.ts'
import { resolveAction } from './resolveAction.ts'
import { resolveBindings, withoutReads } from './resolveCall.ts'
import { resolveList } from './resolveList.ts'
import { resolveShow } from './resolveShow.ts'
import type { ObjectSchema } from './schema.ts'
import { restBindings } from './simpleRest.ts'

type Actions = Readonly<Record<string, AuthoredAction<Readonly<Record<string, unknown>>, string>>>

const resolveActions = (
  actions: Actions | undefined,
  bindings: Readonly<Record<string, ResolvedBinding>>,
  { noticeDelayMs }: Pick<ResourceDefinition, 'noticeDelayMs'>,
  record: ObjectSchema,
): Readonly<Record<string, ResolvedAction>> =>
  Object.fromEntries(
    Object.entries(actions ?? {}).map(([name, action]) => [
      name,
      resolveAction(action, bindings, { noticeDelayMs, record }),
    ]),
  )

/** The names that actions have, and those of the bindings that they call. */
const usedIn = (actions: Actions | undefined): readonly string[] =>
  Object.entries(actions ?? {}).flatMap(([action, { binding }]) => [action, binding])

const dialectBindings = (definition: ResourceDefinition | CollectionDefinition, record: ObjectSchema) =>
  'dialect' in definition ? restBindings({ path: definition.call, ...definition.permissions }, record) : {}

/** What the answer of the detail call is, when it is not one record of the list. */
const detailOf = ({ bindings }: ResourceDefinition | CollectionDefinition): ObjectSchema | undefined =>
  bindings !== undefined && 'getOne' in bindings ? bindings['getOne']?.schema : undefined

const resolveResource = (definition: ResourceDefinition | CollectionDefinition): ListResource => {
  const { name, label, reveal, list, show, actions } = definition
  const [path = `/${name}`, ...aliases] = [definition.path ?? []].flat()
  const detail = detailOf(definition)
  const idFields = [definition.id ?? []].flat()
  const record = withId(definition.record, idFields)
  const dialect = 'dialect' in definition ? definition.dialect : null
  const { bindings: own, reads } = withoutReads(definition.bindings ?? {}, usedIn(actions))
  const declared = {
    ...resolveBindings(own, actions, { list }),
    ...dialectBindings(definition, record),
  }
  const used = [...usedIn(actions), ...(dialect === null ? [] : ['delete'])]
  const { bindings, actions: forms } = recordForms(declared, used, {
    label,
    record,
    idFields,
    form: definition.form ?? {},
    hasPage: show !== undefined,
    isReadWhole: declared['getOne'] !== undefined && detail === undefined,
  })
  const edit = Object.hasOwn(forms, 'update') ? ['update'] : []
  return {
    kind: 'list',
    name,
    label: definition.title ?? label,
    menuLabel: label,
    path,
    aliases,
    recordPath: show?.path ?? null,
    idFrom: dialect !== null || Object.hasOwn(record.properties, 'id') ? null : 'position',
    idFields,
    version: definition.version ?? null,
    dialect,
    record,
    detail: detail === undefined ? null : { schema: detail },
    ...set({ reveal }),
    bindings,
    reads,
    list: resolveList(record, list, { binding: bindings['list'], dialect, hasPage: show !== undefined, idFields }),
    show:
      show === undefined
        ? null
        : resolveShow({ ...show, actions: [...(show.actions ?? []), ...edit] }, record, {
            detail: detail ?? record,
            reads,
            columns: list.columns,
          }),
    partOf: null,
    form: null,
    recordForm: definition.form ?? null,
    actions: { ...resolveActions(actions, bindings, definition, record), ...forms },
  }
}

const pageless = {
  path: null,
  aliases: [],
  recordPath: null,
  idFrom: null,
  idFields: [],
  version: null,
  dialect: null,
  detail: null,
  show: null,
} as const

/** Nested records are shown all at once. */
const WHOLE = 1000

const resolveNested = (definition: NestedDefinition): NestedResource => {
  const { name, label, partOf, list, actions, id: key = 'id' } = definition
  const [path, ...files] = [partOf.path].flat()
  const hasId = key === 'id' || Object.hasOwn(definition.record.properties, 'id')
  const record = hasId ? definition.record : withId(definition.record, [key])
  const declared = resolveBindings(definition.bindings, actions)
  const { binding: read, ...within } = partOf
  const place = { include: {}, ...within, ...set({ read }), path: path ?? '', files, key }
  const { bindings, actions: forms } = recordForms(declared, usedIn(actions), {
    label,
    record,
    idFields: givenFields(place),
    form: definition.form ?? {},
    hasPage: false,
    isReadWhole: false,
  })
  return {
    kind: 'nested',
    ...pageless,
    form: null,
    recordForm: definition.form ?? null,
    name,
    label,
    partOf: place,
    record,
    bindings,
    reads: {},
    list: resolveList(record, { ...list, perPage: WHOLE }),
    actions: { ...resolveActions(actions, bindings, definition, record), ...forms },
  }
}

const isAlwaysRequired = (field: FormField | undefined): boolean =>
  field?.required !== undefined && field.when === undefined

const recordOf = (fields: FormDefinition['fields']): ObjectSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, { schema, label }]) => [
      name,
      typeof schema === 'object' ? { ...objectOf(sentSchema(schema)), title: label } : schema,
    ]),
  ),
  required: Object.keys(fields).filter((name) => isAlwaysRequired(fields[name])),
})

/** The first required field. Optional fields are disabled until it is valid. */
function unlocking(fields: FormDefinition['fields']): string | undefined {
  const entries = Object.entries(fields)
  const isOptional = entries.some(([, { required }]) => required === undefined)
  return isOptional ? entries.find(([, field]) => isAlwaysRequired(field))?.[0] : undefined
}

const subjectOf = ({ field, reference, fields, expect }: AuthoredSubject): FormSubject => ({
  field,
  resource: reference.resource,
  key: reference.field,
  fields,
  ...set({ expect }),
})

function layoutOf(definition: FormDefinition): FormResource['form'] {
  const { description, keywords = [], fields, steps, about, undoneBy, emptyText, submit } = definition
  const [label, busy] = typeof submit === 'string' ? [submit] : submit
  return {
    description,
    keywords,
    fields: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, drawnInput(field)])),
    submit: { label, ...set({ busy }) },
    ...set({
      about: about && subjectOf(about),
      undoneBy,
      steps: stepsIn(steps),
      // A step waits for those before it.
      unlockedBy: steps === undefined ? unlocking(fields) : undefined,
      emptyText,
    }),
  }
}

const resolveForm = (definition: FormDefinition): FormResource => {
  const { name, label, fields, call, confirm, success, failure, result, tone, secondApprover } = definition
  const record = recordOf(fields)
  const bindings = resolveBindings({ submit: call }, undefined, { form: record })
  const form = layoutOf(definition)
  const submit = { label: form.submit.label, binding: 'submit' }
  const asked = set({ confirm, success, failure, result, tone, secondApprover })
  // What a form is about is on screen next to it.
  const refetch = [
    ...new Set([...(form.about === undefined ? [] : [form.about.resource]), ...(definition.refetch ?? [])]),
  ]
  return {
    kind: 'form',
    ...pageless,
    list: null,
    partOf: null,
    name,
    label,
    record,
    bindings,
    reads: {},
    actions: { submit: resolveAction({ ...submit, ...asked, refetch }, bindings) },
    form,
  }
}

const resolvePage = ({ name, label, path, forms }: FormPageDefinition, registry: Registry): FormPage => ({
  name,
  label,
  menuLabel: label,
  path,
  groups: Object.entries(forms).map(([title, group]) => ({
    title,
    forms: group.map((form) => withFailures(resolveForm(form), registry)),
  })),
})

/** The definition with the failures that its services declare, in addition to those of its calls. */
function withFailures<R extends Resource>(resource: R, registry: Registry): R {
  const failuresOf = (call: string, own: readonly DeclaredFailure[] = []) => {
    const failures = [...own, serviceOf(registry, serviceIn(call))?.failure ?? []].flat()
    return failures.length === 0 ? {} : { failures }
  }
  const bindings = Object.entries(resource.bindings).map(([name, { response, ...binding }]) => {
    const failures = failuresOf(binding.call, response.failures)
    return [name, { ...binding, response: { ...response, ...failures } }] as const
  })
  const reads = Object.entries(resource.reads).map(
    ([name, read]) => [name, { ...read, ...failuresOf(read.call) }] as const,
  )
  return { ...resource, bindings: Object.fromEntries(bindings), reads: Object.fromEntries(reads) }
}

/** The resource with the console's time zone, where its list is filtered here by the days of moments. */
function withTimeZone(resource: ListResource, { timeZone }: Locale): ListResource {
  const { list } = resource
  const asksDays = unsentFilters(resource).some((filter) => asksDayOfMoment(resource, filter))
  return asksDays ? { ...resource, list: { ...list, timeZone } } : resource
}

/** A console with every default filled in. It is created once, and all other code reads it. */
export function resolveConsole(
  { registry, screens: authored, home, nested }: ConsoleDefinition,
  locale: Locale = { timeZone: 'UTC', currency: 'USD' },
): ConsoleModel {
  const screens = authored.map((screen) =>
    'record' in screen
      ? withTimeZone(withFailures(resolveResource(screen), registry), locale)
      : resolvePage(screen, registry),
  )
  const shown = screens.flatMap((screen): readonly Resource[] => ('groups' in screen ? formsOf(screen) : [screen]))
  return {
    registry,
    locale,
    screens,
    home,
    definitions: [...shown, ...nested.map((each) => withFailures(resolveNested(each), registry))],
  }
}

export function resolve(definition: ResourceDefinition | CollectionDefinition): ListResource
export function resolve(definition: NestedDefinition): NestedResource
export function resolve(definition: FormDefinition): FormResource
export function resolve(definition: Definition): Resource
export function resolve(definition: Definition): Resource {
  if ('fields' in definition) return resolveForm(definition)
  return 'partOf' in definition ? resolveNested(definition) : resolveResource(definition)
}
