import { conditionFields } from '../availability.ts'
import { serviceIn } from '../binding.ts'
import { comparedFields } from '../recordVersion.ts'
import { isConditional } from '../operations.ts'
import { piiOf } from '../personal.ts'
import { isMasked } from '../pii.ts'
import { isValues } from '../pointer.ts'
import { isPresent } from '../predicate.ts'
import type { ListResource, ResolvedAction, Resource } from '../resource.ts'
import { detailFields, stateReadOf } from '../stateRead.ts'
import { isSearch } from '../rowQuery.ts'
import { requestFields } from './fields.ts'
import { entriesOf, joinNames, type Finding, type Rule, type Rules, foundUnless, foundIf } from './problem.ts'

/** The actions whose record the gateway reads before the call. */
const conditional = ({ name, actions, bindings }: Resource): readonly (readonly [string, ResolvedAction])[] =>
  entriesOf(actions).flatMap(([own, action]) => {
    const { effect = 'read', download } = bindings[action.binding] ?? {}
    const kind = download === undefined ? 'action' : 'download'
    return isConditional({ action, effect, kind }) ? [[`${name}.actions.${own}`, action] as const] : []
  })

/** An action on the list as a whole has no record, so it can have no conditions about one. */
const withoutRecord: Rule = ({ name, actions }) =>
  entriesOf(actions)
    .filter(([, action]) => action.scope === 'list' && (conditionFields(action).length > 0 || action.recheck))
    .map(([action]) => ({
      where: `${name}.actions.${action}`,
      message: `depends on a record, and the list as a whole is none: remove 'when', 'blocked' and 'recheck', or place it at a row`,
    }))

/** The fields that a record's row can be found by: those of its detail, else those that the call names. */
const findable = (definition: ListResource, { binding }: ResolvedAction): readonly string[] => {
  if (definition.bindings['getOne'] !== undefined) return detailFields(definition)
  const called = definition.bindings[binding]
  return [...new Set(['id', ...(called === undefined ? [] : requestFields(called))])]
}

function unreadable(definition: ListResource, where: string, action: ResolvedAction): readonly Finding[] {
  const { fromRow } = stateReadOf(definition, [...conditionFields(action), ...comparedFields(definition, action)])
  const { list, name, record, bindings } = definition
  // Another rule names those that are no field.
  const unread = fromRow.filter((field) => Object.hasOwn(record.properties, field))
  const asked = Object.values(list.find).flat()
  if (unread.length === 0 || (list.paging === 'client' && asked.length === 0)) return []
  const known = findable(definition, action)
  const unknown = asked.filter((field) => Object.hasOwn(record.properties, field) && !known.includes(field))
  if (asked.length === 0) {
    const detail =
      bindings['getOne'] === undefined ? 'declare bindings.getOne with show.record' : 'name it in show.record'
    const message = `depends on ${joinNames(unread)}, which the gateway cannot read before it makes the call: ${detail}, or declare list.find, which finds the record's row`
    return [{ where, message }]
  }
  return foundUnless(
    unknown.length === 0,
    where,
    `needs the row of its record, and ${name}.list.find asks for ${joinNames(unknown)}, which is not known before; known are: ${joinNames(known)}`,
  )
}

const readable: Rule = (definition) =>
  definition.kind === 'list'
    ? conditional(definition).flatMap(([where, action]) => unreadable(definition, where, action))
    : []

/** The gateway adds a clock's field to answers for the browser. No read of its own has it. */
const clocked: Rule = (definition) =>
  conditional(definition)
    .filter(([, action]) => definition.kind === 'nested' && conditionFields(action).includes('first_seen_at'))
    .map(([where]) => ({ where, message: `depends on 'first_seen_at', which the service does not have: remove it` }))

const masked: Rule = (definition) =>
  conditional(definition).flatMap(([where, { when, blocked }]) =>
    [when, ...blocked.map((each) => each.when)]
      .flatMap(entriesOf)
      .filter(([field, condition]) => isMasked(piiOf(definition, field)) && !isAboutPresence(condition))
      .map(([field]) => ({
        where,
        message: `compares '${field}', of which screens have only the masked value: ask with 'exists' whether there is one`,
      })),
  )

const isAboutPresence = (condition: unknown): boolean =>
  isValues(condition) && Object.keys(condition).every((comparison) => comparison === 'exists')

/** The ETag of a record is what its own read answers, by the service that gets it back. */
const versioned: Rule = ({ name, actions, bindings }) =>
  entriesOf(actions)
    .filter(([, { sendsIfMatch, binding }]) => {
      const [read, call] = [bindings['getOne']?.call, bindings[binding]?.call ?? '']
      const isSame = read !== undefined && serviceIn(read) === serviceIn(call)
      return sendsIfMatch === true && (!isSame || call.startsWith('GET '))
    })
    .map(([action]) => ({
      where: `${name}.actions.${action}.recheck`,
      message: `sends an ETag that nothing reads: declare bindings.getOne of the same service, and call that by POST, PUT, PATCH or DELETE`,
    }))

/** react-admin's `delete` is an operation of its own, which would go around the conditions of the action. */
const goneAround: Rule = ({ name, actions, dialect }) =>
  entriesOf(actions)
    .filter(([, action]) => dialect !== null && action.binding === 'delete' && conditionFields(action).length > 0)
    .map(([action]) => ({
      where: `${name}.actions.${action}`,
      message: `has conditions that the call 'delete' does not have: remove permissions.delete and declare a binding for the action`,
    }))

/** The parameters that find a row, and the switches that need one. */
const finding: Rule = (definition) => {
  if (definition.kind !== 'list') return []
  const { name, list, show } = definition
  const parameters = [...(list.search === undefined ? [] : ['search']), ...Object.keys(list.filters)]
  const unknown = Object.keys(list.find).filter((each) => !isSearch(each, list) && !parameters.includes(each))
  const hasSwitches = (show?.header.switches ?? []).length > 0
  return [
    ...unknown.map((each) => ({
      where: `${name}.list.find`,
      message: `asks by '${each}', parameters of the list are: ${joinNames(parameters, each)}`,
    })),
    ...entriesOf(list.find)
      .filter(([, fields]) => !isPresent(fields))
      .map(([each]) => ({
        where: `${name}.list.find.${each}`,
        message: `has no field: name those whose value finds the row`,
      })),
    ...foundIf(
      hasSwitches && !isPresent(list.find),
      `${name}.show.actions`,
      `draws a switch, which needs the record's row: declare list.find, which finds it`,
    ),
  ]
}

/** Rules about the reads that the gateway makes to check a record before a call. */
export const stateRules: Rules = [
  ['no-record', withoutRecord],
  ['unreadable-condition', readable],
  ['unreadable-condition', clocked],
  ['unread-etag', versioned],
  ['masked-condition', masked],
  ['condition-gone-around', goneAround],
  ['unfindable-row', finding],
]
