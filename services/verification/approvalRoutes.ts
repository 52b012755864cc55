import { APPROVAL_PERMISSION } from '../../schemas/verification/addressApproval.ts'
import { approvalSteps } from '../../schemas/verification/approvalRun.ts'
import { staffRoute } from '../../server/openApi/ownRoutes.ts'

const id = { type: 'integer', minimum: 1 } as const
const text = { type: 'string' } as const

/** JSON Schema of an `ApprovalRun`. */
const run = {
  type: 'object',
  required: ['steps', 'done'],
  additionalProperties: false,
  properties: {
    steps: {
      type: 'array',
      items: {
        type: 'object',
        required: ['sketchId', 'name', 'state'],
        additionalProperties: false,
        properties: {
          sketchId: text,
          name: { enum: approvalSteps },
          state: { enum: ['done', 'failed', 'open'] },
          message: text,
          at: { type: 'string', format: 'date-time' },
        },
      },
    },
    done: { type: 'boolean' },
  },
}

/** The routes of the automatic address approval, for the OpenAPI document. */
export const approvalRoutes = {
  '/console/address-approval': {
    post: staffRoute({
      summary: 'Takes the next step of the address approval of an account',
      permission: APPROVAL_PERMISSION,
      body: { type: 'object', required: ['id'], additionalProperties: false, properties: { id } },
      answer: run,
    }),
  },
  '/console/address-approval/{id}': {
    get: staffRoute({
      summary: 'The progress of an address approval',
      permission: APPROVAL_PERMISSION,
      parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
      answer: run,
    }),
  },
}
