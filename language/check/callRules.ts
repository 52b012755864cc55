import { type FieldSchema, itemSchema, type ObjectSchema } from '../schema.ts'
import {
  type Binding,
  FORM,
  type Upload,
  leavesOf,
  type Leaf,
  type ListParameter,
  serviceIn,
  uploadKinds,
} from '../binding.ts'
import type { Resource } from '../resource.ts'
import { takesEvidence } from '../evidence.ts'
import { answerFields, requestSchema } from '../operationSchemas.ts'
import { typeOf } from '../input.ts'
import { isCall, type Operation, operationsOf } from '../operations.ts'
import type { RestVerb } from '../simpleRest.ts'
import { strayIds } from './answers.ts'
import { CALL_BYTES, limitText } from '../uploads.ts'
import { entriesOf, joinNames, type Rule, type Rules, strangers } from './problem.ts'
import { isPageParameter } from '../paging.ts'

const callsAreWritten: Rule = ({ name, bindings, reads }) =>
  [...entriesOf(bindings), ...entriesOf(reads)]
    .filter(([, { call }]) => !isCall(call))
    .map(([own, { call }]) => ({
      where: `${name}.bindings.${own}`,
      message: `has the call '${call}', which is none: write it as 'GET {service}/path', the service in lower-case letters`,
    }))

const nestedInQuery: Rule = ({ name, bindings, reads }) => {
  const calls = [
    ...entriesOf(bindings).map(([binding, { query }]) => [`bindings.${binding}`, query] as const),
    ...entriesOf(reads).map(([read, { query }]) => [`bindings.${read}`, query] as const),
  ]
  return calls.flatMap(([place, query]) =>
    entriesOf(query)
      .filter(([, source]) => 'nested' in source)
      .map(([wire]) => ({
        where: `${name}.${place}.query.${wire}`,
        message: `is an object, which no address can hold: put it into the body`,
      })),
  )
}

const actionsOf = ({ actions }: Resource, binding: string): readonly string[] =>
  entriesOf(actions).flatMap(([action, declared]) => (declared.binding === binding ? [action] : []))

function fileProblems({ field, kinds, maxBytes, maxFiles, rows }: Upload): readonly string[] {
  const known = Object.keys(uploadKinds)
  const unknown = kinds.filter((kind) => !known.includes(kind))
  const isCount = Number.isSafeInteger(maxFiles) && maxFiles > 0
  const isSize = Number.isSafeInteger(maxBytes) && maxBytes > 0
  const least = isCount && isSize ? maxFiles * maxBytes : 0
  return [
    ...(field.trim() === '' ? [`has no name: say what the form calls the file`] : []),
    ...(kinds.length === 0 ? [`accepts no kind of file: name one of ${joinNames(known)}`] : []),
    ...unknown.map((kind) => `accepts '${kind}', which is no kind of file; kinds are: ${joinNames(known, kind)}`),
    ...(isSize ? [] : [`has no maximum size: give maxBytes as a whole number of bytes, such as 5 * 1024 * 1024`]),
    ...(isCount ? [] : [`has a maxFiles that is no number of files: give a whole number, 1 or more`]),
    ...(rows === undefined || (kinds.join() === 'table' && maxFiles === 1)
      ? []
      : [`says what the rows contain, which only one table has: use kind: 'table'`]),
    ...(least > CALL_BYTES
      ? [
          `accepts ${limitText(least)} in one call, which is more than ${limitText(CALL_BYTES)}: lower maxBytes or maxFiles`,
        ]
      : []),
  ]
}

