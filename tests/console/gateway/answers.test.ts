import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answering, cutting, hanging, type Script } from '../../support/faultyUpstream.ts'
import { fixtureOf, listBody, withValueAt } from '../../framework/contract/fixtures.ts'
import {
  bodyOf,
  contentTypeOf,
  operationOf,
  operations,
  requestFor,
  signedIn,
  startGateway,
  type GatewayUnderTest,
} from './gatewayUnderTest.ts'
import { ask, gateway, withGateway } from './withGateway.ts'

const limits = { jsonBytes: 256 * 1024, breakerOpenMs: 500 }
/** For services that never come to an end; nothing else has to be in time. */
const impatient = { ...limits, readMs: 150, readHeadersMs: 100 }

withGateway({ limits })

const SSN = '900-12-3456'
const DOB = '1961-04-17'
const BANK = '000123456789'
const canaries = [SSN, '900123456', DOB, '04-17', BANK, '123456789', '900-45-6789', '1959-11-30']

const account = { id: 3, name: 'Mara Quill', ss_number: SSN, undeclared: SSN, status: 'COMPLETE' }
const detail = {
  account: [account],
  profile: [{ date_of_birth: DOB, city: 'Springfield', secret: SSN }],
  joint_user: { joint_ssn: '900-45-6789', joint_dob: '1959-11-30', joint_first_name: 'Ana' },
  bank: [{ bank_name: 'First', bank_account_no: BANK }],
  internal: { ssn: SSN },
}

test.each([
  [BANK, true],
  [123456789, true],
  [[BANK], true],
  [{ no: BANK }, true],
  ['0', true],
  ['', false],
  [0, false],
  [false, false],
])('a masked value that is shown as Yes or No leaves as a flag: %j', async (bank, isLinked) => {
  gateway.upstream.script(answering(200, { apex_accounts: [{ id: 3, bank_account: bank }], total_page: 1 }))
  const response = await ask('accounts.list')
  expect(response.json()).toMatchObject({ apex_accounts: [{ id: 3, bank_account: isLinked }] })
  expect(response.body).not.toContain('123456789')
})

describe('the account detail', () => {
  test('leaves masked and pruned', async () => {
    gateway.upstream.script(answering(200, detail))
    const response = await ask('accounts.getOne')
    expect(response.json()).toEqual({
      account: [{ id: 3, name: 'Mara Quill', ss_number: '***-**-3456', status: 'COMPLETE' }],
      profile: [{ date_of_birth: '1961-**-**', city: 'Springfield' }],
      joint_user: { joint_ssn: '***-**-6789', joint_dob: '1959-**-**', joint_first_name: 'Ana' },
      bank: [{ bank_name: 'First', bank_account_no: 'XXXXX56789' }],
    })
  })

  const drifted: Readonly<Record<string, unknown>> = {
    'an object in the place of an array': { ...detail, account, profile: detail.profile[0], bank: detail.bank[0] },
    'an array in the place of an object': { ...detail, joint_user: [detail.joint_user] },
    'arrays inside arrays': { ...detail, account: [[account]], bank: [[[detail.bank[0]]]] },
    'structures in the place of masked text': { account: [{ id: 3, ss_number: { raw: SSN, parts: ['900', SSN] } }] },
    'arrays in the place of masked text': {
      account: [{ id: 3, ss_number: [SSN] }],
      bank: [{ bank_account_no: [BANK] }],
    },
    'structures in the place of plain text': { account: [{ id: 3, name: { first: 'Mara', ssn: SSN } }] },
    'text in the place of structures': {
      account: [JSON.stringify(account)],
      profile: JSON.stringify(detail.profile),
      bank: BANK,
    },
    'numbers in the place of masked text': {
      account: [{ id: 3, ss_number: 900123456 }],
      bank: [{ bank_account_no: 123456789 }],
    },
    'form data with the same fields': {
      account: [{ id: 3, request_data: { ss_number: SSN, date_of_birth: DOB, deep: [{ ss_number: SSN }] } }],
    },
    'form data as text': {
      account: [
        { id: 3, request_data: JSON.stringify({ ss_number: SSN, joint_dob: '1959-11-30', note: `SSN ${SSN}` }) },
      ],
    },
    'a prototype key': JSON.parse(`{"account":[{"id":3,"__proto__":{"ss_number":"${SSN}"}}]}`) as unknown,
  }

  test.each(Object.entries(drifted))('leaves no personal canary with %s', async (_what, body) => {
    gateway.upstream.script(answering(200, body))
    const { body: text, statusCode } = await ask('accounts.getOne')
    expect(statusCode).toBe(200)
    for (const canary of canaries) expect(text).not.toContain(canary)
  })

  test.each([400, 404, 500])('leaves no personal canary in an error of status %s', async (status) => {
    gateway.upstream.script(answering(status, { message: `No account for ${SSN} and 900123456`, account }))
    const { body } = await ask('accounts.getOne')
    for (const canary of [SSN, '900123456']) expect(body).not.toContain(canary)
  })
})

