import { iso31661Alpha3ToAlpha2 } from 'iso-3166'
import { isValues, valueAt } from '../../language/pointer.ts'
import { secondsIn, waitText } from '../../language/retryAfter.ts'
import type { HomeAddress } from '../../schemas/verification/investigation.ts'
import { addressVariable } from '../../server/config/settings.ts'
import type { StaffRequest } from '../../server/gateway/audit/auditTrail.ts'
import { GatewayError } from '../../server/gateway/core/errors.ts'
import { upstreamOf } from '../../server/gateway/core/gatewayContext.ts'
import { jsonOf } from '../../server/gateway/core/json.ts'
import { deadline } from '../../server/gateway/core/limits.ts'
import type { UpstreamAnswer } from '../../server/gateway/core/upstreamAnswer.ts'
import { failureOf } from '../../server/gateway/core/upstreamFailure.ts'
import { LETTER_WIDTH, textImage } from '../drawing/textImage.ts'
import type { ApprovalContext } from './approvalContext.ts'

/** The variable with the address validator's key. */
export const ADDRESS_KEY = 'ADDRESS_API_KEY'

/** The header for the key (U8). */
export const ADDRESS_KEY_HEADER = 'x-api-key'

/** An answer of the address validator, with the question and the time (ISO 8601 in UTC). */
export interface AddressAnswer {
  readonly status: string
  /** 'R' for a residence, 'C' for a business, or empty. */
  readonly rdi: string
  readonly asked: string
  readonly found: string
  readonly ref: string
  readonly at: string
}

/** The two-letter code for a three-letter country code (D-128); `undefined` for anything else. */
export function alpha2Of(country: string): string | undefined {
  const code = country.trim().toUpperCase()
  if (Object.hasOwn(iso31661Alpha3ToAlpha2, code)) return iso31661Alpha3ToAlpha2[code]
  return Object.values(iso31661Alpha3ToAlpha2).includes(code) ? code : undefined
}

function failureIn({ status, headers }: UpstreamAnswer): GatewayError | undefined {
  if (status === 200) return undefined
  if (status === 401 || status === 403) return new GatewayError('UPSTREAM_CREDENTIAL')
  if (status !== 429) return new GatewayError('UPSTREAM_FAILED')
  const retryAfter = secondsIn(headers['retry-after']) ?? 1
  const message = `The address validator has been asked too often. Try again in ${waitText(retryAfter)}.`
  return new GatewayError('RATE_LIMITED', { retryAfter, message })
}

const textAt = (body: unknown, pointer: `/${string}`): string => {
  const found = valueAt(body, pointer)
  return typeof found === 'string' ? found.trim() : ''
}

/** The same failure with the validator's name, because the approval also calls other services. */
function named({ code, message, retryAfter, cause }: GatewayError): GatewayError {
  const variable = code === 'UPSTREAM_CREDENTIAL' ? ADDRESS_KEY : addressVariable('address')
  const details = { cause, variable, ...(retryAfter === undefined ? {} : { retryAfter }) }
  return new GatewayError(code, { ...details, message: message.replace(/^The service\b/, 'The address validator') })
}

async function ask(context: ApprovalContext, staff: StaffRequest, search: URLSearchParams): Promise<unknown> {
  const { limits, addressApiKey } = context
  const upstream = upstreamOf(context, 'address')
  if (addressApiKey === null) throw new GatewayError('NOT_CONFIGURED')
  const request = {
    method: 'GET',
    path: `/v1/validate?${search.toString()}`,
    headers: { accept: 'application/json', 'x-request-id': staff.requestId, [ADDRESS_KEY_HEADER]: addressApiKey },
    body: null,
    signal: deadline(limits.readMs),
    headersTimeout: limits.readHeadersMs,
    repeatable: true,
  } as const
  try {
    const answer = await upstream.send(request, limits.jsonBytes)
    const failure = failureIn(answer)
    if (failure !== undefined) throw failure
    return jsonOf(answer.text)
  } catch (error) {
    throw named(failureOf(error, 'read'))
  }
}

/**
 * Asks the address validator about a home address (account review, section 7). The validator does not receive the staff
 * token, and no browser receives its key.
 *
 * @param country the two-letter code of the address's country
 * @throws GatewayError for anything but an answer
 */
export async function validateAddress(
  context: ApprovalContext,
  staff: StaffRequest,
  { street, city, postalCode }: HomeAddress,
  country: string,
): Promise<AddressAnswer> {
  const asked = { StreetAddress: street, City: city, PostalCode: postalCode, CountryCode: country }
  const body = await ask(context, staff, new URLSearchParams({ ...asked, Geocoding: 'false' }))
  const status = textAt(body, '/status')
  if (!isValues(body) || status === '') throw named(new GatewayError('UPSTREAM_FORMAT'))
  return {
    status,
    rdi: textAt(body, '/rdi'),
    asked: Object.values(asked).join(', '),
    found: textAt(body, '/formattedaddress'),
    ref: textAt(body, '/ref'),
    at: new Date(context.now()).toISOString(),
  }
}

const sheet = { width: 920, margin: 40, lineHeight: 24, scale: 2, paper: 255, ink: 20 } as const
const COLUMNS = Math.floor((sheet.width - 2 * sheet.margin) / (LETTER_WIDTH * sheet.scale))

export interface EvidenceOf {
  readonly productName: string
  readonly accountNo: string
  readonly sketchId: string
  readonly answer: AddressAnswer
}

const wrapped = (text: string): readonly string[] =>
  text.match(new RegExp(`.{1,${COLUMNS}}(?:\\s|$)|.{1,${COLUMNS}}`, 'gu'))?.map((line) => line.trim()) ?? []

/** The lines of the evidence (D-129). */
export function evidenceLines({ productName, accountNo, sketchId, answer }: EvidenceOf): readonly string[] {
  return [
    'Result of a third-party address validation',
    ...wrapped(`This image was generated by ${productName} from the answer of the address validator.`),
    'It is no document of the customer.',
    '',
    ...wrapped(`Account: ${accountNo}`),
    ...wrapped(`Case: ${sketchId}`),
    '',
    ...wrapped(`Address asked about: ${answer.asked}`),
    ...wrapped(`Address found: ${answer.found}`),
    '',
    ...wrapped(`Status: ${answer.status}`),
    ...wrapped(`Type (RDI): ${answer.rdi}${answer.rdi === 'R' ? ' (residential)' : ''}`),
    ...wrapped(`Time (UTC): ${answer.at}`),
    ...wrapped(`Reference: ${answer.ref === '' ? 'none given' : answer.ref}`),
  ]
}

/** The evidence as a PNG, drawn without the machine's fonts. The same answer always gives the same bytes. */
export function evidenceImage(of: EvidenceOf): Uint8Array {
  const lines = evidenceLines(of)
  return textImage(lines, { ...sheet, height: 2 * sheet.margin + lines.length * sheet.lineHeight })
}
