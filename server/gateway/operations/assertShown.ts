import type { Operation } from '../../../language/operations.ts'
import { isPresent } from '../../../language/predicate.ts'
import { shownInputs } from '../../../language/shownInputs.ts'
import { GatewayError } from '../core/errors.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Refuses a value of an input that the other values hide, and a shown input without its required value.
 *
 * @param sent the person's input
 * @param record for a change of single fields: the record that it changes
 * @throws GatewayError RULE_BROKEN, which names the inputs; nothing has been sent
 */
export function assertShown({ action, definition }: Operation, sent: Values, record: Values = {}): void {
  const inputs = definition.form?.fields ?? action?.input ?? {}
  const values = { ...record, ...sent }
  const shown = shownInputs(inputs, values)
  const refused = Object.entries(inputs).flatMap(([name, { label, when, required }]) => {
    if (when === undefined) return []
    if (!Object.hasOwn(shown, name)) {
      return Object.hasOwn(sent, name) ? [[name, `${label} does not go with the other values`] as const] : []
    }
    return required !== undefined && !isPresent(values[name]) ? [[name, required] as const] : []
  })
  const [first] = refused
  if (first === undefined) return
  throw new GatewayError('RULE_BROKEN', {
    message: `${first[1]}. Nothing was sent.`,
    fields: Object.fromEntries(refused),
  })
}
