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

export const approvalRules: Rules = [['invalid-second-approver', canWait]]
