import { ssnError } from '../../../language/input.ts'
import type { Operation } from '../../../language/operations.ts'
import { isPresent } from '../../../language/predicate.ts'
import { shownInputs } from '../../../language/shownInputs.ts'
import { GatewayError } from '../core/errors.ts'

type Values = Readonly<Record<string, unknown>>

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

/**
 * Refuses a social security number in free text, which would be recorded and shown to others.
 *
 * @param sent the person's input
 * @throws GatewayError RULE_BROKEN, which names the inputs; nothing has been sent
 */
export function assertNoSsn(operation: Operation, sent: Values): void {
  refuse(
    Object.entries(inputsOf(operation)).flatMap(([name, { schema }]): Refused => {
      const message = ssnError(schema, sent[name])
      return message === undefined ? [] : [[name, message]]
    }),
  )
}

/**
 * Refuses a value of an input that the other values hide, and a shown input without its required value.
 *
 * @param sent the person's input
 * @param record for a change of single fields: the record that it changes
 * @throws GatewayError RULE_BROKEN, which names the inputs; nothing has been sent
 */
export function assertShown(operation: Operation, sent: Values, record: Values = {}): void {
  const inputs = inputsOf(operation)
  const values = { ...record, ...sent }
  const shown = shownInputs(inputs, values)
  refuse(
    Object.entries(inputs).flatMap(([name, { label, when, required }]): Refused => {
      if (when === undefined) return []
      if (!Object.hasOwn(shown, name))
        return Object.hasOwn(sent, name) ? [[name, `${label} does not go with the other values`]] : []
      return required !== undefined && !isPresent(values[name]) ? [[name, required]] : []
    }),
  )
}
