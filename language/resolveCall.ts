import { set } from './pointer.ts'
import type { Action } from './authored/action.ts'
import type { Binding as AuthoredBinding, Source as AuthoredSource, Upload as AuthoredUpload } from './authored/call.ts'
import type { ListDefinition } from './authored/list.ts'
import type { Read, ResponseMapping, Source, Upload } from './binding.ts'
import type { ResolvedBinding, ResolvedRead } from './resource.ts'
import { drawnInput } from './drawnInput.ts'
import { typeOf } from './input.ts'
import { isScalar, type ObjectSchema, type Scalar } from './schema.ts'
import { UPLOAD_BYTES } from './uploads.ts'

type Actions = Readonly<Record<string, Action<Readonly<Record<string, unknown>>, string>>> | undefined
type AuthoredRead = Pick<Read, 'call'> & AuthoredBinding & Required<Pick<AuthoredBinding, 'schema'>>
type AuthoredSources = Readonly<Record<string, AuthoredSource>>

interface Sending {
  /** Optional fields of a form. They are left out of the call when empty. */
  readonly optional: readonly string[]
  /** The value that an empty input sends, from its schema's `default`. */
  readonly defaults: Readonly<Record<string, Scalar>>
  /** The filters of several values. They are repeated where their call says nothing else. */
  readonly several: readonly string[]
}

const isList = (source: AuthoredSource): source is readonly AuthoredSource[] => Array.isArray(source)

function resolveSource(source: AuthoredSource, sending: Sending): Source {
  if (typeof source !== 'object' || source === null) return { const: source }
  if (isList(source)) return { list: source.map((each) => resolveSource(each, sending)) }
  if ('param' in source) {
    const { param } = source
    return param === 'staffId' ? { session: 'userId' } : { ...source, param }
  }
  if ('nested' in source) return { nested: resolveSources(source.nested, sending) }
  if ('filter' in source && sending.several.includes(source.filter)) return { several: 'repeat', ...source }
  if ('field' in source && sending.optional.includes(source.field)) return { ...source, optional: true }
  const otherwise = 'input' in source ? sending.defaults[source.input] : undefined
  return 'input' in source && otherwise !== undefined ? { ...source, fallback: otherwise } : source
}

const resolveSources = (sources: AuthoredSources, sending: Sending): Readonly<Record<string, Source>> =>
  Object.fromEntries(Object.entries(sources).map(([wire, source]) => [wire, resolveSource(source, sending)]))

function defaultsOf(actions: Actions, binding: string): Readonly<Record<string, Scalar>> {
  const inputs = Object.values(actions ?? {}).flatMap((action) =>
    action.binding === binding ? Object.entries(action.input ?? {}) : [],
  )
  const defaults = inputs.flatMap(([name, { schema }]) => {
    const value: unknown = typeof schema === 'object' ? schema.default : undefined
    return isScalar(value) ? [[name, value] as const] : []
  })
  return Object.fromEntries(defaults)
}

/** `any` has no default size: without one the check refuses the call, and it accepts no file. */
function resolveUpload({ field, kind = 'image', maxFiles = 1, ...upload }: AuthoredUpload): Upload {
  const kinds = [kind].flat()
  const size = kinds.includes('any') ? 0 : UPLOAD_BYTES
  const { maxBytes = size, label = maxFiles === 1 ? 'File' : 'Files', required, duplicates } = upload
  const rows = upload.schema && drawnInput({ schema: upload.schema, label }).members
  const own = field === undefined ? ({ field: 'file', isBody: true } as const) : { field }
  return { ...own, kinds, maxBytes, maxFiles, label, ...set({ required, rows, duplicates }) }
}

function resolveBinding(binding: AuthoredBinding, isList: boolean, sending: Sending): ResolvedBinding {
  const { data, pageCount, total, next, reference, schema, failure, ...call } = binding
  const { path: place, when } = typeof data === 'object' ? data : { path: data, when: undefined }
  const { upload, download, header, query = {}, body, effect, ...own } = call
  return {
    ...own,
    effect: effect ?? (binding.call.startsWith('GET ') ? 'read' : 'mutate'),
    query: resolveSources(query, sending),
    response: set({
      [isList ? 'items' : 'item']: place,
      pageCount,
      total,
      next,
      reference,
      schema,
      hasItems: when,
      failures: failure && [failure].flat(),
    }),
    ...set({
      body: body && resolveSources(body, sending),
      upload: upload && resolveUpload(upload),
      download: download === undefined ? undefined : { fileName: download },
      credential: header,
    }),
  }
}

type Extras = NonNullable<ResponseMapping['extras']>

const extrasOf = ({ filterMenu = [] }: Pick<ListDefinition<string, string>, 'filterMenu'>): Extras =>
  Object.fromEntries(
    filterMenu.flatMap(({ name, path, field }) =>
      path === undefined ? [] : [[name, { path, ...set({ pick: field }) }] as const],
    ),
  )

const listVerbs = ['list', 'listFiltered', 'getMany']

interface Around {
  readonly list?: ListDefinition<string, string>
  /** The record of a form, whose optional fields are left out of the call when empty. */
  readonly form?: ObjectSchema
}

export const resolveBindings = (
  bindings: Readonly<Record<string, AuthoredBinding>>,
  actions: Actions,
  { list, form }: Around = {},
): Readonly<Record<string, ResolvedBinding>> => {
  const optional = Object.keys(form?.properties ?? {}).filter((field) => form?.required?.includes(field) !== true)
  const filters = Object.entries(list?.filter ?? {})
  const several = filters.flatMap(([name, schema]) => (typeOf(schema) === 'array' ? [name] : []))
  const extras = list === undefined ? {} : extrasOf(list)
  return Object.fromEntries(
    Object.entries(bindings).map(([name, binding]) => {
      const isList = listVerbs.includes(name)
      const { schema: _detail, ...read } = binding
      const resolved = resolveBinding(name === 'getOne' ? read : binding, isList, {
        optional,
        several,
        defaults: defaultsOf(actions, name),
      })
      const hasExtras = name === 'list' && Object.keys(extras).length > 0
      return [name, hasExtras ? { ...resolved, response: { ...resolved.response, extras } } : resolved]
    }),
  )
}

const readVerbs = [...listVerbs, 'getOne']

/** True for a call that reads more about one record: it says nothing but how it is asked and what it answers. */
const isRead = (binding: AuthoredBinding): binding is AuthoredRead =>
  binding.call.startsWith('GET ') &&
  binding.schema !== undefined &&
  Object.keys(binding).every((key) => ['call', 'permission', 'query', 'schema'].includes(key))

/** The calls of a definition apart from those that read more about one record. @param used the names in its actions */
export function withoutReads(bindings: Readonly<Record<string, AuthoredBinding>>, used: readonly string[]) {
  const reads = Object.entries(bindings).flatMap(([name, binding]): readonly (readonly [string, ResolvedRead])[] => {
    if (readVerbs.includes(name) || used.includes(name) || !isRead(binding)) return []
    const { query = {}, ...read } = binding
    return [[name, { ...read, query: resolveSources(query, { optional: [], several: [], defaults: {} }) }]]
  })
  const names = reads.map(([name]) => name)
  return {
    bindings: Object.fromEntries(Object.entries(bindings).filter(([name]) => !names.includes(name))),
    reads: Object.fromEntries(reads),
  }
}
