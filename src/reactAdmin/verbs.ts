import type { CreateParams, DeleteManyParams, DeleteParams, GetOneParams } from 'ra-core'
import type { Identifier, UpdateParams } from 'ra-core'
import type { ConsoleDataProvider, ConsoleRecord } from '../../dataProvider/types.ts'
import type { Resource, ResolvedAction } from '../../language/resource.ts'
import { holds } from '../../language/predicate.ts'

type Values = Readonly<Record<string, unknown>>

/** Page size for reading a whole list. */
const WHOLE = { pagination: { page: 1, perPage: 100_000 } } as const

const isSame = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

/** The declared fields that differ. A form sends all of its inputs, including untouched ones. */
const changesIn = ({ record }: Resource, data: Values, previous: Values): readonly string[] =>
  Object.keys(record.properties).filter(
    (field) => field in data && !isSame(data[field] ?? null, previous[field] ?? null),
  )

/** True when an action makes exactly these changes, through its constants and its input from the person. */
function makes({ body, input }: ResolvedAction, data: Values, changed: readonly string[]): boolean {
  const isTaken = (field: string) => field in input || (field in body && body[field] === data[field])
  return changed.length > 0 && changed.every(isTaken) && Object.keys(body).every((field) => changed.includes(field))
}

const inputOf = ({ input }: ResolvedAction, data: Values): Values =>
  Object.fromEntries(Object.keys(input).flatMap((name) => (name in data ? [[name, data[name]]] : [])))

interface Chosen {
  readonly name: string
  readonly input: Values
}

function changeOf(definition: Resource, data: Values, previous: ConsoleRecord): Chosen {
  const changed = changesIn(definition, data, previous)
  const found = Object.entries(definition.actions).find(
    ([, action]) => action.scope !== 'list' && makes(action, data, changed) && holds(action.when, previous),
  )
  if (found === undefined) throw new Error(`No action of ${definition.name} changes ${changed.join(', ') || 'nothing'}`)
  return { name: found[0], input: inputOf(found[1], data) }
}

function additionOf({ name: resource, actions }: Resource, data: Values): Chosen {
  const given = Object.keys(data).filter((field) => data[field] !== undefined && data[field] !== null)
  const found = Object.entries(actions).find(
    ([, { scope, input }]) => scope === 'list' && given.length > 0 && given.every((field) => field in input),
  )
  if (found === undefined) throw new Error(`No action of ${resource} adds a record of ${given.join(', ') || 'nothing'}`)
  return { name: found[0], input: inputOf(found[1], data) }
}

/** Options of the verbs. `onChange` gets the resources that a change affects. */
export interface VerbOptions {
  readonly provider: ConsoleDataProvider
  readonly definitions: readonly Resource[]
  readonly onChange: (resources: readonly string[]) => void
}

/** The verbs of resources with a dialect. Their changes affect their own resource alone. */
function restVerbs({ provider, onChange }: Omit<VerbOptions, 'definitions'>) {
  const changed = async <Answer>(resource: string, change: Promise<Answer>): Promise<Answer> => {
    const answer = await change
    onChange([resource])
    return answer
  }
  return {
    create: (resource: string, params: CreateParams) => changed(resource, provider.create(resource, params)),
    update: (resource: string, params: UpdateParams) => changed(resource, provider.update(resource, params)),
    delete: (resource: string, params: DeleteParams) => changed(resource, provider.delete(resource, params)),
  }
}

/**
 * react-admin's verbs on top of the declared actions. A change runs the one action that makes it, or fails, so the
 * action's permission, condition and audit apply. A resource with a dialect has its own verbs.
 */
export function createVerbs({ provider, definitions, onChange }: VerbOptions) {
  const rest = restVerbs({ provider, onChange })
  const find = (resource: string): Resource => {
    const found = definitions.find(({ name }) => name === resource)
    if (found === undefined) throw new Error(`There is no resource ${resource}`)
    return found
  }
  /** Without a call for a single record, the record comes from its list, if that list is read whole. */
  const readOne = async (resource: string, params: GetOneParams): Promise<{ readonly data: ConsoleRecord }> => {
    const { bindings, list } = find(resource)
    if (bindings['getOne'] !== undefined) return provider.getOne(resource, params)
    if (list?.paging !== 'client') throw new Error(`No call of ${resource} reads one record`)
    const { data } = await provider.getList(resource, WHOLE)
    const record = data.find(({ id }) => String(id) === String(params.id))
    if (record === undefined) throw Object.assign(new Error('This record does not exist'), { status: 404 })
    return { data: record }
  }
  const act = async (resource: string, { name, input }: Chosen, record?: ConsoleRecord) => {
    const { data } = await provider.action(resource, { name, input, ...(record && { record }) })
    onChange([resource, ...(find(resource).actions[name]?.refetch ?? [])])
    return data
  }
  const recordOf = async (resource: string, id: Identifier, known: unknown): Promise<ConsoleRecord> =>
    typeof known === 'object' && known !== null && 'id' in known
      ? { ...known, id }
      : (await readOne(resource, { id })).data
  const hasDialect = (resource: string): boolean => find(resource).dialect !== null
  const remove = async (resource: string, id: Identifier, known?: unknown): Promise<ConsoleRecord> => {
    if (hasDialect(resource)) return (await rest.delete(resource, { id })).data
    const record = await recordOf(resource, id, known)
    await act(resource, { name: 'delete', input: {} }, record)
    return record
  }
  const change = async (resource: string, { id, data, previousData }: UpdateParams) => {
    const previous = await recordOf(resource, id, previousData)
    return { data: (await act(resource, changeOf(find(resource), data, previous), previous)).record }
  }
  return {
    getOne: readOne,
    create: async (resource: string, params: CreateParams) => {
      if (hasDialect(resource)) return rest.create(resource, params)
      const { data } = params
      const { id } = await act(resource, additionOf(find(resource), data))
      return { data: { ...data, id } }
    },
    update: async (resource: string, params: UpdateParams) =>
      hasDialect(resource) ? rest.update(resource, params) : change(resource, params),
    delete: async (resource: string, { id, previousData }: DeleteParams) => ({
      data: await remove(resource, id, previousData),
    }),
    deleteMany: async (resource: string, { ids }: DeleteManyParams) => {
      for (const id of ids) await remove(resource, id)
      return { data: ids }
    },
  }
}
