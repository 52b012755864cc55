import type { FastifyRequest } from 'fastify'
import { type Operation, needsOwner } from '../../../language/operations.ts'
import { plainText } from '../../../language/plainText.ts'
import { RECORD_ID } from '../../../language/recordId.ts'
import { needsVersion } from '../../../language/recordVersion.ts'
import { GatewayError } from '../core/errors.ts'

/** The owner that the browser claims in the header `X-Owner`, not verified. */
export const claimedOwnerIn = ({ headers }: FastifyRequest): string | undefined => {
  const owner = headers['x-owner']
  return typeof owner === 'string' && RECORD_ID.test(owner) ? owner : undefined
}

/**
 * The id of the record that the browser claims as the owner; nothing where the call's values name it.
 * @throws GatewayError BAD_REQUEST when it is missing
 */
export function ownerOf(request: FastifyRequest, operation: Operation): string | undefined {
  if (!needsOwner(operation)) return undefined
  const owner = claimedOwnerIn(request)
  if (owner !== undefined) return owner
  throw new GatewayError('BAD_REQUEST', { message: 'Name the record that this belongs to in the X-Owner header.' })
}

/** The unverified owner, for the record of an attempt that is refused before the owner is checked. */
export function claimedOwner(request: FastifyRequest, operation: Operation): { readonly claimed?: string } {
  const claimed = needsOwner(operation) ? claimedOwnerIn(request) : undefined
  return claimed === undefined ? {} : { claimed }
}

function digestIn({ headers }: FastifyRequest, name: string): string | undefined {
  const digest = headers[name.toLowerCase()]
  if (digest === undefined || (typeof digest === 'string' && /^[0-9a-f]{64}$/.test(digest))) return digest
  throw new GatewayError('BAD_REQUEST', { message: `${name} must be a SHA-256 in hexadecimal digits.` })
}

/**
 * The version of the record that the person saw, as the browser names it.
 *
 * @throws GatewayError BAD_REQUEST, or VERSION_MISSING for a change that is made only to the record that was seen
 */
export function versionOf(request: FastifyRequest, operation: Operation): string | undefined {
  const version = digestIn(request, 'X-Record-Version')
  if (version === undefined && needsVersion(operation)) throw new GatewayError('VERSION_MISSING')
  return version
}

/** The digest of the text that the person typed to confirm. @throws GatewayError BAD_REQUEST */
export const confirmationIn = (request: FastifyRequest): string | undefined => digestIn(request, 'X-Confirmation')

/**
 * Why the person asks for approval: percent-encoded in the header `X-Approval-Reason`, without what no one sees.
 * @throws GatewayError BAD_REQUEST
 */
export function approvalReasonIn({ headers }: FastifyRequest): string | undefined {
  const sent = headers['x-approval-reason']
  if (sent === undefined) return undefined
  try {
    return plainText(decodeURIComponent(String(sent)))
  } catch {
    throw new GatewayError('BAD_REQUEST', { message: 'X-Approval-Reason must be percent-encoded UTF-8.' })
  }
}
