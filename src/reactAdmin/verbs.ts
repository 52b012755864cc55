import 'virtual:wholeModel'
import { isSeen } from '../../dataProvider/dialectMethods.ts'
import type { GetOneParams } from 'ra-core'
import { HttpError } from '../../dataProvider/HttpError.ts'
import type {
  ConsoleDataProvider,
  ConsoleRecord,
  CreateParams,
  DeleteParams,
  UpdateParams,
} from '../../dataProvider/types.ts'
import type { Resource, ResolvedAction } from '../../language/resource.ts'
import { holds } from '../../language/predicate.ts'
import { fieldsOfId, idOf } from '../../language/recordId.ts'
import { readRecord } from '../../language/readRecord.ts'
import { isEqual, type Values } from '../../language/pointer.ts'
import { isMaskedField } from '../../language/personal.ts'
import { initialTyped, inputErrors, inputValues, shownAction, type SentInputs } from '../actions/inputs.ts'
import { REFUSED } from '../inputs/inputError.ts'
import { typedValue, type InputValues } from '../inputs/inputValue.ts'

/** What a form of react-admin gives to an action: its values, those that differ, and the record that was shown. */
interface Given {
  readonly data: Values
  readonly changed: readonly string[]
  readonly record?: Values | undefined
}

/** The values as the action's own dialog would have them. Masked values are left out unless the person has typed new ones. */
function typedIn({ record: { properties } }: Resource, action: ResolvedAction, { data, changed, record }: Given) {
  const given = Object.entries(action.input).flatMap(([name, input]) =>
    name in data ? [[name, typedValue(input, data[name])] as const] : [],
  )
  const shown = Object.entries({ ...initialTyped(action, record ?? {}), ...Object.fromEntries(given) })
  const isSendable = (name: string) =>
    changed.includes(name) || !isMaskedField(properties[action.input[name]?.field ?? name])
  return Object.fromEntries(shown.filter(([name]) => isSendable(name))) satisfies InputValues
}

/** True when a value would be sent as another one, such as a choice that does not exist. */
function isLost(value: unknown, sent: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && !(Array.isArray(sent) && sent.length === value.length)
  const isBlank = typeof value === 'string' ? value.trim() === '' : (value ?? null) === null
  return !isBlank && (sent ?? null) === null
}

/**
 * The input that the action's own dialog would send, after its checks. Throws the messages by field, in the words of the
 * dialog.
 */
function sentInputOf(definition: Resource, action: ResolvedAction, given: Given): SentInputs {
  const record = given.record ?? {}
  const typed = typedIn(definition, action, given)
  const shown = shownAction(action, record, typed)
  const sent = inputValues(shown, record, typed)
  const lost = given.changed.filter((name) => name in action.input && isLost(given.data[name], sent[name]))
  const errors = {
    ...Object.fromEntries(lost.map((name) => [name, REFUSED])),
    ...inputErrors(shown, record, typed),
  }
  const [first] = Object.values(errors)
  if (first !== undefined) throw new HttpError(400, { code: 'MALFORMED_REQUEST', message: first, fields: errors })
  return sent
}

type Id = ConsoleRecord['id']
type Verb = 'create' | 'update' | 'delete'

const WHOLE = { pagination: { page: 1, perPage: 100_000 } } as const

/** The declared fields that differ. A form sends all of its inputs, including untouched ones. */
const changesIn = ({ record }: Resource, data: Values, previous: Values): readonly string[] =>
  Object.keys(record.properties).filter((field) => field in data && !isEqual(data[field], previous[field]))

/** True when an action makes exactly these changes, through its constants and its input from the person. */
function makes({ body, input }: ResolvedAction, data: Values, changed: readonly string[]): boolean {
  const isTaken = (field: string) => field in input || (field in body && body[field] === data[field])
  return changed.length > 0 && changed.every(isTaken) && Object.keys(body).every((field) => changed.includes(field))
}

/** The actions that a verb may be, those of the binding of its name first. */
const actionsFor = ({ actions }: Resource, verb: Verb): readonly (readonly [string, ResolvedAction])[] =>
  Object.entries(actions).toSorted(
    ([, one], [, other]) => Number(other.binding === verb) - Number(one.binding === verb),
  )

/** An action, and the values that it is to send. */
interface Chosen {
  readonly name: string
  readonly data: Values
  readonly changed: readonly string[]
}

function changeOf(definition: Resource, data: Values, previous: ConsoleRecord): Chosen {
  const changed = changesIn(definition, data, previous)
  const found = actionsFor(definition, 'update').find(
    ([, action]) => action.scope !== 'list' && makes(action, data, changed) && holds(action.when, previous),
  )
  if (found === undefined) throw new Error(`No action of ${definition.name} changes ${changed.join(', ') || 'nothing'}`)
  return { name: found[0], data, changed }
}

function additionOf(definition: Resource, data: Values): Chosen {
  const given = Object.keys(data).filter((field) => data[field] !== undefined && data[field] !== null)
  const found = actionsFor(definition, 'create').find(
    ([, { scope, input }]) => scope === 'list' && given.length > 0 && given.every((field) => field in input),
  )
  if (found === undefined)
    throw new Error(`No action of ${definition.name} adds a record of ${given.join(', ') || 'nothing'}`)
  return { name: found[0], data, changed: given }
}