function callProblems({ call, download, body }: Binding, upload: Upload): readonly string[] {
  const sources = leavesOf(body).map(([, source]) => source)
  const isNested = entriesOf(body).some(([, source]) => 'nested' in source)
  const { isBody, maxFiles } = upload
  return [
    ...(/^(POST|PUT|PATCH) /.test(call) ? [] : [`carries a file, which goes by POST, PUT or PATCH`]),
    ...(isBody === true && sources.length > 0
      ? [`has its file as the whole body, so other values have no place there: name the file with 'field'`]
      : []),
    ...(isBody === true && maxFiles !== 1
      ? [`has its file as the whole body, which can only be one: name the files with 'field'`]
      : []),
    ...(download === undefined ? [] : [`carries a file and answers with one: declare two bindings`]),
    ...(isNested ? [`sends an object, which no form can hold`] : []),
    ...(isBody !== true && Object.hasOwn(body ?? {}, upload.field)
      ? [`calls the file '${upload.field}', which is the name of another value`]
      : []),
    ...(upload.required === undefined && sources.every((source) => 'const' in source)
      ? [`may be sent without a file, and sends nothing else: say with 'required' what is missing`]
      : []),
  ]
}

/** The operations of a definition, where each of its calls is one. */
const operationsIn = (definition: Resource): readonly Operation[] =>
  [...Object.values(definition.bindings), ...Object.values(definition.reads)].every(({ call }) => isCall(call))
    ? operationsOf(definition)
    : []

const uploads: Rule = (definition) => {
  const { name, bindings } = definition
  const operations = operationsIn(definition)
  return entriesOf(bindings).flatMap(([binding, declared]) => {
    if (declared.upload === undefined) return []
    const users = operations.filter((operation) => operation.binding === binding)
    const problems = [
      ...fileProblems(declared.upload),
      ...callProblems(declared, declared.upload),
      ...(users.every(({ kind }) => kind === 'upload' || kind === 'download')
        ? []
        : [`is for the calls of actions and forms`]),
      ...(users.some(({ queryInBody }) => queryInBody)
        ? [`has personal data in its query, which can't be sent with a file: move it to the body`]
        : []),
      ...(users.some(({ action }) => takesEvidence(action))
        ? [`belongs to an action with evidence, which can't be sent with a file: use another call for the file`]
        : []),
    ]
    return problems.map((message) => ({ where: `${name}.bindings.${binding}.upload`, message }))
  })
}

const assumptions: Rule = (definition) =>
  entriesOf(definition.bindings)
    .filter(
      ([binding, { assumed }]) => assumed === true && binding !== 'list' && actionsOf(definition, binding).length === 0,
    )
    .map(([binding]) => ({
      where: `${definition.name}.bindings.${binding}.assumed`,
      message: `is for the list and the calls of actions, and no action uses this one`,
    }))

const restVerbs: readonly string[] = ['list', 'getOne', 'getMany', 'create', 'update', 'delete'] satisfies RestVerb[]

/** Parts of requests that only a dialect may create. */
const sourcesOfDialects: Rule = ({ name, bindings, dialect }) =>
  entriesOf(bindings)
    .filter(([binding]) => dialect === null || !restVerbs.includes(binding))
    .flatMap(([binding, { query, body }]) =>
      leavesOf({ ...query, ...body })
        .filter(([, source]) => 'set' in source || 'json' in source)
        .map(([wire]) => ({
          where: `${name}.bindings.${binding}.${wire}`,
          message: `is written as a dialect writes it: take a field, an input, a filter or a constant`,
        })),
    )

const MERGE_PATCH = 'application/merge-patch+json'
const TYPES = /^application\/(?!json-patch)[\w.-]+\+json$/

function typeProblem({ call, contentType, upload }: Binding): string | undefined {
  if (contentType === undefined) return undefined
  if (upload !== undefined) return `is for a body without files, and this call sends some: remove it`
  if (call.startsWith('GET ')) return `is for a body, which a GET does not have: remove it`
  if (contentType === MERGE_PATCH && !call.startsWith('PATCH '))
    return `is for a PATCH, which this call is not: remove it`
  if (contentType === FORM || TYPES.test(contentType)) return undefined
  return `is '${contentType}', which no call sends: a body is a form, '${FORM}', or an object of JSON, such as 'application/vnd.api+json'`
}

const contentTypes: Rule = ({ name, bindings }) =>
  entriesOf(bindings).flatMap(([binding, declared]) => {
    const message = typeProblem(declared)
    return message === undefined ? [] : [{ where: `${name}.bindings.${binding}.contentType`, message }]
  })

