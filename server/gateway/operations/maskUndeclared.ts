import { gluedName, maskedName, wordsOf } from '../../../language/personalNames.ts'
import { maskValue, REDACTED, type PiiClass } from '../../../language/pii.ts'
import { isValues } from '../../../language/pointer.ts'
import { redact } from '../../../language/redact.ts'
import { isHazardous, parseJson } from '../core/json.ts'

/** Masked places fail closed: only scalars leave. */
export const masked = (value: unknown, pii: PiiClass): unknown =>
  typeof value === 'object' ? null : maskValue(value, pii)

/** Names of large numbers that are about no person, also with nine digits. */
const AMOUNTS = /\b(amount|quantity|qty|volume|balance|price|shares|notional|bytes|timestamp|cusip)$/

/** Members that say what the values next to them are: `{ label: 'DOB', value: '…' }`. */
const LABELS = /^(name|key|field|label|type|question|attribute|id|code)$/i
const VALUES = /^(value|text|answer|data|content|number|input|old|new|from|to|before|after|current|previous)/i

/** Removes personal data from a value without declared content. */
export type MaskUndeclared = (value: unknown) => unknown

/**
 * Removes personal data from structures without declared content: by the names around a value, by its form in texts,
 * numbers and names, and inside text that contains JSON.
 *
 * @param masksByName the names of all masked fields: values under such a name are masked here, too
 */
export function createUndeclaredMask(masksByName: ReadonlyMap<string, PiiClass>): MaskUndeclared {
  const declared = new Map([...masksByName].map(([name, pii]) => [gluedName(name), pii]))
  const classOf = (name: string, value?: unknown): PiiClass | undefined =>
    declared.get(gluedName(name)) ?? maskedName(name, value)

  /** A text such as 'missing' and a flag tell nothing of the value. */
  const maskedFree = (value: unknown, pii: PiiClass): unknown =>
    typeof value === 'boolean' || (typeof value === 'string' && !/\p{Nd}/u.test(value))
      ? free(value)
      : masked(value, pii)

  const saidBy = (text: unknown, value?: unknown): PiiClass | undefined =>
    typeof text === 'string' && text.length <= 64 ? classOf(text, value) : undefined

  /** Also pairs of a name and a value: `['dob', '…']`. */
  function list(values: readonly unknown[]): unknown {
    const [label, value] = values
    const pii = values.length === 2 ? saidBy(label, value) : undefined
    return pii === undefined ? values.map((each) => free(each)) : [label, maskedFree(value, pii)]
  }

  function members(value: Readonly<Record<string, unknown>>): unknown {
    const kept = Object.entries(value).filter(([name]) => !isHazardous(name))
    const labels = kept.flatMap(([name, label]) => (LABELS.test(name) ? [label] : []))
    const taken = new Map<string, unknown>()
    for (const [name, member] of kept) {
      const said = VALUES.test(name) ? labels.flatMap((label) => saidBy(label, member) ?? [])[0] : undefined
      const pii = classOf(name, member) ?? said
      let shown = redact(name)
      while (taken.has(shown)) shown += '•'
      const strict = masksByName.get(name)
      taken.set(
        shown,
        strict !== undefined
          ? masked(member, strict)
          : pii === undefined
            ? free(member, name)
            : maskedFree(member, pii),
      )
    }
    return Object.fromEntries(taken)
  }

  const isAmount = (value: unknown, of: string): boolean =>
    AMOUNTS.test(wordsOf(of)) && /^-?\d+(\.\d+)?$/.test(String(value))

  /** @param of the name of the member that has the value */
  function free(value: unknown, of = ''): unknown {
    if (Array.isArray(value)) return list(value)
    if (isValues(value)) return members(value)
    if (isAmount(value, of)) return value
    if (typeof value === 'string') return freeText(value)
    if (typeof value !== 'number') return value
    const text = redact(String(value))
    return text === String(value) ? value : text
  }

  function freeText(text: string): string {
    if (!/^\s*[{["]/.test(text)) return redact(text)
    try {
      return JSON.stringify(free(parseJson(text)))
    } catch {
      // Text that only looks like JSON is treated as text, unless it names a masked field.
      const names = text.match(/[\w-]{2,64}/g) ?? []
      return names.some((name) => classOf(name) !== undefined) ? REDACTED : redact(text)
    }
  }

  return (value) => free(value)
}
