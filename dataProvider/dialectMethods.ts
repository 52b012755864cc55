import type { Operation, Verb } from '../language/operations.ts'
import type { Caller } from './createCaller.ts'
import { notLoaded } from './HttpError.ts'
import type { simpleRest } from './simpleRest.ts'

type SimpleRest = typeof simpleRest

/** Of what the methods are made. */
interface DialectOptions {
  readonly caller: Caller
  readonly operationOf: (resource: string, verb: Verb) => Operation
  readonly watched: <T>(answer: Promise<T>) => Promise<T>
}

/**
 * The methods of react-admin that a dialect serves. Most consoles have no such resource: the code comes with the first
 * call, once, and is asked for again where it did not come.
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
  /** react-admin lets the caller name the type of a record; what comes is what the definition declares. */
  const method =
    <Params>(
      verb: Verb,
      choose: (methods: SimpleRest) => (caller: Caller, operation: Operation, params: Params) => Promise<unknown>,
    ) =>
    async <Answer>(resource: string, params: Params): Promise<Answer> => {
      const operation = operationOf(resource, verb)
      return (await watched(choose(await load())(caller, operation, params))) as Answer
    }
  return {
    getList: method('list', (methods) => methods.getList),
    getOne: method('getOne', (methods) => methods.getOne),
    getMany: method('getMany', (methods) => methods.getMany),
    create: method('create', (methods) => methods.create),
    update: method('update', (methods) => methods.update),
    delete: method('delete', (methods) => methods.delete),
  }
}
