import { isValues } from '../../../language/pointer.ts'
import { GatewayError } from './errors.ts'

/** No request or answer is deeper: what is would break those who walk through it (S-22, R-04). */
const MAX_DEPTH = 32

/** True for a value with more levels than these. */
function isDeeper(value: unknown, levels: number): boolean {
  if (Array.isArray(value)) return levels === 0 || value.some((item) => isDeeper(item, levels - 1))
  if (!isValues(value)) return false
  if (levels === 0) return true
  for (const name in value) if (isDeeper(value[name], levels - 1)) return true
  return false
}

/** True for a name that an assignment could use to reach an object's prototype. */
export const isHazardous = (name: string): boolean =>
  name === '__proto__' || name === 'constructor' || name === 'prototype'

/**
 * Parses JSON of at most 32 levels.
 *
 * @throws SyntaxError for text that is not JSON or nested deeper
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (isDeeper(value, MAX_DEPTH)) throw new SyntaxError('JSON is nested too deeply')
  return value
}

/** True when a value contains a name that could reach a prototype, at any depth. */
export function hasHazard(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasHazard)
  return isValues(value) && Object.entries(value).some(([name, member]) => isHazardous(name) || hasHazard(member))
}

/** True for text with characters that no one types: control characters other than line ends and tabs, or half a pair. */
const isGarbled = (text: string): boolean => !text.isWellFormed() || /(?![\t\n\r])\p{Cc}/u.test(text)

/**
 * True when a value has a number or a text that could not be passed on as it came: a number that is not finite or that
 * has more digits than a number keeps, or garbled text.
 */
export function isInexact(value: unknown): boolean {
  if (typeof value === 'number')
    return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))
  if (typeof value === 'string') return isGarbled(value)
  if (Array.isArray(value)) return value.some(isInexact)
  return isValues(value) && Object.entries(value).some(([name, member]) => isGarbled(name) || isInexact(member))
}

/** JSON of an upstream's answer, or UPSTREAM_FORMAT. */
export function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    throw new GatewayError('UPSTREAM_FORMAT', { cause })
  }
}

/** JSON of a failure's answer, for its message only; `undefined` when it is not JSON. */
export function jsonIfAny(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    // A failing service often answers with HTML; its status is enough.
    return undefined
  }
}

/** A value as text: a text itself, anything else as JSON. */
export const spelled = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
