import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AuditPage, AuditRecordView } from '../../../language/auditView.ts'
import { runVerify } from '../../framework/store/runVerify.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { bodyOf, HOST, operationOf, PUBLIC_URL, requestFor, signedIn, successOf } from './gatewayUnderTest.ts'
import { cookie, gateway, trail, withGateway } from './withGateway.ts'

withGateway({ settings: { accessContact: 'access@countersign.test' } })

const own = { host: HOST, origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin', 'x-countersign': '1' }

const post = (url: string, payload: object, by = cookie) =>
  gateway.app.inject({ method: 'POST', url, headers: { ...own, cookie: by }, payload })

const search = async (filter: object) => (await post('/console/audit', filter)).json<AuditPage>()

const open = async (seq: number) =>
  (await gateway.app.inject({ url: `/console/audit/${seq}`, headers: { ...own, cookie } })).json<AuditRecordView>()

async function approve(): Promise<void> {
  gateway.upstream.script(answering(200, { status: 'ok' }))
  await gateway.app.inject(requestFor(operationOf('treasury.approve'), cookie))
}

const event = (operation: string, userId: number, details: object = {}) =>
  gateway.store.audit.event({
    operation,
    actor: { userId, email: `Person.${userId}@countersign.test`, role: 'viewer' },
    requestId: 'r',
    ip: '192.0.2.1',
    sessionHash: null,
    details: { ...details },
  })

describe('the search of the audit trail', () => {
  test('finds by person, record, operation, outcome and time, newest first, in pages with a bounded count', async () => {
    for (let index = 0; index < 60; index += 1) await event('books.test', 21, { target: 'id=7', result: 'ok' })
    gateway.clock.advance(60_000)
    const since = gateway.clock.now()
    const seq = await event('books.test', 22, { target: 'id=8', result: 'failed' })
    const first = await search({ operation: 'books.test' })
    expect([first.count, first.most, first.lines.length]).toEqual([61, 1000, 50])
    expect(first.lines[0]).toMatchObject({ seq, person: 'Person.22@countersign.test', target: 'books/8' })
    const rest = await search({ operation: 'books.test', before: first.next })
    expect([rest.lines.length, rest.next]).toEqual([11, null])
    expect(rest.lines[0]?.seq).toBeLessThan(first.lines.at(-1)?.seq ?? 0)
    for (const filter of [
      { person: '22' },
      { person: 'person.22@COUNTERSIGN.test' },
      { record: { resource: 'books', id: '8' } },
      { operation: 'books.test', result: 'failed' },
      { operation: 'books.test', from: since },
    ])
      expect((await search(filter)).lines.map((line) => line.seq)).toEqual([seq])
    expect((await search({ operation: 'books.test', to: since })).count).toBe(60)
  })

  test('is itself on record, once for all of its pages, and without the address that was searched for', async () => {
    await search({ person: 'someone@example.test', operation: 'books.test' })
    await search({ operation: 'books.test', before: 3 })
    const [recorded, ...more] = await trail()
    expect(more).toEqual([])
    expect(recorded).toMatchObject({
      operation: 'console.audit',
      actor: { userId: 1 },
      details: { result: 'ok', filter: { operation: 'books.test' } },
    })
    expect(JSON.stringify(recorded)).toContain('"person":"hmac:')
    expect(JSON.stringify(recorded)).not.toContain('someone@')
  })

  test('shows what people did without searches of the trail that were made, and with those that were refused', async () => {
    await event('books.test', 21, { target: 'id=7', result: 'ok' })
    await event('console.audit', 22, { result: 'refused' })
    await open(1)
    await search({})
    const operations = async (filter: object) => (await search(filter)).lines.map(({ operation }) => operation)
    const whole = await operations({})
    expect(whole).toEqual(expect.arrayContaining(['console.audit', 'console.auditRecord', 'books.test']))
    const done = await search({ show: 'done' })
    const own = done.lines.filter(({ operation }) => operation.startsWith('console.'))
    expect(own.map(({ operation, result }) => [operation, result])).toEqual([['console.audit', 'refused']])
    expect(done.lines.map(({ operation }) => operation)).toContain('books.test')
    expect(await operations({ show: 'done', operation: 'console.auditRecord' })).toEqual(['console.auditRecord'])
  })

  test('names records by what people can read, not by digests', async () => {
    const target = `hmac:${'ab12'.repeat(16)}`
    await event('forms.test', 21, { target: `email=${target}`, result: 'ok' })
    await event('forms.test', 21, { target: `number=7&email=${target}`, result: 'ok' })
    expect((await search({ operation: 'forms.test' })).lines.map((line) => line.target)).toEqual(['number=7', ''])
  })

  test('refuses what is no filter', async () => {
    for (const body of [{ person: '' }, { result: 'other' }, { from: 'today' }, { table: 'audit' }, { before: 0 }])
      expect((await post('/console/audit', body)).statusCode).toBe(400)
  })
})

describe('one record', () => {
  test('has what it was and, where that is known, what it is after, with personal values masked', async () => {
    await approve()
    gateway.upstream.script(answering(500, {}))
    await gateway.app.inject(requestFor(operationOf('treasury.approve'), cookie))
    await gateway.app.inject(requestFor(operationOf('accounts.restrictUser'), cookie))
    const intents = (await trail()).filter(({ phase }) => phase === 'intent')
    const [done, failed, restricted] = await Promise.all(intents.map(({ seq }) => open(seq)))
    const before = { id: 3, ticker: 'ZZTK', isapproved: false }
    expect([done?.record['before'], done?.counterpart?.['after']]).toEqual([before, { ...before, isapproved: true }])
    expect([failed?.record['before'], failed?.counterpart?.['after']]).toEqual([before, undefined])
    // The service is told to restrict, not what the record is then: that is not guessed.
    expect(restricted?.record['before']).toMatchObject({ account_no: '•••', is_restricted: false })
    expect(restricted?.counterpart?.['after']).toBeUndefined()
  })

  test('has its content without digests, its outcome, its proof and its neighbors, and is on record when opened', async () => {
    await approve()
    const [intent, outcome] = await trail()
    const view = await open(intent?.seq ?? 0)
    expect(view).toMatchObject({
      seq: intent?.seq,
      hash: intent?.hash,
      prev: intent?.prev,
      isIntact: true,
      next: outcome?.seq,
      record: { phase: 'intent', operation: 'treasury.approve' },
      counterpart: { phase: 'outcome', seq: outcome?.seq },
    })
    const seq = await event('books.test', 21, { search: `hmac:${'a1'.repeat(32)}`, note: 'SSN 123-45-6789' })
    const text = JSON.stringify(await open(seq))
    expect(text).toContain('•••')
    expect(text).not.toMatch(/hmac:|a1a1|6789/)
    expect(await open(outcome?.seq ?? 0)).toMatchObject({ previous: intent?.seq, counterpart: { seq: intent?.seq } })
    expect((await trail()).at(-1)).toMatchObject({
      operation: 'console.auditRecord',
      details: { result: 'ok', record: outcome?.seq },
    })
  })

  test('is covered by the newest checkpoint once it is no newer than that', async () => {
    const [first, second] = [await event('books.test', 22, {}), await event('books.test', 23, {})]
    const newest = { store: 's', seq: first, count: first, hash: 'h', time: '2026-11-22T15:00:00.000Z' }
    Object.assign(gateway.store, { checkpoints: { state: () => ({ newest, awaySince: null }) } })
    expect(await open(first)).toMatchObject({ checkpoint: { seq: first, time: newest.time } })
    expect(await open(second)).toMatchObject({ checkpoint: null })
    delete gateway.store.checkpoints
    expect(await open(first)).toMatchObject({ checkpoint: null })
  })

  test('is not found where there is none', async () => {
    for (const seq of ['999999', '0', '1e3', 'x'])
      expect((await gateway.app.inject({ url: `/console/audit/${seq}`, headers: { ...own, cookie } })).statusCode).toBe(
        404,
      )
  })
})

describe('the export', () => {
  test('has each record with its outcome and a proof that can be checked, and is on record', async () => {
    await approve()
    const response = await post('/console/audit/export', { operation: 'treasury.approve' })
    expect(response.headers['content-type']).toBe('application/x-ndjson')
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="audit-\d{4}-\d{2}-\d{2}\.ndjson"$/)
    const lines = response.body.trimEnd().split('\n')
    const end = JSON.parse(lines.pop() ?? '') as object
    const records = lines.map((line) => JSON.parse(line) as { seq: number; prev: string; hash: string; body: object })
    const pairs = Array.from({ length: records.length / 2 }, () => [{ phase: 'outcome' }, { phase: 'intent' }])
    expect(records.map(({ body }) => body)).toMatchObject(pairs.flat())
    const [intent] = await trail()
    expect(records[1]).toMatchObject({ seq: intent?.seq, prev: intent?.prev, hash: intent?.hash })
    const body = /"body":(.*)\}$/.exec(lines[1] ?? '')?.[1] ?? ''
    const place = Buffer.alloc(8)
    place.writeBigUInt64BE(BigInt(intent?.seq ?? 0))
    const hash = createHmac('sha256', gateway.config.auditKey)
      .update(Buffer.from(intent?.prev ?? '', 'hex'))
      .update(place)
      .update(body)
    expect(hash.digest('hex')).toBe(intent?.hash)
    const request = response.headers['x-request-id']
    expect((await trail()).at(-1)).toMatchObject({
      operation: 'console.exportAudit',
      requestId: request,
      details: { entries: pairs.length },
    })
    expect(end).toMatchObject({ end: { v: 1, lines: lines.length, request } })
  })

  test('has every entry, whatever their number', async () => {
    const before = (await search({ operation: 'books.many' })).count
    expect(before).toBe(0)
    await Promise.all(Array.from({ length: 501 }, () => event('books.many', 23)))
    const { body } = await post('/console/audit/export', { operation: 'books.many' })
    expect(new Set(body.trimEnd().split('\n').slice(0, -1)).size).toBe(501)
    const table = await post('/console/audit/export', { operation: 'books.many', format: 'csv' })
    expect(new Set(table.body.trimEnd().split('\r\n').slice(1)).size).toBe(501)
  })

  test('is a table where that is asked for, with what the page shows and the hash of each entry', async () => {
    await approve()
    const [intent] = await trail()
    const response = await post('/console/audit/export', { show: 'all', format: 'csv' })
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="audit-\d{4}-\d{2}-\d{2}\.csv"$/)
    const lines = response.body.trimEnd().split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFF"Number","Time (UTC)","Person","Automatic","Requested by","Action","Operation","Record","Reason","Outcome","Settled by","Settled because","Hash"',
    )
    const [approved] = lines.filter((line) => line.includes('"treasury.approve"'))
    expect(approved).toMatch(
      new RegExp(
        `^"${intent?.seq}","[^"]+Z","[^"]+@[^"]+","No","","[^"]+","treasury.approve",.*,"Done","","","${intent?.hash}"$`,
      ),
    )
    expect((await trail()).at(-1)).toMatchObject({ operation: 'console.exportAudit', details: { format: 'csv' } })
  })

  test('has what was seen where it is asked for, and audit:verify checks what has a proof', async () => {
    const reader = await signedIn(gateway, 'viewer', {
      userId: 9,
      subject: 'subject-9',
      email: 'nine@countersign.test',
    })
    const detail = operationOf('accounts.getOne')
    gateway.upstream.script(answering(200, successOf(detail)))
    expect((await gateway.app.inject(requestFor(detail, reader))).statusCode).toBe(200)
    await approve()
    const verify = async (body: object, change = (text: string) => text) => {
      const file = join(gateway.config.dataDir, 'export.ndjson')
      writeFileSync(file, change((await post('/console/audit/export', body)).body))
      const { code, output } = await runVerify(
        { options: { dataDir: gateway.config.dataDir } },
        gateway.config.auditKey,
        {},
        [file],
      )
      const said = output.split('\n').find((line) => line.startsWith(file))
      return [code, said?.replace(`${file}: `, '')]
    }
    const person = { person: '9' }
    const table = await post('/console/audit/export', { ...person, show: 'reads', format: 'csv' })
    expect(table.body.trimEnd().split('\r\n').slice(1)).toEqual([
      expect.stringMatching(
        /^"","[^"]+Z","nine@countersign\.test","No","","[^"]+","accounts\.getOne","accounts\/3","","Seen","","",""$/,
      ),
    ])
    const { body } = await post('/console/audit/export', { ...person, show: 'reads' })
    expect(
      body
        .trimEnd()
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as object),
    ).toMatchObject([
      {
        view: {
          email: 'nine@countersign.test',
          operation: 'accounts.getOne',
          subject: 'accounts/3',
        },
      },
    ])
    expect(await verify({ show: 'all' })).toEqual([
      0,
      expect.stringMatching(/^whole, \d+ records and 1 readings are as they were exported$/),
    ])
    expect(await verify({ operation: 'treasury.approve' })).toEqual([0, expect.stringMatching(/ 0 readings /)])
    expect((await trail()).findLast((each) => each.phase === 'event')).toMatchObject({ details: { readings: 0 } })
    const changed = async (change: (text: string) => string) => (await verify({ show: 'all' }, change))[1]
    expect(await changed((text) => text.replace('"result":"ok"', '"result":"no"'))).toMatch(
      /^line \d+ is no record as it was written$/,
    )
    expect(await changed((text) => text.slice(text.indexOf('\n') + 1))).toMatch(
      /^it has (\d+) lines before its end, and not the (?!\1 )\d+ that were exported$/,
    )
    expect(await changed((text) => text.replace('accounts.getOne', 'accounts.getTwo'))).toBe(
      'a reading or the end is not as it was exported',
    )
    expect(await changed((text) => text.slice(0, text.lastIndexOf('{"end"')))).toBe(
      'it has no signed end: lines may be missing',
    )
  })

  test('is not checked without a key: it says where one is looked for', async () => {
    const { code, output } = await runVerify({ options: { dataDir: '/nowhere' } }, new Uint8Array())
    expect([code, output.trim()]).toEqual([
      2,
      "there is no audit key in /nowhere: set DATA_DIR to the gateway's folder, or AUDIT_KEY to its key",
    ])
  })

  test('needs a fresh sign-in', async () => {
    gateway.clock.advance(6 * 60_000)
    const response = await post('/console/audit/export', {})
    expect([response.statusCode, bodyOf(response)]).toMatchObject([403, { code: 'STEP_UP' }])
  })
})

test.each(['operations', 'reviewer', 'viewer', 'a role no one knows'])('is not %s’s to read', async (role) => {
  const by = await signedIn(gateway, role, { userId: 2, subject: 'subject-2' })
  const responses = [
    await post('/console/audit', {}, by),
    await post('/console/audit/export', {}, by),
    await gateway.app.inject({ url: '/console/audit/1', headers: { ...own, cookie: by } }),
  ]
  for (const response of responses)
    expect([response.statusCode, bodyOf(response)]).toMatchObject([
      403,
      { code: 'FORBIDDEN', permission: 'audit.read', contact: 'access@countersign.test' },
    ])
  const refused = await trail()
  expect(refused.map((record) => record.phase === 'event' && record.operation)).toEqual([
    'console.audit',
    'console.exportAudit',
    'console.auditRecord',
  ])
})
