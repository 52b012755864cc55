import type { Resource } from '../language/resource.ts'
import type { Verb, Operation } from '../language/operations.ts'
import type { Caller } from './createCaller.ts'
import { notLoaded } from './HttpError.ts'
import type { simpleRest } from './simpleRest.ts'
import type { ConsoleRecord, UpdateParams } from './types.ts'

/** react-admin's methods that no definition binds. */
export type UnboundVerb = 'updateMany' | 'deleteMany'

const actionsOf = ({ actions, bindings }: Resource, verb: string): readonly string[] =>
  Object.hasOwn(bindings, verb)
    ? Object.entries(actions).flatMap(([name, { binding }]) => (binding === verb ? [name] : []))
    : []

/** The error for a method that the definition does not bind: the mistake, and what to call instead. */
export function unboundError(definition: Resource, verb: UnboundVerb | Verb): Error {
  const { name, partOf } = definition
  if (partOf !== null && ['list', 'listFiltered', 'getOne'].includes(verb)) {
    const message = `${name} declares no binding for ${verb}: its records come with ${partOf.resource}`
    return new Error(`${message}, call getOne('${partOf.resource}', { id }) and readPart`)
  }
  const actions = actionsOf(definition, verb)
  return new Error(
    actions.length === 0
      ? `${definition.name} declares no binding for ${verb}`
      : `${definition.name} binds ${verb} to actions only: call action('${definition.name}', { name }) with one of ${actions.join(', ')}`,
  )
}

/** True for a record that was read: an id alone says nothing about it. */
export const isSeen = (record: UpdateParams['previousData']): record is NonNullable<typeof record> =>
  Object.keys(record ?? {}).some((field) => field !== 'id')

type SimpleRest = typeof simpleRest

interface DialectOptions {
  readonly caller: Caller
  readonly operationOf: (resource: string, verb: Verb) => Operation
  readonly watched: <T>(answer: Promise<T>) => Promise<T>
}

/** An answer of the type that its caller names, as react-admin wants it; the actual type is the definition's. */
export const named = async <Answer>(answer: Promise<unknown>): Promise<Answer> => (await answer) as Answer

/**
 * The react-admin methods that a dialect serves. Most consoles have no such resource, so the code loads once, on the
 * first call. It is loaded again if that failed.
 */
export function createDialectMethods({ caller, operationOf, watched }: DialectOptions) {
  let loading: Promise<SimpleRest> | undefined
  const load = (): Promise<SimpleRest> =>
    (loading ??= import('./simpleRest.ts').then(
      (module) => module.simpleRest,
      () => {
        loading = undefined
        throw notLoaded()
      },
    ))
  /** react-admin lets the caller name a record's type; the actual type is the definition's. */
  const method =
    <Params>(
      verb: Verb,
      choose: (methods: SimpleRest) => (caller: Caller, operation: Operation, params: Params) => Promise<unknown>,
    ) =>
    async <Answer>(resource: string, params: Params): Promise<Answer> => {
      const operation = operationOf(resource, verb)
      return named<Answer>(watched(choose(await load())(caller, operation, params)))
    }
  const getOne = method('getOne', (methods) => methods.getOne)
  const update = method('update', (methods) => methods.update)
  return {
    getList: method('list', (methods) => methods.getList),
    getOne,
    getMany: method('getMany', (methods) => methods.getMany),
    create: method('create', (methods) => methods.create),
    /** A change names the version of its record, which is read first where the caller knows no more than its id. */
    update: async <Answer>(resource: string, params: UpdateParams): Promise<Answer> => {
      const { id, previousData } = params
      if (isSeen(previousData) || operationOf(resource, 'update').definition.dialect === null)
        return update(resource, params)
      const { data } = await getOne<{ data: ConsoleRecord }>(resource, { id })
      return update(resource, { ...params, previousData: data })
    },
    delete: method('delete', (methods) => methods.delete),
  }
}
