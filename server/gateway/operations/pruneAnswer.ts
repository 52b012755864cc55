import { isValues } from '../../../language/pointer.ts'
import { UNDECLARED } from '../../../language/drift.ts'
import { createMisfits, isDeclaredType, jsonTypeOf, typeText } from './misfits.ts'
import { isShownAsFlag } from '../../../language/personal.ts'
import { gluedName, maskedName, wordsOf } from '../../../language/personalNames.ts'
import { maskValue, REDACTED, type PiiClass } from '../../../language/pii.ts'
import { redact } from '../../../language/redact.ts'
import type { AnswerShape, Shape } from './answerShape.ts'
import { isHazardous, parseJson } from '../core/json.ts'

const holdsMask = ({ mask, fields, items }: Shape): boolean =>
  mask !== undefined ||
  (items !== undefined && holdsMask(items)) ||
  (fields !== undefined && [...fields.values()].some(holdsMask))

/** Masked places fail closed: only scalars leave. */
const masked = (value: unknown, pii: PiiClass): unknown => (typeof value === 'object' ? null : maskValue(value, pii))

/** Of a masked value that is shown as Yes or No, only whether there is one leaves. */
const maskedAt = (value: unknown, mask: PiiClass, { declared }: Shape): unknown =>
  isShownAsFlag(declared) ? Boolean(value) : masked(value, mask)

/** Names of large numbers that are about no person, also with nine digits. */
const AMOUNTS = /\b(amount|quantity|qty|volume|balance|price|shares|notional|bytes|timestamp|cusip)$/

/** Members that say what the values next to them are: `{ label: 'DOB', value: '…' }`. */
const LABELS = /^(name|key|field|label|type|question|attribute|id|code)$/i
const VALUES = /^(value|text|answer|data|content|number|input|old|new|from|to|before|after|current|previous)/i

/**
 * Removes personal data from structures without declared content: by the names around a value, by its form in texts,
 * numbers and names, and inside text that contains JSON.
 */
function createFree(masksByName: AnswerShape['masksByName']) {
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

  return free
}

/**
 * Keeps what the shape declares and masks what it marks, whatever the upstream sent: an object in place of an array (or
 * the reverse) is pruned and masked too, and a structure in place of a scalar is emptied, so that the browser still
 * notices the wrong form.
 *
 * @returns the rest of the answer, the number of undeclared or misplaced values that were dropped, and all drift: what
 *   was dropped, what is missing, and what has another type than the declared one
 */
export function pruneAnswer(answer: unknown, { root, masksByName }: AnswerShape) {
  let dropped = 0
  const free = createFree(masksByName)
  const misfits = createMisfits()

  /** Counts a value in a place for other values, unless its type is noted already. */
  function drop(expected: string, value: unknown, { declared }: Shape): void {
    dropped += 1
    if (declared?.type === undefined) misfits.note(expected, jsonTypeOf(value))
  }

  const below = (step: string, value: unknown, shape: Shape): unknown => misfits.below(step, () => walk(value, shape))

  function scalar(value: unknown, shape: Shape): unknown {
    if (shape.orScalar === true || (!shape.fields && !shape.items)) return value
    drop(shape.fields === undefined ? 'array' : 'object', value, shape)
    return holdsMask(shape) ? null : value
  }

  function itemsOf(value: readonly unknown[], { only }: Shape): readonly unknown[] {
    if (only === undefined) return value
    dropped += Math.max(0, value.length - 1)
    return value.slice(0, only + 1).map((member, index) => (index === only ? member : null))
  }

  function structure(value: readonly unknown[] | Readonly<Record<string, unknown>>, shape: Shape): unknown {
    if (Array.isArray(value)) {
      const item = shape.items ?? (shape.fields === undefined ? undefined : shape)
      if (item !== undefined) return itemsOf(value, shape).map((member) => below('*', member, item))
      drop('a single value', value, shape)
      return []
    }
    const { fields } = shape
    if (fields === undefined) {
      if (shape.items?.fields !== undefined) return walk(value, shape.items)
      drop(shape.items === undefined ? 'a single value' : 'array', value, shape)
      return {}
    }
    const entries = Object.entries(value)
    const kept = entries.filter(([name]) => fields.has(name) && !isHazardous(name))
    for (const [name, member] of entries)
      if (!fields.has(name) || isHazardous(name)) {
        dropped += 1
        misfits.note(UNDECLARED, jsonTypeOf(member), name)
      }
    for (const [name, { isRequired, declared }] of fields)
      if (isRequired === true && !Object.hasOwn(value, name)) misfits.note(typeText(declared), 'missing', name)
    const leaving = kept.filter(([name]) => fields.get(name)?.own !== true)
    return Object.fromEntries(leaving.map(([name, member]) => [name, below(name, member, fields.get(name) ?? {})]))
  }

  function walk(value: unknown, shape: Shape): unknown {
    if (shape.declared !== undefined && !isDeclaredType(value, shape.declared))
      misfits.note(typeText(shape.declared), jsonTypeOf(value))
    if (value === null || value === undefined) return value
    if (shape.mask !== undefined) return maskedAt(value, shape.mask, shape)
    if (shape.free && shape.fields === undefined && shape.items === undefined) return free(value)
    if (Array.isArray(value) || isValues(value)) return structure(value, shape)
    return scalar(value, shape)
  }

  return { body: walk(answer, root), dropped, drift: misfits.all() }
}