describe('a list', () => {
  const page = {
    apex_accounts: [{ id: 1, name: 'A', secret: 's' }],
    total_pages: '7',
    status: [{ status: 'NEW', secret: 's' }],
    secret: 's',
  }

  test('keeps its structure and loses what is not declared', async () => {
    gateway.upstream.script(answering(200, page))
    const expected = { apex_accounts: [{ id: 1, name: 'A' }], total_pages: '7', status: [{ status: 'NEW' }] }
    expect((await ask('accounts.list')).json()).toEqual(expected)
    expect(gateway.log.join('')).toContain('"dropped":3')
  })

  test('takes the names of all statuses in either spelling', async () => {
    const answer = { apex_accounts: [{ id: 1 }], total_pages: 1, status: ['NEW', { status: 'PENDING' }] }
    gateway.upstream.script(answering(200, answer))
    const before = gateway.log.length
    expect((await ask('accounts.list')).json()).toEqual(answer)
    expect(gateway.log.slice(before).join('')).not.toContain('dropped')
  })

  test.each([{}, { apex_accounts: null }, { apex_accounts: {} }, [], null, 'text', 7])(
    'that is %j is no list',
    async (body) => {
      gateway.upstream.script(answering(200, JSON.stringify(body)))
      const response = await ask('accounts.list')
      expect([response.statusCode, bodyOf(response)['code']]).toEqual([502, 'UPSTREAM_FORMAT'])
    },
  )
})

const lists = operations.filter(({ kind }) => kind === 'list')

describe.each(lists.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  const { items = '' } = operation.response

  test.skipIf(items === '')(
    'takes a sentence in the place of its records for the reason why there are none',
    async () => {
      gateway.upstream.script(answering(200, withValueAt({}, items, 'No user has this address') as object))
      const response = await ask(id)
      expect([response.statusCode, bodyOf(response)]).toMatchObject([
        404,
        { code: 'UPSTREAM_REFUSED', message: 'No user has this address' },
      ])
    },
  )

  test('is no list where anything else stands in the place of its records', async () => {
    for (const wrong of ['', ' ', 7, true, null, {}]) {
      gateway.upstream.script(answering(200, JSON.stringify(withValueAt({}, items, wrong))))
      const response = await ask(id)
      expect([response.statusCode, bodyOf(response)['code']]).toEqual([502, 'UPSTREAM_FORMAT'])
    }
  })

  test('loses what its records do not declare', async () => {
    const { record } = fixtureOf(operation.definition)
    const answer = listBody(operation, { records: [record({ id: 3, secret: SSN })] })
    gateway.upstream.script(answering(200, answer, contentTypeOf(operation)))
    const { body, statusCode } = await ask(id)
    expect(statusCode).toBe(200)
    expect(body).not.toContain('secret')
    expect(body).not.toContain(SSN)
  })
})

