import type { Input } from './input.ts'
import { fieldsOfPredicate, holds } from './predicate.ts'

/**
 * The inputs that are shown for these values of all inputs: those whose conditions are met. A condition reads the value
 * of a hidden input as missing. Screens show them, and the gateway refuses values of the others.
 */
export function shownInputs<I extends Pick<Input, 'when'>>(
  inputs: Readonly<Record<string, I>>,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, I>> {
  const isShown = (name: string): boolean => {
    const when = inputs[name]?.when
    if (when === undefined) return true
    const read = fieldsOfPredicate(when).filter(isShown)
    return holds(when, Object.fromEntries(read.map((field) => [field, values[field]])))
  }
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => isShown(name)))
}
