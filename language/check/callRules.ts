import type { JSONSchema } from 'json-schema-to-ts'
import type { Binding } from '../binding.ts'
import type { Resource } from '../resource.ts'
import { answerFields, isCall } from '../operations.ts'
import type { RestVerb } from '../simpleRest.ts'
import { strayIds } from './answers.ts'
import { entriesOf, type Finding, type Rule, type Rules } from './problem.ts'
import { leavesOf, type Leaf, serviceIn } from '../binding.ts'

const callsAreWritten: Rule = ({ name, bindings, reads }) =>
  [...entriesOf(bindings), ...entriesOf(reads)]
    .filter(([, { call }]) => !isCall(call))
    .map(([own, { call }]) => ({
      where: `${name}.${Object.hasOwn(bindings, own) ? 'bindings' : 'reads'}.${own}`,
      message: `has the call '${call}', which is none: write it as 'GET {service}/path', the service in lower-case letters`,
    }))

const nestedInQuery: Rule = ({ name, bindings, reads }) => {
  const calls = [
    ...entriesOf(bindings).map(([binding, { query }]) => [`bindings.${binding}`, query] as const),
    ...entriesOf(reads).map(([read, { query }]) => [`reads.${read}`, query] as const),
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

function uploading(where: string, { call, upload, download, body }: Binding): readonly Finding[] {
  if (upload === undefined) return []
  const say = (message: string): Finding => ({ where, message })
  const isNested = entriesOf(body).some(([, source]) => 'nested' in source)
  return [
    ...(call.startsWith('POST ') ? [] : [say(`carries a file, which goes by POST alone`)]),
    ...(download === undefined ? [] : [say(`carries a file and answers with one: declare two bindings`)]),
    ...(isNested ? [say(`sends an object, which no form can hold`)] : []),
    ...(upload.field.trim() === '' ? [say(`has no name: say what the form calls the file`)] : []),
    ...(Object.hasOwn(body ?? {}, upload.field)
      ? [say(`calls the file '${upload.field}', which is the name of another value`)]
      : []),
  ]
}

const uploads: Rule = (definition) => {
  const { name, bindings, actions } = definition
  return entriesOf(bindings).flatMap(([binding, declared]) => [
    ...uploading(`${name}.bindings.${binding}.upload`, declared),
    ...(declared.upload === undefined ? [] : actionsOf(definition, binding))
      .filter((action) => Object.keys(actions[action]?.input ?? {}).length > 0)
      .map((action) => ({
        where: `${name}.actions.${action}.input`,
        message: `is never sent: ${binding} carries a file and values of the record`,
      })),
  ])
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

/** The reference for the audit trail must be declared in the answer, because undeclared values never arrive. */
const references: Rule = ({ name, bindings, record }) =>
  entriesOf(bindings).flatMap(([binding, { response }]) => {
    const { properties } = response.schema ?? record
    const schema = { type: 'object', properties: { ...answerFields, ...properties } } as JSONSchema
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

const isParameter = (source: Leaf, parameters: readonly string[]): boolean =>
  'param' in source && parameters.includes(source.param)

/** A cursor needs the place that it comes from, and what says where the next page is needs a parameter to send. */
const cursors: Rule = ({ name, bindings, dialect }) =>
  entriesOf(dialect === null ? bindings : {}).flatMap(([binding, { query, body, response }]) => {
    const sources = leavesOf({ ...query, ...body }).map(([, source]) => source)
    const hasCursor = sources.some((source) => isParameter(source, ['cursor']))
    const isPaged = sources.some(
      (source) => 'json' in source || isParameter(source, ['cursor', 'page', 'pageIndex', 'offset']),
    )
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
  ['page-not-sent', cursors],
]
