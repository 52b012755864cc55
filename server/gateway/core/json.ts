import { isValues } from '../../../language/pointer.ts'
import { GatewayError } from './errors.ts'

/** Deeper structures than any request or answer has are an attack on the parser's stack (S-22, R-04). */
const MAX_DEPTH = 32

const BACKSLASH = 92

/** The index of the quote that ends the string which the quote at `start` begins; the text's length without one. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end
    while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1
    if ((end - first) % 2 === 0) return end
  }
  return text.length
}

function isTooDeep(text: string): boolean {
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (character === '"') index = endOfString(text, index)
    else if (character === ']' || character === '}') depth -= 1
    else if (character === '[' || character === '{') depth += 1
    if (depth > MAX_DEPTH) return true
  }
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
  if (isTooDeep(text)) throw new SyntaxError('JSON is nested too deeply')
  const value: unknown = JSON.parse(text)
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
