/** The tag of uploaded documents (account review, section 9; D-106). */
export const UPLOAD_TAG = 'AFFILIATED_APPROVAL'

const wireText = { type: 'string', minLength: 1, maxLength: 128 } as const

/** Uploaded documents by case, in the form that attaches them (account review, section 7 'snap/save'; D-105). */
export const savedSnaps = {
  type: 'array',
  minItems: 1,
  maxItems: 20,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['sketchId', 'snapIDs'],
    properties: {
      sketchId: wireText,
      snapIDs: {
        type: 'array',
        minItems: 1,
        maxItems: 20,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['id', 'type', 'proof', 'status'],
          properties: { id: wireText, type: wireText, proof: wireText, status: { const: 'uploaded' } },
        },
      },
    },
  },
} as const
