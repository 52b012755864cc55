import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { PUBLIC_URL, textLike } from './support.ts'
import type { Embedded } from '../../../services/embedded/start.ts'

let shared: Embedded
beforeAll(async () => {
  shared = await startEmbeddedOverCopy({ accounts: 60, seed: 1, publicUrl: PUBLIC_URL })
})
afterAll(() => shared.close())

const home = { StreetAddress: '24 Orchard Bend Rd', City: 'Ithaca', PostalCode: '14850', CountryCode: 'US' }

async function validate(part: Record<string, string> = {}, key = shared.addressKey.value) {
  const query = new URLSearchParams({ ...home, Geocoding: 'false', ...part })
  const headers = { [shared.addressKey.header]: key }
  const response = await fetch(`${shared.urls.address}/v1/validate?${query.toString()}`, { headers })
  return { code: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('finds a residence, and says the same of the same address again', async () => {
  const answer = await validate()
  expect(answer).toEqual({
    code: 200,
    body: {
      status: 'VALID',
      rdi: 'R',
      formattedaddress: '24 ORCHARD BEND RD, ITHACA, 14850, US',
      ref: textLike(/^av-[0-9a-f]{16}$/),
    },
  })
  expect(await validate()).toEqual(answer)
  expect((await validate({ City: 'Elmira' })).body['ref']).not.toBe(answer.body['ref'])
})

test.each([
  ['7 Suspect Way', 'SUSPECT', 'R'],
  ['1 Invalid Loop', 'INVALID', ''],
  ['1 delayed lane Apt 3', 'DELAYED', ''],
  ['1 Busy Road', 'RATE_LIMIT_EXCEEDED', ''],
  ['1 Depleted Drive', 'API_KEY_INVALID_OR_DEPLETED', ''],
  ['1 Restricted Row', 'RESTRICTED', ''],
  ['1 Internal Error Court', 'INTERNAL_ERROR', ''],
  ['500 Commerce Plaza', 'VALID', 'C'],
])('answers for %s with %s and rdi %j', async (StreetAddress, status, rdi) => {
  expect(await validate({ StreetAddress })).toMatchObject({ code: 200, body: { status, rdi } })
})

test.each([{ StreetAddress: '' }, { City: ' ' }, { PostalCode: '' }, { CountryCode: 'USA' }, { CountryCode: '' }])(
  'calls an address INVALID with %j',
  async (part) => {
    expect((await validate(part)).body).toMatchObject({ status: 'INVALID', rdi: '' })
  },
)

test('tells a caller with a wrong key so, by its status and not by HTTP', async () => {
  const refused = { status: 'API_KEY_INVALID_OR_DEPLETED', rdi: '', formattedaddress: '', ref: '' }
  expect(await validate({}, 'wrong')).toEqual({ code: 200, body: refused })
  const response = await fetch(`${shared.urls.address}/v1/validate?StreetAddress=1`)
  expect(await response.json()).toEqual(refused)
})
