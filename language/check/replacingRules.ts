import { leavesOf } from '../binding.ts'
import { objectOf } from '../input.ts'
import type { Resource } from '../resource.ts'
import { requestFields } from './fields.ts'
import { entriesOf, joinNames, type Rule, type Rules } from './problem.ts'

/** What people may change, and no call of the action sends: a body that replaces the record drops it. */
function droppedBy({ record, bindings, idFields }: Extract<Resource, { kind: 'list' }>, binding: string) {
  const call = bindings[binding]
  const leaves = leavesOf(call?.body)
  const sent = [
    ...(call === undefined ? [] : requestFields(call)),
    ...leaves.flatMap(([wire, source]) => [...wire.split('.'), 'input' in source ? source.input : '']),
  ]
  return entriesOf(record.properties).flatMap(([field, schema]) =>
    objectOf(schema).readOnly === true || ['id', ...idFields, ...sent].includes(field) ? [] : [field],
  )
}

/** An Edit form by PUT replaces what the service has: it sends the whole record, or its own body has all of it. */
const replacesAll: Rule = (definition) => {
  const { name, kind, actions, bindings } = definition
  const { update: binding } = bindings
  if (kind !== 'list' || actions['update']?.isForm !== true || binding === undefined) return []
  if (!binding.call.startsWith('PUT ') || binding.replaces === true) return []
  const where = `${name}.bindings.update.body`
  const inputs = leavesOf(binding.body).flatMap(([, source]) => ('input' in source ? [source.input] : []))
  const whole = `leave the body out: then the gateway sends the record that getOne reads, with the changes in it`
  if (inputs.length > 1)
    return [
      {
        where,
        message: `needs ${joinNames(inputs)} each time, and Edit sends what has changed alone: ${whole}`,
      },
    ]
  const dropped = droppedBy(definition, 'update')
  return dropped.length === 0
    ? []
    : [
        {
          where,
          message: `replaces the record without ${joinNames(dropped)}, which the service then loses: add ${dropped.map((field) => `${field}: { field: '${field}' }`).join(', ')}, or ${whole}`,
        },
      ]
}

/** Rules about calls that replace a record. */
export const replacingRules: Rules = [['incomplete-put', replacesAll]]
