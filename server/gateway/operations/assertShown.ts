import { type Input, ssnError } from '../../../language/input.ts'
import type { Operation } from '../../../language/operations.ts'
import { firstOf, misordered } from '../../../language/orderedInputs.ts'
import { isValues, withChanges, type Values } from '../../../language/pointer.ts'
import { isPresent } from '../../../language/predicate.ts'
import { shownInputs } from '../../../language/shownInputs.ts'
import { GatewayError } from '../core/errors.ts'

type Refused = readonly (readonly [input: string, message: string])[]

function refuse(refused: Refused): void {
  const [first] = refused
  if (first === undefined) return
  throw new GatewayError('RULE_BROKEN', {
    message: `${first[1].replace(/\.$/, '')}. Nothing was sent.`,
    fields: Object.fromEntries(refused),
  })
}

const inputsOf = ({ action, definition }: Operation) => definition.form?.fields ?? action?.input ?? {}

/** The messages about a value and those inside it, by path. */
function ssnErrors({ schema, members, row }: Input, value: unknown, path: string): Refused {
  if (members !== undefined && isValues(value))
    return Object.entries(members).flatMap(([name, member]) => ssnErrors(member, value[name], `${path}/${name}`))
  if (row !== undefined && Array.isArray(value))
    return value.flatMap((each: unknown, index) => ssnErrors(row, each, `${path}/${index}`))
  const message = ssnError(schema, value)
  return message === undefined ? [] : [[path, message]]
}

/**
 * Refuses a social security number in free text, which would be recorded and shown to others.
 *
 * @param sent the person's input
 * @throws GatewayError RULE_BROKEN, which names the inputs; nothing has been sent
 */
export function assertNoSsn(operation: Operation, sent: Values): void {
  refuse(Object.entries(inputsOf(operation)).flatMap(([name, input]) => ssnErrors(input, sent[name], name)))
}

/** The refusals of hidden values, and of shown inputs without their value, at any depth. @param at the path of the object */
function hiddenIn(inputs: Readonly<Record<string, Input>>, sent: Values, values: Values, at = ''): Refused {
  const shown = shownInputs(inputs, values)
  return Object.entries(inputs).flatMap(([name, { label, when, required, members, row }]): Refused => {
    const path = `${at}${name}`
    if (!Object.hasOwn(shown, name))
      return Object.hasOwn(sent, name) ? [[path, `${label} does not go with the other values`]] : []
    const [own, value] = [sent[name], values[name]]
    if (when !== undefined && required !== undefined && !isPresent(value)) return [[path, required]]
    if (members !== undefined && isValues(own) && isValues(value)) return hiddenIn(members, own, value, `${path}/`)
    const items: readonly unknown[] = Array.isArray(own) ? own : []
    return items.flatMap((item, index) =>
      isValues(item) ? hiddenIn(row?.members ?? {}, item, item, `${path}/${index}/`) : [],
    )
  })
}

/**
 * Refuses a value of an input that the other values hide, a shown input without its required value, and a value that is
 * before the one that it may not be before.
 *
 * @param sent the person's input
 * @param record for a change of single fields: the record that it changes
 * @throws GatewayError RULE_BROKEN, which names the inputs; nothing has been sent
 */
export function assertShown(operation: Operation, sent: Values, record: Values = {}): void {
  const inputs = inputsOf(operation)
  const values = operation.action?.isPartial === true ? withChanges(record, sent) : { ...record, ...sent }
  const unordered = misordered(inputs, withChanges(record, sent)).filter(([path]) => {
    const [name = ''] = path.split('/')
    return [name, firstOf(inputs[name])].some((own) => own !== undefined && Object.hasOwn(sent, own))
  })
  refuse([...hiddenIn(inputs, sent, values), ...unordered])
}
