import { createHash } from 'node:crypto'
import { application } from '../../../server/embedded/application.ts'
import { serveCollections } from '../../../server/embedded/collections/serveCollections.ts'
import type { StaffServiceParts } from './staffService.ts'
import { carriesToken, type ServiceToken } from '../shared/callers.ts'
import type { FastifyInstance } from 'fastify'

interface AddressQuery {
  readonly StreetAddress: string
  readonly City: string
  readonly PostalCode: string
  /** ISO 3166-1 alpha-2. */
  readonly CountryCode: string
}

/** The answer: `rdi` is R for a residence, C for a business and empty without an address. */
interface AddressAnswer {
  readonly status: string
  readonly rdi: 'R' | 'C' | ''
  readonly formattedaddress: string
  /** The id of the answer, the same for the same address. */
  readonly ref: string
}

/** Streets with special answers, found anywhere in the line in any case. */
const specialStreets: readonly (readonly [street: string, status: string, rdi: AddressAnswer['rdi']])[] = [
  ['Suspect Way', 'SUSPECT', 'R'],
  ['Invalid Loop', 'INVALID', ''],
  ['Delayed Lane', 'DELAYED', ''],
  ['Busy Road', 'RATE_LIMIT_EXCEEDED', ''],
  ['Depleted Drive', 'API_KEY_INVALID_OR_DEPLETED', ''],
  ['Restricted Row', 'RESTRICTED', ''],
  ['Internal Error Court', 'INTERNAL_ERROR', ''],
  ['Commerce Plaza', 'VALID', 'C'],
]

const withoutAddress = { rdi: '', formattedaddress: '', ref: '' } as const

/** The answer to a wrong key, with HTTP status 200 as in the real service. */
const wrongKey: AddressAnswer = { status: 'API_KEY_INVALID_OR_DEPLETED', ...withoutAddress }

function judge({ StreetAddress, City, PostalCode, CountryCode }: AddressQuery): Pick<AddressAnswer, 'status' | 'rdi'> {
  const isComplete = [StreetAddress, City, PostalCode].every((part) => part.trim() !== '')
  if (!isComplete || !/^[A-Z]{2}$/.test(CountryCode)) return { status: 'INVALID', rdi: '' }
  const street = StreetAddress.toLowerCase()
  const special = specialStreets.find(([name]) => street.includes(name.toLowerCase()))
  return special ? { status: special[1], rdi: special[2] } : { status: 'VALID', rdi: 'R' }
}

/** Judges an address by its text alone, so the same address always has the same answer. */
function validateAddress(query: AddressQuery): AddressAnswer {
  const { status, rdi } = judge(query)
  if (rdi === '') return { status, ...withoutAddress }
  const line = [query.StreetAddress, query.City, query.PostalCode, query.CountryCode].map((part) => part.trim())
  const formattedaddress = line.join(', ').toUpperCase()
  const ref = `av-${createHash('sha256').update(formattedaddress).digest('hex').slice(0, 16)}`
  return { status, rdi, formattedaddress, ref }
}

const part = { type: 'string', maxLength: 300, default: '' } as const
const query = {
  type: 'object',
  properties: { StreetAddress: part, City: part, PostalCode: part, CountryCode: part, Geocoding: part },
}

/**
 * The address validator (spec account-review section 7). Callers send a key in a header. Every other call that definitions
 * make to it has generated records, without a key: that of the definitions is configured apart from this one.
 */
export function addressService(
  key: ServiceToken,
  { collections, log }: Pick<StaffServiceParts, 'collections' | 'log'>,
): FastifyInstance {
  const app = application(log)
  app.get<{ Querystring: AddressQuery }>('/v1/validate', { schema: { querystring: query } }, async (request) =>
    carriesToken(request.headers, key) ? validateAddress(request.query) : wrongKey,
  )
  serveCollections(app, { ...collections, service: 'address' })
  return app
}
