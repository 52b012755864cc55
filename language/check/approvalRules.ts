import { leavesOf, type Leaf } from '../binding.ts'
import { isCall, operationsOf, type Operation } from '../operations.ts'
import { askedOf } from '../secondApprover.ts'
import type { ResolvedAction, Resource } from '../resource.ts'
import { entriesOf, type Rule, type Rules, strangers } from './problem.ts'

/** Methods of react-admin, which waits for their record and knows of no approval. */
const METHODS = ['create', 'update', 'delete']

/** What keeps an action from waiting for a second person. */
function obstaclesOf({ kind, bindings, dialect }: Resource, name: string, action: ResolvedAction): readonly string[] {
  const { upload, effect } = bindings[action.binding] ?? {}
  return [
    ...(effect === 'mutate' ? [] : [`changes nothing: a second person approves changes`]),
    ...(upload === undefined ? [] : [`sends files, which are not kept while it waits`]),
    ...(action.scope === 'list' ? [`is about the list as a whole, which is no record to look at`] : []),
    ...(dialect !== null && METHODS.includes(name) ? [`is react-admin's own method: declare an action`] : []),
    ...(kind === 'form' || action.recheck
      ? []
      : [`needs 'recheck': the second person approves the record that they have seen`]),
  ]
}

const canWait: Rule = (definition) =>
  entriesOf(definition.actions).flatMap(([name, action]) => {
    const { secondApprover } = action
    if (secondApprover === undefined) return []
    const where = `${definition.name}.actions.${name}.secondApprover`
    const asked = Object.keys(askedOf(definition, action))
    const names = typeof secondApprover === 'object' ? secondApprover : []
    return [
      ...obstaclesOf(definition, name, action).map((obstacle) => ({ where, message: `can't wait: it ${obstacle}` })),
      ...(secondApprover === 'acknowledged' && action.acknowledge === undefined
        ? [{ where, message: `is for what is acknowledged, and the action has no 'acknowledge'` }]
        : []),
      ...strangers(where, names, asked, (input) => `names '${input}', which is no input; they are: `),
    ]
  })

type Wire = ReadonlyMap<string, Leaf>

const wireOf = ({ query, body }: Operation): Wire => new Map(leavesOf({ ...query, ...body }))

const called = ({ service, method, path }: Operation): string =>
  `${method} {${service}}${path.replaceAll(/\{[^/]*\}/g, '{}')}`

/** True when a call sends other values than the approved one to its address: another constant, or other fields by PATCH. */
function isTold(wire: Wire, approved: Operation): boolean {
  const other = [...wireOf(approved)]
  const hasOtherConstant = other.some(([name, source]) => {
    const own = wire.get(name)
    return own !== undefined && 'const' in source && 'const' in own && source.const !== own.const
  })
  return hasOtherConstant || (approved.method === 'PATCH' && !other.some(([name]) => wire.has(name)))
}

/** True when a call sends a value for which another one, at its place, needs a second approver. */
function sendsMarked(wire: Wire, approved: Operation): boolean {
  const marked = approved.action?.secondApprover
  if (typeof marked !== 'object') return true
  return [...wireOf(approved)].some(
    ([name, source]) =>
      wire.has(name) &&
      (('input' in source && marked.includes(source.input)) || ('field' in source && marked.includes(source.field))),
  )
}

const changesOf = (definition: Resource): readonly Operation[] =>
  Object.values(definition.bindings).every(({ call }) => isCall(call))
    ? operationsOf(definition).filter(({ effect }) => effect === 'mutate')
    : []

/** What one person may not do alone must not be possible elsewhere. */
const isNotAvoided: Rule = (definition, all) => {
  const approved = all.flatMap(changesOf).filter(({ action }) => action?.secondApprover !== undefined)
  return changesOf(definition)
    .filter(({ action }) => action?.secondApprover === undefined)
    .flatMap((operation) => {
      const wire = wireOf(operation)
      const same = approved.find(
        (other) => called(other) === called(operation) && !isTold(wire, other) && sendsMarked(wire, other),
      )
      const [own = ''] = entriesOf(definition.actions).flatMap(([name, action]) =>
        action === operation.action ? [`actions.${name}`] : [],
      )
      return same === undefined
        ? []
        : [
            {
              where: `${definition.name}.${own === '' ? `bindings.${operation.binding}` : own}`,
              message: `sends the same call as ${same.definition.kind === 'form' ? same.resource : same.id} without its second approver: give it 'secondApprover', too`,
            },
          ]
    })
}

export const approvalRules: Rules = [
  ['invalid-second-approver', canWait],
  ['avoided-second-approver', isNotAvoided],
]
