import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOST, PUBLIC_URL, type GatewayUnderTest } from './gatewayUnderTest.ts'

/** Personal data as an upstream sends it; none of it is anybody's. */
export const SSN = '900-12-3456'
export const JOINT_SSN = '900-45-6789'
export const DOB = '1961-04-17'
export const JOINT_DOB = '1959-11-30'
export const BANK = '000123456789'
export const SECOND_BANK = '000777888999'
export const CONTRA = 'Z7R99812345'

/** What appears nowhere but in the answer of a reveal. */
export const canaries = [
  SSN,
  '900123456',
  JOINT_SSN,
  DOB,
  JOINT_DOB,
  BANK,
  '123456789',
  SECOND_BANK,
  CONTRA,
  'Z7R9981',
] as const

/** The day of birth without its year, of its own: a random id may hold the same characters. */
export const BIRTHDAY = /(?<!\w-?)04-17(?!\w)/

/** A detail with personal data in every place that is known for it. */
export const personalDetail = {
  account: [{ id: 3, name: 'Mara Quill', ss_number: SSN, request_data: JSON.stringify({ ss_number: SSN }) }],
  profile: [{ date_of_birth: DOB, city: 'Springfield' }],
  joint_user: { joint_ssn: JOINT_SSN, joint_dob: JOINT_DOB, joint_first_name: 'Ana' },
  bank: [{ bank_name: 'First', bank_account_no: BANK }],
  ach: [
    { id: 71, nickname: 'Checking', bank_account_no: BANK, status: 'COMPLETE' },
    { id: 72, nickname: 'Savings', bank_account_no: SECOND_BANK, status: 'COMPLETE' },
  ],
  request: [
    { id: 501, request_type: 'TRANSFER_ACCOUNT', request_payload: { contra_account_number: CONTRA, note: SSN } },
    {
      id: 502,
      request_type: 'TRANSFER_ACCOUNT',
      request_payload: JSON.stringify({ contra_account_number: CONTRA, inner: { bank_account_no: BANK } }),
      response_data: JSON.stringify({ form: JSON.stringify({ contra_account_number: CONTRA }) }),
    },
  ],
} as const

/** Asks for one value as the console does; what differs from a good request is given. */
export const reveal = (
  { app }: GatewayUnderTest,
  cookie: string | null,
  body: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
) =>
  app.inject({
    method: 'POST',
    url: '/console/reveal',
    headers: {
      host: HOST,
      origin: PUBLIC_URL,
      'sec-fetch-site': 'same-origin',
      'x-countersign': '1',
      ...(cookie === null ? {} : { cookie }),
      ...headers,
    },
    payload: { resource: 'accounts', id: 3, field: '/account/*/ss_number', reason: 'Customer called', ...body },
  })

const contentOf = (path: string): Buffer => {
  try {
    return readFileSync(path)
  } catch {
    // A file of an upload that was removed meanwhile.
    return Buffer.alloc(0)
  }
}

const filesOf = ({ config }: GatewayUnderTest): readonly string[] =>
  readdirSync(config.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

/** The text without ids of random digits: one in some thousand of them has the digits of a date of birth in it. */
export const withoutIds = (text: string): string =>
  text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')

/** Every byte that the gateway has written, in whatever folder. */
export const storedBytes = (gateway: GatewayUnderTest): string =>
  filesOf(gateway)
    .map((path) => contentOf(path).toString('latin1'))
    .join('\n')

const PAGE_BYTES = 4096
/** More than any text that is looked for has: it may begin on the page before. */
const OVERLAP_BYTES = 64

/** The pages of a file that differ from what they were, each with a little of what is before and behind it. */
function changedPages(content: Buffer, before: Buffer = Buffer.alloc(0)): string {
  const pages: string[] = []
  for (let at = 0; at < content.length; at += PAGE_BYTES) {
    const end = at + PAGE_BYTES
    if (content.subarray(at, end).equals(before.subarray(at, end))) continue
    pages.push(content.toString('latin1', Math.max(0, at - OVERLAP_BYTES), end + OVERLAP_BYTES))
  }
  return pages.join('\n')
}

/** Gives what a gateway has logged, and written in whatever folder, since it was asked last: all of it the first time. */
export function createWrittenSince(): (gateway: GatewayUnderTest) => string {
  const seen = new Map<string, Buffer>()
  let logged = 0
  return (gateway) => {
    const log = gateway.log.slice(logged).join('')
    logged = gateway.log.length
    const changed = filesOf(gateway).map((path) => {
      const content = contentOf(path)
      const pages = changedPages(content, seen.get(path))
      seen.set(path, content)
      return pages
    })
    return [log, ...changed].join('\n')
  }
}
