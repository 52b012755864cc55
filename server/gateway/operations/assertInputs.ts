import { amountText, isAmount } from '../../../language/amount.ts'
import { type Input, objectOf, ssnError } from '../../../language/input.ts'
import type { Operation } from '../../../language/operations.ts'
import { firstOf, misordered } from '../../../language/orderedInputs.ts'
import { isEqual, isValues, withChanges, type Values } from '../../../language/pointer.ts'
import { isPresent } from '../../../language/predicate.ts'
import { shownInputs } from '../../../language/shownInputs.ts'
import { GatewayError } from '../core/errors.ts'
import type { PreparedOperation } from './preparedOperations.ts'

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

type Say = (input: Input, value: unknown) => string | undefined

/** The messages about a value and those inside it, by path. @param seen the record's value: one that it has needs none */
function errorsIn(say: Say, input: Input, value: unknown, path: string, seen?: unknown): Refused {
  const { members, row } = input
  if (seen !== undefined && isEqual(value, seen)) return []
  if (members !== undefined && isValues(value))
    return Object.entries(members).flatMap(([name, member]) =>
      errorsIn(say, member, value[name], `${path}/${name}`, isValues(seen) ? seen[name] : undefined),
    )
  if (row !== undefined && Array.isArray(value))
    return value.flatMap((each: unknown, index) => errorsIn(say, row, each, `${path}/${index}`))
  const message = say(input, value)
  return message === undefined ? [] : [[path, message]]
}

const amountError =
  (places: number): Say =>
  ({ schema, control }, value) => {
    if (control !== 'money' || (typeof value !== 'string' && typeof value !== 'number')) return undefined
    const own = objectOf(schema)
    return isAmount(own, value, places) ? undefined : (own.message?.format ?? amountText(places))
  }

const ofSsn: Say = ({ schema }, value) => ssnError(schema, value)

/**
 * Refuses a social security number in free text, which would be recorded and shown to others.
 *
 * @param sent the person's input
 * @throws GatewayError RULE_BROKEN, which names the inputs; nothing has been sent
 */
export function assertNoSsn(operation: Operation, sent: Values): void {
  refuse(Object.entries(inputsOf(operation)).flatMap(([name, input]) => errorsIn(ofSsn, input, sent[name], name)))
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
 * Refuses a value of an input that the other values hide, a shown input without its required value, a value that is
 * before the one that it may not be before, and an amount with smaller parts than its unit or the currency has.
 *
 * @param sent the person's input
 * @param record for a change of single fields: the record that it changes
 * @throws GatewayError RULE_BROKEN, which names the inputs; nothing has been sent
 */
export function assertInputs({ operation, places }: PreparedOperation, sent: Values, record: Values = {}): void {
  const inputs = inputsOf(operation)
  const values = operation.action?.isPartial === true ? withChanges(record, sent) : { ...record, ...sent }
  const unordered = misordered(inputs, withChanges(record, sent)).filter(([path]) => {
    const [name = ''] = path.split('/')
    return [name, firstOf(inputs[name])].some((own) => own !== undefined && Object.hasOwn(sent, own))
  })
  const amounts = Object.entries(inputs).flatMap(([name, input]) =>
    errorsIn(amountError(places), input, sent[name], name, record[name]),
  )
  refuse([...hiddenIn(inputs, sent, values), ...unordered, ...amounts])
}
