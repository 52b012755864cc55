import { createHash } from 'node:crypto'

/** What is asked about an address, in the validator's own names. */
export interface AddressQuery {
  readonly StreetAddress: string
  readonly City: string
  readonly PostalCode: string
  /** ISO 3166-1 alpha-2. */
  readonly CountryCode: string
}

/** The validator's answer: `rdi` is R for a residence, C for a business and empty where there is no address. */
export interface AddressAnswer {
  readonly status: string
  readonly rdi: 'R' | 'C' | ''
  readonly formattedaddress: string
  /** Names this answer in the validator's records; the same for the same address. */
  readonly ref: string
}

/** Streets with an answer of their own, each found in any part of the line and in any case. */
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

/** The answer to a caller whose key is wrong: a success by HTTP, as such services give it. */
export const wrongKey: AddressAnswer = { status: 'API_KEY_INVALID_OR_DEPLETED', ...withoutAddress }

function judge({ StreetAddress, City, PostalCode, CountryCode }: AddressQuery): Pick<AddressAnswer, 'status' | 'rdi'> {
  const isComplete = [StreetAddress, City, PostalCode].every((part) => part.trim() !== '')
  if (!isComplete || !/^[A-Z]{2}$/.test(CountryCode)) return { status: 'INVALID', rdi: '' }
  const street = StreetAddress.toLowerCase()
  const special = specialStreets.find(([name]) => street.includes(name.toLowerCase()))
  return special ? { status: special[1], rdi: special[2] } : { status: 'VALID', rdi: 'R' }
}

/** Judges an address by nothing but its own words, so that the same address always has the same answer. */
export function validateAddress(query: AddressQuery): AddressAnswer {
  const { status, rdi } = judge(query)
  if (rdi === '') return { status, ...withoutAddress }
  const line = [query.StreetAddress, query.City, query.PostalCode, query.CountryCode].map((part) => part.trim())
  const formattedaddress = line.join(', ').toUpperCase()
  const ref = `av-${createHash('sha256').update(formattedaddress).digest('hex').slice(0, 16)}`
  return { status, rdi, formattedaddress, ref }
}
