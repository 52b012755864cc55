import type { Action } from './action.ts'
import type { Binding, Read } from './binding.ts'
import type {
  CollectionDefinition,
  Definition,
  FormDefinition,
  NestedDefinition,
  ResourceDefinition,
} from './definition.ts'
import type { FormField } from './form.ts'
import { formsOf, type FormPage, type FormPageDefinition } from './formPage.ts'
import type { Column, ListDefinition } from './list.ts'
import type {
  FormResource,
  ListResource,
  NestedResource,
  ResolvedAction,
  ResolvedBinding,
  ResolvedColumn,
  ResolvedList,
  ResolvedRead,
  ResolvedShow,
  Resource,
} from './resource.ts'
import type { ConsoleModel, Registry } from './registry.ts'
import type { ObjectSchema } from './schema.ts'
import type { ShowDefinition } from './show.ts'
import { restBindings, sortableFields } from './simpleRest.ts'

type AuthoredAction = Omit<Action<ObjectSchema, string>, 'success'> &
  Partial<Pick<Action<ObjectSchema, string>, 'success'>>
type AuthoredColumn = Column<ObjectSchema, string>

const mapped = <T, R>(
  map: Readonly<Record<string, T>> | undefined,
  each: (value: T) => R,
): Readonly<Record<string, R>> =>
  Object.fromEntries(Object.entries(map ?? {}).map(([name, value]) => [name, each(value)]))

const resolveBinding = (binding: Binding): ResolvedBinding => ({
  ...binding,
  effect: binding.effect ?? (binding.call.startsWith('GET ') ? 'read' : 'mutate'),
  query: binding.query ?? {},
  response: binding.response ?? {},
})

const resolveRead = (read: Read): ResolvedRead => ({ ...read, query: read.query ?? {} })

const resolveAction =
  (bindings: Readonly<Record<string, Pick<Binding, 'permission'>>>, noticeDelayMs = 0) =>
  (action: AuthoredAction): ResolvedAction => {
    const { confirm = null, success = null } = action
    return {
      scope: 'record',
      placement: 'row',
      when: {},
      blocked: [],
      query: {},
      body: {},
      input: {},
      tone: 'neutral',
      noticeDelayMs,
      refetch: [],
      ...action,
      permission: action.permission ?? bindings[action.binding]?.permission ?? '',
      recheck: action.recheck === true,
      confirm: typeof confirm === 'string' ? { title: confirm } : confirm,
      success,
    }
  }

const schemaOf = ({ properties }: ObjectSchema, field: string | undefined) => {
  const schema = field === undefined ? undefined : properties[field]
  return typeof schema === 'object' ? schema : {}
}

const isNumber = (types: readonly unknown[]): boolean =>
  (types.includes('integer') || types.includes('number')) && !types.includes('string')

const resolveColumn =
  (record: ObjectSchema, sortable: readonly string[]) =>
  (authored: string | AuthoredColumn): ResolvedColumn => {
    const column: AuthoredColumn = typeof authored === 'string' ? { field: authored } : authored
    const { field, format, toggle } = column
    const id = column.id ?? field ?? ''
    const { type, title } = schemaOf(record, field)
    const isPlainNumber = format === undefined && toggle === undefined && field !== 'id' && isNumber([type].flat())
    return {
      format: 'text',
      at: '',
      with: [],
      or: [],
      actions: [],
      ...column,
      id,
      label: column.label ?? title ?? '',
      isNumeric: format === 'number' || format === 'decimal' || isPlainNumber,
      isSortable: field !== undefined && toggle === undefined && sortable.includes(field),
    }
  }

/** What the provider holds whole can be ordered by any field, and a server list where its dialect says how. */
const sortableIn = (record: ObjectSchema, { paging }: Pick<ResolvedList, 'paging'>, dialect: Resource['dialect']) => {
  if (dialect !== null) return sortableFields(record)
  return paging === 'client' ? Object.keys(record.properties) : []
}

const resolveList = (
  record: ObjectSchema,
  list: ListDefinition<ObjectSchema, string>,
  dialect: Resource['dialect'] = null,
): ResolvedList => ({
  brief: [],
  filters: {},
  layout: 'table',
  ...list,
  columns: list.columns.map(resolveColumn(record, sortableIn(record, list, dialect))),
})

const resolveShow = (show: ShowDefinition): ResolvedShow => ({
  record: {},
  banners: [],
  summary: [],
  tabs: [],
  below: [],
  ...show,
  header: { actions: [], switches: [], ...show.header },
})

const bindingsOf = (definition: ResourceDefinition | CollectionDefinition) => ({
  ...mapped<Binding, ResolvedBinding>(definition.bindings, resolveBinding),
  ...('dialect' in definition ? restBindings(definition.collection, definition.record) : {}),
})

