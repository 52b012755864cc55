import type { Binding } from '../binding.ts'
import type { ResolvedAction, ListResource } from '../resource.ts'
import { fieldsOfPredicate } from './answers.ts'
import { entriesOf, joinNames, type Rule } from './problem.ts'
import { placeholderFields } from './placeholderFields.ts'
import { requestFields } from './requestFields.ts'

/** Names that are no fields at all are found by other rules. */
const unsaid = ({ record }: ListResource, fields: readonly string[], known: readonly string[]): readonly string[] =>
  [...new Set(fields)].filter((field) => Object.hasOwn(record.properties, field) && !known.includes(field))

const neededFields = (action: ResolvedAction, binding: Binding | undefined): readonly string[] => [
  ...(binding === undefined ? [] : requestFields(binding)),
  ...fieldsOfPredicate(action.when),
  ...action.blocked.flatMap(({ when }) => fieldsOfPredicate(when)),
  ...placeholderFields(action),
]

/** The page's actions and switches, each with the fields that it needs. */
function pageActions({ show, actions, bindings, list }: ListResource): readonly (readonly [string, string[]])[] {
  const toggles = list.columns.flatMap((column) => {
    const isShown = show?.header.switches.includes(column.field ?? '') === true
    return isShown && column.toggle !== undefined ? [column.toggle.on, column.toggle.off] : []
  })
  return [...(show?.header.actions ?? []), ...toggles].flatMap((name) => {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    return action === undefined ? [] : [[name, [...neededFields(action, bindings[action.binding])]] as const]
  })
}

/**
 * What is called from a record's page gets its values from what the page knows: reads from `show.record`, actions also
 * from the list's row, which `show.switches` names.
 */
export const pageUses: Rule<ListResource> = (definition) => {
  const { name, show, reads } = definition
  const known = ['id', ...Object.keys(show?.record ?? {})]
  const knownWithRow = [...known, ...(show?.listRow?.fields ?? [])]
  return [
    ...entriesOf(reads).flatMap(([read, call]) =>
      unsaid(definition, requestFields(call), known).map((field) => ({
        where: `${name}.reads.${read}`,
        message: `sends '${field}', which show.record does not say; said are: ${joinNames(known)}`,
      })),
    ),
    ...pageActions(definition).flatMap(([action, fields]) =>
      unsaid(definition, fields, knownWithRow).map((field) => ({
        where: `${name}.show`,
        message: `has '${action}', which needs '${field}'; the page knows: ${joinNames(knownWithRow)}`,
      })),
    ),
  ]
}