function removalOf(definition: Resource): Chosen {
  const own = actionsFor(definition, 'delete').find(
    ([, { binding, scope }]) => binding === 'delete' && scope !== 'list',
  )
  return {
    name: Object.hasOwn(definition.actions, 'delete') ? 'delete' : (own?.[0] ?? 'delete'),
    data: {},
    changed: [],
  }
}

/** A record, or values of one, by the fields of the list: react-admin has them as `getOne` answers them. */
function asRecord(definition: Resource, values: Values, id: Id): ConsoleRecord {
  const found = definition.detail === null ? fieldsOfId(definition, id) : readRecord(definition, values, id)
  return { ...values, ...Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)), id }
}

/**
 * A failure with its messages where react-admin's forms look for them: about single values, and about all. Without any, a form
 * takes its values for saved, and no longer warns before they are lost.
 */
const forForms = (error: unknown): unknown =>
  error instanceof HttpError && error.status !== 401
    ? new HttpError(error.status, {
        ...error.body,
        errors: { ...error.body.fields, 'root.serverError': error.message },
      })
    : error

const unnamed = (label: string): HttpError =>
  new HttpError(502, {
    code: 'UNEXPECTED_ANSWER',
    message: `This was added to ${label}, but the answer does not say as which record. Look at the list before you repeat it.`,
  })

/** Options of the verbs. `onChange` gets the resources that a change affects. */
export interface VerbOptions {
  readonly provider: ConsoleDataProvider
  readonly definitions: readonly Resource[]
  readonly onChange: (resources: readonly string[]) => void
}

/** Reads one record. Without a call for it, it comes from its list, if that list is read whole. */
async function readOne(provider: ConsoleDataProvider, { name, bindings, list }: Resource, params: GetOneParams) {
  if (bindings['getOne'] !== undefined) return provider.getOne(name, params)
  if (list?.paging !== 'client') throw new Error(`No call of ${name} reads one record`)
  const { data } = await provider.getList(name, WHOLE)
  const record = data.find(({ id }) => String(id) === String(params.id))
  if (record === undefined) throw Object.assign(new Error('This record does not exist'), { status: 404 })
  return { data: record }
}

/** Runs an action with the input that its own dialog would send, and says what it changes. */
async function act({ provider, onChange }: VerbOptions, definition: Resource, chosen: Chosen, record?: ConsoleRecord) {
  const { name: resource, actions } = definition
  const action = actions[chosen.name]
  const input = action && sentInputOf(definition, action, { ...chosen, record })
  const { data } = await provider.action(resource, {
    name: chosen.name,
    ...(input && { input }),
    ...(record && { record }),
  })
  onChange([resource, ...(action?.refetch ?? [])])
  return data
}

/**
 * react-admin's verbs on top of the declared actions, those of the bindings `create`, `update` and `delete` first. A
 * change runs the one action that makes it, as its dialog does, or fails, so the action's permission, condition, version
 * and audit apply. A resource with a dialect has its own verbs. What is answered was read from the service.
 */
export function createVerbs(options: VerbOptions) {
  const { provider, definitions, onChange } = options
  const find = (resource: string): Resource => {
    const found = definitions.find(({ name }) => name === resource)
    if (found === undefined) throw new Error(`There is no resource ${resource}`)
    return found
  }
  /** A verb, by the dialect's own call or by an action. A dialect's changes affect their own resource alone. */
  const verb =
    <Params, Answer>(
      own: (resource: string, params: Params) => Promise<Answer>,
      byAction: (definition: Resource, params: Params) => Promise<Answer>,
    ) =>
    async (resource: string, params: Params): Promise<Answer> => {
      const definition = find(resource)
      try {
        if (definition.dialect === null) return await byAction(definition, params)
        const answer = await own(resource, params)
        onChange([resource])
        return answer
      } catch (error) {
        throw forForms(error)
      }
    }
  /** The record as it is now; as it was answered, where it can't be read. */
  const reread = async (definition: Resource, answered: ConsoleRecord) =>
    readOne(provider, definition, { id: answered.id }).catch(() => ({ data: answered }))
  const recordOf = async (definition: Resource, id: Id, known?: Values): Promise<ConsoleRecord> =>
    asRecord(definition, isSeen(known) ? known : (await readOne(provider, definition, { id })).data, id)
  const remove = verb<DeleteParams, { data: ConsoleRecord }>(provider.delete, async (definition, params) => {
    const record = await recordOf(definition, params.id, params.previousData)
    await act(options, definition, removalOf(definition), record)
    return { data: record }
  })
  return {
    getOne: async (resource: string, params: GetOneParams) => readOne(provider, find(resource), params),
    create: verb<CreateParams, { data: ConsoleRecord }>(provider.create, async (definition, { data }) => {
      const { answer } = await act(options, definition, additionOf(definition, data))
      const id = idOf(definition, answer)
      if (id === undefined) throw unnamed(definition.label)
      return reread(definition, { ...answer, id })
    }),
    update: verb<UpdateParams, { data: ConsoleRecord }>(provider.update, async (definition, params) => {
      const { id, data, previousData } = params
      const previous = await recordOf(definition, id, previousData)
      const change = changeOf(definition, asRecord(definition, data, id), previous)
      return reread(definition, (await act(options, definition, change, previous)).record)
    }),
    delete: remove,
    deleteMany: async (resource: string, { ids }: { readonly ids: readonly Id[] }) => {
      for (const id of ids) await remove(resource, { id })
      return { data: [...ids] }
    },
  }
}
