import { isValues } from '../../../language/pointer.ts'
import { UNDECLARED } from '../../../language/drift.ts'
import { jsonTypeOf } from '../../../language/unreadable.ts'
import { createMisfits, isDeclaredType, typeText } from './misfits.ts'
import { isShownAsFlag } from '../../../language/personal.ts'
import type { PiiClass } from '../../../language/pii.ts'
import type { AnswerShape, Shape } from './answerShape.ts'
import { masked } from './maskUndeclared.ts'

const holdsMask = ({ mask, fields, items }: Shape): boolean =>
  mask !== undefined ||
  (items !== undefined && holdsMask(items)) ||
  (fields !== undefined && [...fields.values()].some(holdsMask))

/** A value of the same type without content: the browser notices the wrong type, and learns nothing else. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (isValues(value)) return {}
  return typeof value === 'string' ? '' : typeof value === 'number' ? 0 : false
}

/** Of a masked value that is shown as Yes or No, only whether there is one leaves. */
function maskedAt(value: unknown, mask: PiiClass, { declared }: Shape): unknown {
  if (isShownAsFlag(declared)) return Boolean(value)
  const isMisfit = declared !== undefined && !isDeclaredType(value, declared)
  return isMisfit ? emptied(value) : masked(value, mask)
}

/** The items of an array that may leave, in their places. */
const itemsOf = (value: readonly unknown[], { only }: Shape): readonly unknown[] =>
  only === undefined ? value : value.slice(0, only + 1).map((member, index) => (index === only ? member : null))

/**
 * Keeps what the shape declares and masks what it marks, whatever the upstream sent: an object in place of an array (or
 * the reverse) is pruned and masked too, and what can't be masked is emptied but keeps its type, so that the browser
 * still notices the wrong form. The answer itself is changed: a copy would cost more than the rest.
 *
 * @returns the rest of the answer, the number of undeclared or misplaced values that were dropped, and all drift: what
 *   was dropped, what is missing, and what has another type than the declared one
 */
export function pruneAnswer(answer: unknown, { root, maskUndeclared }: AnswerShape) {
  let dropped = 0
  const misfits = createMisfits()

  /** Counts a value in a place for other values, unless its type is noted already. */
  function drop(expected: string, value: unknown, { declared }: Shape): void {
    dropped += 1
    if (declared?.type === undefined) misfits.note(expected, jsonTypeOf(value))
  }

  function scalar(value: unknown, shape: Shape): unknown {
    if (shape.orScalar === true || (!shape.fields && !shape.items)) return value
    drop(shape.fields === undefined ? 'array' : 'object', value, shape)
    return holdsMask(shape) ? emptied(value) : value
  }

  function structure(value: unknown[] | Record<string, unknown>, shape: Shape): unknown {
    if (Array.isArray(value)) {
      const item = shape.items ?? (shape.fields === undefined ? undefined : shape)
      if (shape.only !== undefined) dropped += Math.max(0, value.length - 1)
      if (item !== undefined) return misfits.below('*', () => itemsOf(value, shape).map((member) => walk(member, item)))
      drop('a single value', value, shape)
      return emptied(value)
    }
    if (shape.fields !== undefined) return members(value, shape)
    if (shape.items?.fields !== undefined) return walk(value, shape.items)
    drop(shape.items === undefined ? 'a single value' : 'array', value, shape)
    return emptied(value)
  }

  function members(value: Record<string, unknown>, { fields, required = [] }: Shape): unknown {
    // Quicker than a list of the names: what JSON holds has no names but its own.
    for (const name in value) {
      const field = fields?.get(name)
      if (field?.plain?.has(jsonTypeOf(value[name])) === true) continue
      if (field === undefined) {
        dropped += 1
        misfits.note(UNDECLARED, jsonTypeOf(value[name]), name)
      }
      if (field === undefined || field.own === true) delete value[name]
      else value[name] = misfits.below(name, () => walk(value[name], field))
    }
    for (const name of required)
      if (!Object.hasOwn(value, name)) misfits.note(typeText(fields?.get(name)?.declared), 'missing', name)
    return value
  }

  function walk(value: unknown, shape: Shape): unknown {
    if (shape.declared !== undefined && !isDeclaredType(value, shape.declared))
      misfits.note(typeText(shape.declared), jsonTypeOf(value))
    if (value === null || value === undefined) return value
    if (shape.mask !== undefined) return maskedAt(value, shape.mask, shape)
    if (shape.free && shape.fields === undefined && shape.items === undefined) return maskUndeclared(value)
    if (Array.isArray(value) || isValues(value)) return structure(value, shape)
    return scalar(value, shape)
  }

  return { body: walk(answer, root), dropped, drift: misfits.all() }
}