/** True for an object, and for a list of them. */
const isNested = (schema: FieldSchema | undefined): boolean =>
  typeof schema === 'object' && (typeOf(schema) === 'object' || isNested(itemSchema(schema)))

const formsAreFlat: Rule = (definition) =>
  operationsIn(definition)
    .filter(({ contentType }) => contentType === FORM)
    .flatMap((operation) =>
      entriesOf(requestSchema(operation).properties.body?.properties ?? {})
        .filter(([, schema]) => isNested(schema as FieldSchema))
        .map(([wire]) => ({
          where: `${definition.name}.bindings.${operation.binding}.body.${wire}`,
          message: `is an object, which a form does not have: send each of its values under a name of its own, such as '${wire}[city]'`,
        })),
    )

/** The reference for the audit trail must be declared in the answer, because undeclared values never arrive. */
const references: Rule = ({ name, bindings, record }) =>
  entriesOf(bindings).flatMap(([binding, { response }]) => {
    const { properties } = response.schema ?? record
    const schema: ObjectSchema = { type: 'object', properties: { ...answerFields, ...properties } }
    const places = response.reference === undefined ? [] : [response.reference]
    const where = `${name}.bindings.${binding}.reference`
    return strayIds(where, places, { schema, called: `the answer of ${binding}` })
  })

/** The state of an accepted call is read from the service that accepted it. */
const polls: Rule = ({ name, bindings }) =>
  entriesOf(bindings).flatMap(([binding, { call, poll, download }]) => {
    if (poll === undefined) return []
    const where = `${name}.bindings.${binding}.poll`
    return [
      ...(serviceIn(poll.call) === serviceIn(call)
        ? []
        : [{ where, message: `reads another service: an accepted call is followed at '${serviceIn(call)}'` }]),
      ...(download === undefined ? [] : [{ where, message: `follows a file: an accepted call ends with JSON` }]),
    ]
  })

const listParameters: readonly string[] = [
  'page',
  'pageIndex',
  'perPage',
  'offset',
  'startIndex',
  'cursor',
  'search',
  'ids',
] satisfies readonly ListParameter[]

const parametersExist: Rule = ({ name, bindings }) =>
  entriesOf(bindings).flatMap(([binding, { query, body }]) =>
    leavesOf({ ...query, ...body }).flatMap(([wire, source]) =>
      strangers(
        `${name}.bindings.${binding}.${wire}`,
        'param' in source ? [source.param] : [],
        listParameters,
        (param) => `is the parameter '${param}' of the list; parameters are: `,
      ),
    ),
  )

const isParameter = (source: Leaf, parameters: readonly string[]): boolean =>
  'param' in source && parameters.includes(source.param)

/** A cursor needs the place that it comes from, and what says where the next page is needs a parameter to send. */
const cursors: Rule = ({ name, bindings, dialect }) =>
  entriesOf(dialect === null ? bindings : {}).flatMap(([binding, { query, body, response }]) => {
    const sources = leavesOf({ ...query, ...body }).map(([, source]) => source)
    const hasCursor = sources.some((source) => isParameter(source, ['cursor']))
    const isPaged = sources.some((source) => 'json' in source || isPageParameter(source))
    const where = `${name}.bindings.${binding}`
    if (hasCursor && response.next === undefined)
      return [{ where: `${where}.next`, message: `is missing: say where the answer has the next page's cursor` }]
    return isPaged || (response.next ?? response.total ?? response.pageCount) === undefined
      ? []
      : [{ where, message: `says how the list goes on, but asks for no page: map { param: 'page' } or a cursor` }]
  })

/** Rules about the form of a call: nested objects, files, the stored reference, assumed and accepted calls, pages. */
export const callRules: Rules = [
  ['invalid-call', callsAreWritten],
  ['object-in-query', nestedInQuery],
  ['invalid-upload', uploads],
  ['unknown-place', references],
  ['needless-assumed', assumptions],
  ['dialect-source', sourcesOfDialects],
  ['invalid-poll', polls],
  ['invalid-content-type', contentTypes],
  ['object-in-form', formsAreFlat],
  ['page-not-sent', cursors],
  ['unknown-parameter', parametersExist],
]