describe('an action', () => {
  test('may answer 204 with nothing', async () => {
    gateway.upstream.script((_request, response) => void response.writeHead(204).end())
    const response = await ask('treasury.delete')
    expect([response.statusCode, response.json()]).toEqual([200, {}])
  })

  test('passes the message on and drops what is not declared', async () => {
    gateway.upstream.script(answering(201, { message: `done for ${SSN}`, id: 3, internal: 'x' }))
    expect((await ask('treasury.approve')).json()).toEqual({ message: 'done for •••••••••', id: 3 })
  })
})

const html = { 'content-type': 'text/html' }
const drip: Script = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}

/** The first bytes of a longer answer. */
const brokenOff = { status: 200, body: '[{"id":1}', length: 1000 }

const faults: readonly (readonly [string, Script, number, string])[] = [
  ['403', answering(403, { detail: 'Not yours' }), 403, 'UPSTREAM_FORBIDDEN'],
  ['404', answering(404, { detail: 'None' }), 404, 'NOT_FOUND'],
  ['409', answering(409, { message: 'Changed' }), 409, 'UPSTREAM_REFUSED'],
  ['429', answering(429, {}, { 'retry-after': '3' }), 429, 'RATE_LIMITED'],
  ['500 with HTML', answering(500, '<h1>Traceback</h1>', html), 502, 'UPSTREAM_FAILED'],
  ['502', answering(502, {}), 502, 'UPSTREAM_FAILED'],
  ['503', answering(503, {}), 502, 'UPSTREAM_FAILED'],
  ['a redirect', answering(302, '', { location: 'http://evil.test/' }), 502, 'UPSTREAM_FAILED'],
  ['a page of HTML', answering(200, '<html>Sign in</html>', html), 502, 'UPSTREAM_FORMAT'],
  ['nothing', answering(200, ''), 502, 'UPSTREAM_FORMAT'],
  ['half of its JSON', answering(200, '[{"id":1'), 502, 'UPSTREAM_FORMAT'],
  ['NaN', answering(200, '[NaN]'), 502, 'UPSTREAM_FORMAT'],
  ['100,000 levels', answering(200, '['.repeat(100_000) + ']'.repeat(100_000)), 502, 'UPSTREAM_FORMAT'],
  [
    'invalid UTF-8',
    (_q, response) => void response.end(Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d])),
    502,
    'UPSTREAM_FORMAT',
  ],
  ['too much', answering(200, `["${'a'.repeat(600 * 1024)}"]`), 502, 'UPSTREAM_FORMAT'],
  [
    'gzip no one asked for',
    (_q, r) => void r.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('[]')),
    502,
    'UPSTREAM_FORMAT',
  ],
  ['a failure in a 200', answering(200, { status: 409, message: 'Changed' }), 409, 'UPSTREAM_REFUSED'],
  ['success: false', answering(200, { success: false, error: 'Refused' }), 422, 'UPSTREAM_REFUSED'],
  ['silence', hanging, 504, 'UPSTREAM_TIMEOUT'],
  ['a drip', drip, 504, 'UPSTREAM_TIMEOUT'],
  ['a reset', cutting(), 502, 'UPSTREAM_FAILED'],
  ['an answer that breaks off', cutting(brokenOff), 502, 'UPSTREAM_FAILED'],
]

/** A read of each kind; how a failure is told is the same for all of a kind. */
const reads = ['list', 'getOne', 'read'].flatMap(
  (kind) => operations.find((operation) => operation.kind === kind) ?? [],
)

