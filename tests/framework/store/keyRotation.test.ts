import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StoreError } from '../../../server/store/tables.ts'
import { auditKey as first, describeStore, type Place } from './places.ts'
import { runVerify } from './runVerify.ts'

const event = { operation: 'test', actor: null, requestId: 'r', ip: '::1', sessionHash: null, details: {} }
const [second, third] = [new Uint8Array(32).fill(21), new Uint8Array(32).fill(22)]
const hex = (...keys: readonly Uint8Array[]) => keys.map((key) => Buffer.from(key).toString('hex')).join(',')

/** A place with checkpoints, and ways to append with some keys and to verify with some. */
async function createWatched(createPlace: () => Promise<Place>) {
  const place = await createPlace()
  const folder = mkdtempSync(join(tmpdir(), 'countersign-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'checkpoints.jsonl')
  const open = (auditKey: Uint8Array, ...earlierAuditKeys: readonly Uint8Array[]) =>
    place.open({ auditKey, earlierAuditKeys, checkpoints: { file, sink: null } })
  const append = async (...keys: readonly [Uint8Array, ...Uint8Array[]]) => {
    const store = await open(...keys)
    await store.audit.event(event)
    const check = await store.audit.verify()
    await store.close()
    return check
  }
  /** The exit code and what is said. */
  const verify = async (present: Uint8Array, ...earlier: readonly Uint8Array[]) => {
    const { code, output } = await runVerify(place, present, { AUDIT_SINK: file, AUDIT_KEY_PREVIOUS: hex(...earlier) })
    return `${code} ${output}`
  }
  return { ...place, open, append, verify }
}

/** The link of a record, as docs/audit-format.md has it. */
function linkOf(key: Uint8Array, prev: string, seq: number, body: string): string {
  const place = Buffer.alloc(8)
  place.writeBigUInt64BE(BigInt(seq))
  return createHmac('sha256', key).update(Buffer.from(prev, 'hex')).update(place).update(body).digest('hex')
}

describeStore('a new AUDIT_KEY', (createPlace) => {
  test('goes on with the trail where the earlier one is given, on record, and older records still verify', async () => {
    const { open, append, verify } = await createWatched(createPlace)
    await append(first)
    expect(await append(second, first)).toEqual({ ok: true, count: 3 })
    expect(await append(third, second, first)).toEqual({ ok: true, count: 5 })
    const store = await open(third, second, first)
    const operations = (await store.audit.list({ limit: 10 })).map(
      (record) => 'operation' in record && record.operation,
    )
    expect(operations).toEqual(['test', 'console.changeAuditKey', 'test', 'console.changeAuditKey', 'test'])
    for (const seq of [1, 2, 3, 4, 5]) expect(await store.audit.proof(seq)).toMatchObject({ isIntact: true })
    await store.close()
    expect(await verify(third, second, first)).toMatch(/^0 5 records, chain intact\n\d checkpoints agree/)
  })

  test('is refused without the earlier one, and so is an earlier one once a newer one is used', async () => {
    const { open, append, verify } = await createWatched(createPlace)
    await append(first)
    await expect(open(second)).rejects.toThrow(/a new key needs that one in AUDIT_KEY_PREVIOUS$/)
    await expect(open(second, third)).rejects.toThrow(StoreError)
    await append(second, first)
    await expect(open(first)).rejects.toThrow(/does not fit AUDIT_KEY/)
    await expect(open(first, second)).rejects.toThrow(/does not fit AUDIT_KEY/)
    expect(await verify(second)).toMatch(/not signed with this key/)
  })

  test('is not taken for tampering by audit:verify where the trail was not written with it', async () => {
    const { options, append, verify, disarm, run } = await createWatched(createPlace)
    const other = /^2 nothing could be verified: the audit key is not the one that this trail was written with; .+\n$/
    await append(first)
    expect(await verify(second)).toMatch(other)
    expect(await verify(second, third)).toMatch(other)
    const exported = await runVerify({ options }, second, {}, [join(tmpdir(), 'none.ndjson')])
    expect(`${exported.code} ${exported.output}`).toMatch(other)
    await append(second, first)
    expect(await verify(third)).toMatch(other)
    const lacking = 'the store names a key that is neither AUDIT_KEY nor in AUDIT_KEY_PREVIOUS'
    expect(await verify(second)).toMatch(new RegExp(`^1 [^]*${lacking}`))
    expect(await verify(first)).toMatch(new RegExp(`^1 [^]*the chain breaks at record 2[^]*${lacking}`))
    // One checkpoint or record of the key is enough to know that it is the trail's.
    await run(`delete from audit_entry; update store_fact set value = 'other' where name like 'audit-key%'`)
    expect(await verify(second, first)).toMatch(/^1 the chain breaks at record 1/)
    await disarm()
    await run(`update audit set body = '{}' where seq = 1`)
    const { code, output } = await runVerify({ options }, second)
    expect([code, output]).toEqual([1, expect.stringContaining('record 1 does not match its hash')])
    expect(await verify(third)).toMatch(/^1 the database does not protect the trail[^]*nothing could be verified/)
  })

  test('keeps who has the earlier one from adding to the trail or writing it again', async () => {
    const place = await createWatched(createPlace)
    await place.append(first)
    await place.append(second, first)
    const store = await place.open(second, first)
    const last = (await store.audit.list({ limit: 10 })).at(-1)
    const body =
      '{"actor":null,"details":{},"ip":"::1","operation":"test","phase":"event","requestId":"r","sessionHash":null,"ts":1}'
    const [prev, seq] = [last?.hash ?? '', 4]
    await place.run(`insert into audit (seq, prev, hash, phase, intent, subject, body) values
      (${seq}, '${prev}', '${linkOf(first, prev, seq, body)}', 'event', null, null, '${body}')`)
    await place.run(`insert into audit_entry (seq, ts, day, operation, result) values (${seq}, 1, 0, 'test', 'ok')`)
    expect(await place.verify(second, first)).toMatch(/the chain breaks at record 4: record 4 does not match its hash/)
    // A gateway that runs meanwhile goes on with the chain.
    await store.audit.event(event)
    expect(await store.audit.verify()).toMatchObject({ ok: false, firstBad: 4 })
    await store.close()
    await expect(place.open(second, first)).rejects.toThrow(/from record 4 on/)
  })

  test('is missed at the end of a trail that was written again with the earlier one', async () => {
    const { append, open, verify, disarm, run } = await createWatched(createPlace)
    await append(first)
    expect(await verify(second, first)).toMatch(/record 1 is the last, and of an earlier key/)
    const store = await open(second, first)
    await disarm()
    await run('delete from audit where seq > 1')
    expect(await store.audit.verify()).toMatchObject({ ok: false, why: 'record 1 is the last, and of an earlier key' })
  })
})
