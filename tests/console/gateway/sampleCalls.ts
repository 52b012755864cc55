import { createDataProvider } from '../../../dataProvider/createDataProvider.ts'
import type { ConsoleDataProvider, ConsoleRecord } from '../../../dataProvider/types.ts'
import { compileValidators } from '../../../dataProvider/validators/compileValidators.ts'
import { type Operation, operationTable } from '../../../language/operations.ts'
import { requestSchema } from '../../../language/operationSchemas.ts'
import { isValues, type Values } from '../../../language/pointer.ts'
import { severalFormat, writeSeveral } from '../../../language/several.ts'
import { toWire } from '../../../language/coerceRecord.ts'
import { shownInputs } from '../../../language/shownInputs.ts'
import { typedText } from '../../../language/recordVersion.ts'
import type { Resource } from '../../../language/resource.ts'
import { objectOf } from '../../../language/input.ts'
import type { FieldSchema } from '../../../language/schema.ts'
import { writableFields } from '../../../language/simpleRest.ts'
import { model } from '../../../schemas/index.ts'
import { callOperation, sampleFilters, sampleInput, sampleSearch } from '../../framework/contract/callOperation.ts'
import { addedNames } from '../support/ownModel.ts'
import { sampleOf } from '../../framework/contract/sample.ts'
import { sampleState, type SampleState } from './sampleState.ts'

/** A part of a form: a value, or a file with its name. */
export type Part = readonly [name: string, content: string | Buffer, fileName?: string]

/** A call as the console's page makes it, without what says where the page comes from and who is signed in. */
export interface SampleCall {
  readonly state: SampleState
  readonly path: string
  /** Its values as the service gets them. */
  readonly query: Values
  readonly body: Values
  readonly evidence: Values | undefined
  /** The parts of a form. */
  readonly parts: readonly Part[]
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string | undefined
  readonly search: string
}

const ORIGIN = 'http://console.test'

async function partsOf(request: Request): Promise<readonly Part[]> {
  const form = [...(await request.formData())]
  return Promise.all(
    form.map(async ([name, value]) =>
      typeof value === 'string'
        ? ([name, value] as const)
        : ([name, Buffer.from(await value.arrayBuffer()), value.name] as const),
    ),
  )
}

/** The values that a person gives, without those of inputs that the others hide. */
function givenTo(operation: Operation, record: Values): Values {
  const given = sampleInput(operation)
  const shown = shownInputs(operation.action?.input ?? {}, { ...record, ...given })
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(shown, name)))
}

/** Another value of the schema, where it has one. */
function anotherOf(schema: FieldSchema | undefined, value: unknown): unknown {
  const { enum: choices, maximum } = objectOf(schema ?? {})
  if (Array.isArray(choices)) return choices.at(-1) as unknown
  if (typeof value === 'boolean') return !value
  return typeof value === 'number' ? (maximum ?? value + 1) : sampleOf(schema, 'another')
}

/** Calls what react-admin calls for a change of a collection. */
function change(provider: ConsoleDataProvider, { resource, binding, definition }: Operation, record: Values) {
  const known = record as ConsoleRecord
  const data: Values = Object.fromEntries(Object.keys(definition.record.properties).map((name) => [name, record[name]]))
  if (binding === 'create') return provider.create(resource, { data })
  if (binding === 'delete') return provider.delete(resource, { id: known.id, previousData: known })
  const changed: Values = Object.fromEntries(
    writableFields(definition.record).map((name) => [name, anotherOf(definition.record.properties[name], known[name])]),
  )
  return provider.update(resource, { id: known.id, data: changed, previousData: known })
}

/** The values of the browser in the forms and units of the service. */
const asSent = (
  sources: Operation['query'],
  values: unknown,
  schema?: ReturnType<typeof requestSchema>['properties']['path'],
): Values =>
  Object.fromEntries(
    Object.entries(isValues(values) ? values : {}).map(([name, value]) => {
      const source = sources[name] ?? { const: null }
      const isList = severalFormat(source) !== undefined && typeof value === 'string'
      const known: unknown = isList ? JSON.parse(value) : value
      return [name, writeSeveral(toWire(known, schema?.properties[name]), source)]
    }),
  )

async function callFor(operation: Operation, definitions: readonly Resource[]): Promise<SampleCall> {
  const state = sampleState(operation, definitions)
  const requests: Request[] = []
  const provider = createDataProvider({
    definitions,
    validators: compileValidators([operation.definition]),
    fetch: async (...asked) => {
      const request = new Request(...asked)
      const isOwn = request.headers.get('x-operation') === operation.id
      if (isOwn) requests.push(request)
      return isOwn ? Response.json({ code: 'FORBIDDEN' }, { status: 403 }) : Response.json(state.answer)
    },
    origin: ORIGIN,
  })
  const { record } = state
  const isSent = operation.definition.list?.search?.field === undefined
  const isChange = operation.definition.dialect !== null && operation.effect === 'mutate'
  const call = isChange
    ? change(provider, operation, record)
    : callOperation(provider, operation, {
        record,
        input: givenTo(operation, record),
        confirmation: operation.action && typedText(operation.action, record),
        filter: sampleFilters(operation),
        meta: isSent ? { search: sampleSearch(operation.definition) } : {},
        page: operation.response.next === undefined ? 2 : 1,
      })
  const failed = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  const [request] = requests
  if (request === undefined) throw new Error(`${operation.id} asks for nothing`, { cause: failed })
  const { pathname, search, searchParams } = new URL(request.url)
  const { 'content-type': type = '', ...headers } = Object.fromEntries(request.headers)
  const schemas = requestSchema(operation).properties
  const isForm = type.startsWith('multipart/')
  const payload = isForm ? '' : await request.text()
  const json = payload === '' ? undefined : (JSON.parse(payload) as Values)
  const isWrapped = operation.queryInBody || json?.['evidence'] !== undefined
  const parts = isForm ? await partsOf(request) : []
  const fields = parts.flatMap(([name, content, fileName]) =>
    fileName === undefined ? [[name, content] as const] : [],
  )
  return {
    state,
    path: pathname.slice(`/api/${operation.service}`.length),
    query: asSent(operation.query, operation.queryInBody ? json?.['query'] : Object.fromEntries(searchParams)),
    body: isForm
      ? Object.fromEntries(fields)
      : {
          ...(operation.replaces && isValues(state.answer) ? state.answer : {}),
          ...asSent(operation.body ?? {}, isWrapped ? json?.['body'] : json, schemas.body),
        },
    evidence: json?.['evidence'] as Values | undefined,
    parts,
    headers,
    payload: json === undefined ? undefined : payload,
    search,
  }
}

const calls = new Map<string, SampleCall | Error>()

/** Makes a call for each operation of the named definitions. */
export async function addSampleCalls(definitions: readonly Resource[], names: readonly string[]): Promise<void> {
  const added = [...operationTable(definitions).values()].filter(({ resource }) => names.includes(resource))
  await Promise.all(
    added.map(async (operation) => {
      const call = await callFor(operation, definitions).catch(
        (error: unknown) => new Error(`${operation.id} has no sample`, { cause: error }),
      )
      calls.set(operation.id, call)
    }),
  )
}

await addSampleCalls(model.definitions, addedNames)

/** The generated call of an operation, by its id; `undefined` where tests have written its values down. */
export function sampleCallOf(id: string): SampleCall | undefined {
  const call = calls.get(id)
  if (call instanceof Error) throw call
  return call
}