describe.each(faults)('a service that answers with %s', (_what, script, status, code) => {
  let faulty: GatewayUnderTest
  beforeEach(async () => {
    faulty = await startGateway({ limits: code === 'UPSTREAM_TIMEOUT' ? impatient : limits })
    faulty.upstream.script(script)
  })
  afterEach(() => faulty.stop())

  test(`gives ${status} ${code} on every kind of read, asked twice at most`, async () => {
    const staff = await signedIn(faulty)
    expect(reads).toHaveLength(3)
    for (const operation of reads) {
      const before = faulty.upstream.seen.length
      const response = await faulty.app.inject(requestFor(operation, staff))
      expect([response.statusCode, bodyOf(response)['code']]).toEqual([status, code])
      expect(bodyOf(response)['requestId']).toBe(response.headers['x-request-id'])
      expect(response.body).not.toContain('Traceback')
      expect(faulty.upstream.seen.length - before).toBeLessThanOrEqual(2)
      if (status !== 429) continue
      expect(response.headers['retry-after']).toBe('3')
      expect(bodyOf(response)['message']).toBe('Too many requests. Try again in 3 seconds.')
    }
  })
})

test('a read is tried once more after 502, 503, 504, a reset, and an answer that breaks off', async () => {
  for (const fault of [answering(502, {}), answering(503, {}), answering(504, {}), cutting(), cutting(brokenOff)]) {
    gateway.upstream.reset()
    gateway.upstream.script((request, response, incoming) =>
      (gateway.upstream.seen.length === 1 ? fault : answering(200, []))(request, response, incoming),
    )
    expect((await ask('treasury.list')).statusCode).toBe(200)
    expect(gateway.upstream.seen).toHaveLength(2)
  }
})

test('nothing from the upstream’s headers comes through', async () => {
  const headers = {
    'set-cookie': 'a=b',
    server: 'evil',
    'x-powered-by': 'evil',
    location: 'http://evil.test',
    'content-security-policy': 'x',
    'access-control-allow-origin': '*',
  }
  gateway.upstream.script(answering(200, [], headers))
  const response = await ask('treasury.list')
  for (const name of ['set-cookie', 'server', 'x-powered-by', 'location', 'access-control-allow-origin']) {
    expect(response.headers[name]).toBeUndefined()
  }
  expect(response.headers['content-security-policy']).toContain("default-src 'none'")
})

describe('the breaker', () => {
  test('opens for one service, answers at once, and closes when it recovers', async () => {
    const broken = await startGateway({ limits })
    const staff = await signedIn(broken)
    broken.upstream.script((request, response, incoming) =>
      answering(request.target.startsWith('/admin') ? 500 : 200, { apex_accounts: [] })(request, response, incoming),
    )
    const list = () => broken.app.inject(requestFor(operationOf('treasury.list'), staff))
    for (let call = 0; call < 20; call += 1) await list()
    const calls = broken.upstream.seen.length
    const shed = await list()
    expect([shed.statusCode, bodyOf(shed)['code'], shed.headers['retry-after']]).toEqual([
      503,
      'UPSTREAM_UNAVAILABLE',
      '5',
    ])
    expect(broken.upstream.seen).toHaveLength(calls)
    expect((await broken.app.inject(requestFor(operationOf('accounts.list'), staff))).statusCode).toBe(200)
    broken.upstream.script(answering(200, []))
    const log = () => broken.log.map((line) => JSON.parse(line) as Record<string, unknown>)
    const paused = () => log().flatMap(({ part, msg }) => (part === 'service admin' ? [msg] : []))
    expect(paused()).toEqual(['fails and is not called'])
    expect(log()).toContainEqual(
      expect.objectContaining({ msg: 'answered', service: 'admin', operation: 'treasury.list', status: 503 }),
    )
    await expect.poll(async () => (await list()).statusCode, { timeout: 10_000 }).toBe(200)
    expect(paused()).toEqual(['fails and is not called', 'is called again'])
    await broken.stop()
  })

  test('a service that refuses connections is unavailable', async () => {
    const gone = await startGateway({ settings: { services: { admin: 'http://127.0.0.1:1' } } })
    for (const id of ['treasury.list', 'treasury.approve']) {
      const response = await gone.app.inject(requestFor(operationOf(id), await signedIn(gone)))
      expect([response.statusCode, bodyOf(response)['code']]).toEqual([503, 'UPSTREAM_UNAVAILABLE'])
    }
    await gone.stop()
  })
})
