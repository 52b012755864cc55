import type { ResolvedAction, Resource } from '../resource.ts'
import { entriesOf, type Rule, type Rules } from './problem.ts'

/** What keeps an action from running on several records at once, of all that its definition shows. */
function obstaclesOf({ kind, list, bindings, ...resource }: Resource, action: ResolvedAction): readonly string[] {
  const { confirm, acknowledge, input, tone, recheck, expect, result, isForm, scope, secondApprover } = action
  const { upload, download } = bindings[action.binding] ?? {}
  const asked = Object.values(input)
  return [
    ...(kind === 'list' && list?.layout === 'table' ? [] : [`has no table with rows to select`]),
    ...(resource.idFrom === 'position' ? [`has records that are known by their place, which changes`] : []),
    ...(scope === 'list' ? [`is about the list as a whole`] : []),
    ...(isForm === true ? [`is a form of one record`] : []),
    ...(secondApprover === undefined ? [] : [`is one that a second person approves`]),
    ...(confirm?.typed === undefined ? [] : [`asks for a typed confirmation of each record`]),
    ...(tone === 'danger' ? [`is marked as dangerous`] : []),
    ...(acknowledge === undefined ? [] : [`asks for the acknowledgement of each match`]),
    ...(asked.some(({ options }) => options !== undefined) ? [`asks for the evidence of one record`] : []),
    ...(asked.some(({ field }) => field !== undefined) ? [`has an input that starts from one record's value`] : []),
    ...(recheck ? [`shows how each record has changed before it is sent`] : []),
    ...(expect === undefined ? [] : [`succeeds only if the record read afterwards has changed`]),
    ...(result === undefined ? [] : [`shows the answer about one record`]),
    ...(upload === undefined && download === undefined ? [] : [`transfers a file`]),
  ]
}

const bulkIsSafe: Rule = (definition) =>
  entriesOf(definition.actions)
    .filter(([, { bulk }]) => bulk !== undefined)
    .flatMap(([action, declared]) =>
      obstaclesOf(definition, declared).map((obstacle) => ({
        where: `${definition.name}.actions.${action}.bulk`,
        message: `can't run on several records: it ${obstacle}`,
      })),
    )

/** Rules about actions on several records. */
export const bulkRules: Rules = [['invalid-bulk', bulkIsSafe]]
