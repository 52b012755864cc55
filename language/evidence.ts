import { valueAt, type Values } from './pointer.ts'
import type { JSONSchema } from 'json-schema-to-ts'
import type { ResolvedAction } from './resource.ts'
import { list, object, text, type WireOf } from './wire.ts'

/** One choice. */
export interface Choice {
  readonly value: string
  readonly label: string
}

const textAt = (item: unknown, pointer: '/value' | '/label'): string => {
  const found = valueAt(item, pointer)
  return typeof found === 'string' || typeof found === 'number' ? String(found).trim() : ''
}

/**
 * The choices that a field of the record lists, each value once. An entry without a value can't be chosen and is left
 * out.
 */
export function choicesIn(field: string, record: Readonly<Record<string, unknown>>): readonly Choice[] {
  const listed = record[field]
  const items: readonly unknown[] = Array.isArray(listed) ? listed : []
  const choices = items
    .map((item) => ({ value: textAt(item, '/value'), label: textAt(item, '/label') || textAt(item, '/value') }))
    .filter(({ value }) => value !== '')
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()]
}

/**
 * What a person relied on for an action: the choices that the action cites (obligation R3), and the texts acknowledged
 * one by one (obligation R4). It is sent, checked and stored with these fields.
 */
export const evidenceSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['reliedOn', 'acknowledged'],
  properties: {
    reliedOn: {
      type: 'array',
      maxItems: 100,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['value', 'label'],
        properties: {
          value: { type: 'string', minLength: 1, maxLength: 128 },
          label: { type: 'string', minLength: 1, maxLength: 512 },
        },
      },
    },
    acknowledged: { type: 'array', maxItems: 500, items: { type: 'string', minLength: 1, maxLength: 2000 } },
  },
} as const satisfies JSONSchema
export type Evidence = WireOf<typeof evidence>

/** The evidence as it was sent. */
export const evidence = object({ reliedOn: list(object({ value: text, label: text })), acknowledged: list(text) })

/** The input to which the evidence is appended. */
export const REASON = 'reason'

/** True when an action sends evidence: it cites choices, or has matches acknowledged. */
export const takesEvidence = (action: ResolvedAction | undefined): boolean =>
  action !== undefined &&
  (action.acknowledge !== undefined || Object.values(action.input).some(({ cited }) => cited === true))

/** One item to acknowledge. */
export interface Acknowledgeable {
  /** Distinguishes items with the same text. */
  readonly key: string
  readonly text: string
}

const textOf = (item: unknown): string => {
  const text = valueAt(item, '/text')
  return typeof text === 'string' ? text.replaceAll(/\s+/g, ' ').trim() : ''
}

/**
 * The items to acknowledge that a field of the record lists. An item without text must be acknowledged too. When the
 * record has no such list, the items are unknown: the result is `undefined`, never an empty list.
 */
export function acknowledgeablesIn(field: string, record: Values): readonly Acknowledgeable[] | undefined {
  const listed = record[field]
  if (!Array.isArray(listed)) return undefined
  const seen = new Map<string, number>()
  return listed.map((item: unknown) => {
    const text = textOf(item) || 'A match without a description'
    const count = (seen.get(text) ?? 0) + 1
    seen.set(text, count)
    return { key: `${count} ${text}`, text }
  })
}

/** The choices of the inputs that the action cites, in the words of the record's choices. @param inputs by name */
export const citedIn = ({ input }: ResolvedAction, record: Values, inputs: Values): readonly Choice[] =>
  Object.entries(input).flatMap(([name, { cited, options }]) => {
    const chosen = [inputs[name]].flat()
    return cited === true && options !== undefined
      ? choicesIn(options, record).filter(({ value }) => chosen.includes(value))
      : []
  })