const resolveResource = (definition: ResourceDefinition | CollectionDefinition): ListResource => {
  const { name, label, menuLabel = label, record, pii = {}, coerce = {}, noticeDelayMs, show } = definition
  const dialect = 'dialect' in definition ? definition.dialect : null
  const bindings = bindingsOf(definition)
  return {
    kind: 'list',
    name,
    label,
    menuLabel,
    path: definition.path ?? `/${name}`,
    aliases: definition.aliases ?? [],
    recordPath: definition.recordPath ?? null,
    idFrom: 'dialect' in definition ? null : (definition.idFrom ?? null),
    dialect,
    record,
    pii,
    coerce,
    detail: definition.detail ?? null,
    bindings,
    reads: mapped(definition.reads, resolveRead),
    list: resolveList(record, definition.list, dialect),
    show: show === undefined ? null : resolveShow(show),
    partOf: null,
    form: null,
    actions: mapped<AuthoredAction, ResolvedAction>(definition.actions, resolveAction(bindings, noticeDelayMs)),
  }
}

const pageless = {
  path: null,
  aliases: [],
  recordPath: null,
  idFrom: null,
  dialect: null,
  detail: null,
  show: null,
} as const

/** Nested records are shown whole. */
const whole = { paging: 'client', perPage: 1000 } as const

const resolveNested = (definition: NestedDefinition): NestedResource => {
  const { name, label, partOf, record, pii = {}, coerce = {}, bindings, noticeDelayMs } = definition
  return {
    kind: 'nested',
    ...pageless,
    form: null,
    name,
    label,
    partOf: { key: 'id', files: [], carry: {}, ...partOf },
    record,
    pii,
    coerce,
    bindings: mapped(bindings, resolveBinding),
    reads: {},
    list: resolveList(record, { ...definition.list, ...whole }),
    actions: mapped(definition.actions, resolveAction(bindings, noticeDelayMs)),
  }
}

const recordOf = (fields: Readonly<Record<string, FormField>>): ObjectSchema => ({
  type: 'object',
  properties: mapped(fields, ({ schema, label, pii }) =>
    typeof schema === 'object' ? { ...schema, title: label, ...(pii === undefined ? {} : { pii }) } : schema,
  ),
  required: Object.keys(fields).filter((field) => fields[field]?.required !== undefined),
})

const resolveForm = (definition: FormDefinition): FormResource => {
  const { name, label, call, confirm, success, failure, result, tone, refetch, ...layout } = definition
  const asked = { confirm, success, failure, result, tone, refetch }
  const set = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  const submit = { label: layout.submit.label, binding: 'submit', ...set }
  return {
    kind: 'form',
    ...pageless,
    list: null,
    partOf: null,
    name,
    label,
    record: recordOf(layout.fields),
    pii: {},
    coerce: {},
    bindings: { submit: resolveBinding(call) },
    reads: {},
    actions: { submit: resolveAction({ submit: call })(submit) },
    form: { keywords: [], ...layout },
  }
}

const resolvePage = (page: FormPageDefinition): FormPage => ({
  ...page,
  menuLabel: page.menuLabel ?? page.label,
  groups: page.groups.map(({ title, forms }) => ({ title, forms: forms.map(resolveForm) })),
})

/** What a console's author writes: its registrations, its screens in menu order, and records inside other records. */
export interface ConsoleDefinition {
  readonly registry: Registry
  readonly screens: readonly (ResourceDefinition | CollectionDefinition | FormPageDefinition)[]
  /** The screen that people land on after signing in. */
  readonly home: `/${string}`
  readonly nested: readonly NestedDefinition[]
}

/** A console with every default filled in: made once, and read by everything else. */
export function resolveConsole({ registry, screens: authored, home, nested }: ConsoleDefinition): ConsoleModel {
  const screens = authored.map((screen) => ('groups' in screen ? resolvePage(screen) : resolveResource(screen)))
  const shown = screens.flatMap((screen): readonly Resource[] => ('groups' in screen ? formsOf(screen) : [screen]))
  return { registry, screens, home, definitions: [...shown, ...nested.map(resolveNested)] }
}

/** A definition with every default filled in. */
export function resolve(definition: ResourceDefinition | CollectionDefinition): ListResource
export function resolve(definition: NestedDefinition): NestedResource
export function resolve(definition: FormDefinition): FormResource
export function resolve(definition: Definition): Resource
export function resolve(definition: Definition): Resource {
  if ('fields' in definition) return resolveForm(definition)
  return 'partOf' in definition ? resolveNested(definition) : resolveResource(definition)
}
