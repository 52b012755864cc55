import { count, moment, object, oneOf, text, type WireOf } from './wire.ts'

/** What became of a change whose outcome was unknown: it was done, or it was not. These are results of entries. */
export const findings = ['ok', 'failed'] as const

export type Finding = (typeof findings)[number]

/** What people call the findings. */
export const findingLabels: Readonly<Record<Finding, string>> = { ok: 'It was done', failed: 'It was not done' }

/** How a person settled an outcome that was unknown. */
export const settlement = object({
  /** Its own number in the trail. */
  seq: count,
  at: moment,
  /** The e-mail address. */
  by: text,
  finding: oneOf(findings),
  /** How they know it. */
  reason: text,
})
export type Settlement = WireOf<typeof settlement>

/** Lengths of a reason, in characters. */
export const settlementReason = { least: 3, most: 500 } as const

export const settlementBody = {
  type: 'object',
  additionalProperties: false,
  required: ['finding', 'reason'],
  properties: {
    finding: { enum: findings },
    reason: {
      type: 'string',
      minLength: settlementReason.least,
      maxLength: settlementReason.most,
    },
  },
} as const
