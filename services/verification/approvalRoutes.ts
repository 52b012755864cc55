import { APPROVAL_PERMISSION } from '../../schemas/verification/addressApproval.ts'
import { approvalRun } from '../../schemas/verification/approvalRun.ts'
import { staffRoute } from '../../server/openApi/ownRoutes.ts'

const id = { type: 'integer', minimum: 1 } as const

/** The routes of the automatic address approval, for the OpenAPI document. */
export const approvalRoutes = {
  '/console/address-approval': {
    post: staffRoute({
      summary: 'Takes the next step of the address approval of an account',
      permission: APPROVAL_PERMISSION,
      body: { type: 'object', required: ['id'], additionalProperties: false, properties: { id } },
      answer: approvalRun,
    }),
  },
  '/console/address-approval/{id}': {
    get: staffRoute({
      summary: 'The progress of an address approval',
      permission: APPROVAL_PERMISSION,
      parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
      answer: approvalRun,
    }),
  },
}
