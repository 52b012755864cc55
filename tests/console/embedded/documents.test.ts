import { expect, test } from 'vitest'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { anyText, folder, PUBLIC_URL, startForTest } from './support.ts'
import { reviewerOf } from './verification.ts'

const ROWAN = 4131
const ROWAN_NUMBER = '9ZZ10131'
const ROWAN_CASE = '5f0c1d6e-0001-4a2b-9c3d-000000004131'
const start = async () => reviewerOf(await startForTest({ accounts: 60 }))

test('saves an upload as a document of a case, which the list waits for until it is approved', async () => {
  const staff = await start()
  const id = await staff.uploaded(ROWAN_NUMBER)
  expect(await staff.snaps(ROWAN)).not.toContainEqual(expect.objectContaining({ snap_id: id }))
  expect(await staff.row(ROWAN, 'Rowan Autopass')).toMatchObject({ pending_documents: 1 })
  expect(await staff.save(ROWAN, ROWAN_CASE, [id, 'DRIVERS_LICENSE'])).toEqual({
    code: 200,
    body: { data: { message: 'Documents saved' } },
  })
  expect(await staff.snaps(ROWAN)).toContainEqual({
    snap_id: id,
    sketch_id: ROWAN_CASE,
    doc_type: 'AFFILIATED_APPROVAL',
    proof: 'DRIVERS_LICENSE',
    status: 'uploaded',
  })
  expect(await staff.row(ROWAN, 'Rowan Autopass')).toMatchObject({ pending_documents: 1 })
  await staff.decideSnap(id)
  expect(await staff.row(ROWAN, 'Rowan Autopass')).toMatchObject({ pending_documents: 0 })
  expect((await staff.list('pending_documents=true')).apex_accounts.map((row) => row['id'])).not.toContain(ROWAN)
})

test('waits for the document again once it is rejected, and no longer gives it out', async () => {
  const staff = await start()
  const id = await staff.uploaded(ROWAN_NUMBER)
  await staff.save(ROWAN, ROWAN_CASE, [id, 'DRIVERS_LICENSE'])
  expect(await staff.decideSnap(id, 'rejected', 'Too dark to read')).toEqual({
    code: 200,
    body: { message: 'The document is rejected' },
  })
  expect(await staff.snaps(ROWAN)).toContainEqual(expect.objectContaining({ snap_id: id, status: 'rejected' }))
  expect(await staff.row(ROWAN, 'Rowan Autopass')).toMatchObject({ pending_documents: 1 })
  expect((await staff.main(`/user/apex/edocs/download?snap=${id}`)).status).toBe(404)
  expect((await staff.decideSnap(id)).code).toBe(409)
})

test('counts a document with another proof for nothing', async () => {
  const staff = await start()
  const id = await staff.uploaded(ROWAN_NUMBER)
  await staff.save(ROWAN, ROWAN_CASE, [id, 'SSN_CARD'])
  expect(await staff.row(ROWAN, 'Rowan Autopass')).toMatchObject({ pending_documents: 1 })
})

test('does not wait for documents of archived runs', async () => {
  const staff = await start()
  const id = await staff.uploaded('9ZZ10139')
  await staff.save(4139, '5f0c1d6e-0001-4a2b-9c3d-000000004139', [id, 'SSA_LETTER'])
  await staff.decideSnap(id)
  expect(await staff.row(4139, 'Anselm Threeruns')).toMatchObject({ pending_documents: 0 })
})

test('leaves the findings of a generated case as they are, whatever is saved to it', async () => {
  const staff = await reviewerOf(await startForTest())
  const { apex_accounts: rows } = await staff.list('status=SUSPENDED&pending_documents=true')
  for (const row of rows.filter((each) => Number(each['id']) > 10_000)) {
    const id = Number(row['id'])
    const before = await staff.status(id)
    const proofs = ['SSN_CARD', 'DRIVERS_LICENSE', 'PASSPORT', 'STATE_ID_CARD']
    const ids = await Promise.all(proofs.map(() => staff.uploaded(String(row['account_no']))))
    await staff.save(id, String(before.sketch_ids.at(-1)), ...proofs.map((p, i) => [ids[i] ?? '', p] as const))
    expect(await staff.status(id)).toEqual(before)
  }
})

test('saves all documents of a call or none', async () => {
  const staff = await start()
  const id = await staff.uploaded(ROWAN_NUMBER)
  const refused = await staff.save(ROWAN, ROWAN_CASE, [id, 'DRIVERS_LICENSE'], ['snap-unknown', 'PASSPORT'])
  expect(refused).toEqual({ code: 404, body: { message: anyText } })
  expect(await staff.snaps(ROWAN)).not.toContainEqual(expect.objectContaining({ snap_id: id }))
  expect((await staff.save(ROWAN, ROWAN_CASE, [id, 'DRIVERS_LICENSE'])).code).toBe(200)
  expect((await staff.save(ROWAN, ROWAN_CASE, [id, 'DRIVERS_LICENSE'])).code).toBe(409)
})

test('refuses to save to unknown accounts and cases, from another account, twice at once, or nothing', async () => {
  const staff = await start()
  const id = await staff.uploaded(ROWAN_NUMBER)
  const other = await staff.uploaded('9ZZ10041')
  const message = { message: anyText }
  expect(await staff.save(99_999_999, ROWAN_CASE, [id, 'PASSPORT'])).toEqual({ code: 404, body: message })
  expect(await staff.save(ROWAN, 'no-such-case', [id, 'PASSPORT'])).toEqual({ code: 404, body: message })
  expect(await staff.save(4139, '5f0c1d6e-0001-4a2b-9c3d-100000004139', [id, 'PASSPORT'])).toMatchObject({ code: 404 })
  expect(await staff.save(ROWAN, ROWAN_CASE, [other, 'PASSPORT'])).toEqual({ code: 400, body: message })
  expect(await staff.save(ROWAN, ROWAN_CASE, [id, 'PASSPORT'], [id, 'SSN_CARD'])).toEqual({ code: 400, body: message })
  expect(await staff.save(ROWAN, ROWAN_CASE)).toEqual({ code: 400, body: message })
  expect(await staff.save(ROWAN, ROWAN_CASE, [id, ''])).toEqual({ code: 400, body: message })
  const approved = { id, type: 'ID_DOCUMENT', proof: 'PASSPORT', status: 'approved' }
  const data = [{ sketchId: ROWAN_CASE, snapIDs: [approved] }]
  expect(await staff.post('/user/apex/snap/save', { apex_account_id: ROWAN, data })).toEqual({
    code: 400,
    body: message,
  })
})

test('decides about documents with a comment only, once, and only where they belong to a case', async () => {
  const staff = await start()
  const loose = await staff.uploaded(ROWAN_NUMBER)
  const message = { message: anyText }
  expect(await staff.decideSnap('snap-a1', 'approved', ' ')).toEqual({ code: 400, body: message })
  expect(await staff.decideSnap('snap-a1', 'maybe')).toEqual({ code: 400, body: message })
  expect(await staff.decideSnap('snap-a2')).toEqual({
    code: 409,
    body: { message: 'The document is already approved' },
  })
  expect(await staff.decideSnap(loose)).toEqual({ code: 409, body: message })
  expect(await staff.decideSnap('snap-4107-9')).toEqual({ code: 404, body: message })
  expect(await staff.decideSnap('snap-407-1')).toEqual({ code: 404, body: message })
  expect((await staff.decideSnap('snap-a1')).code).toBe(200)
  expect(await staff.snaps(4108)).toMatchObject([
    { status: 'approved' },
    { status: 'approved' },
    { status: 'rejected' },
  ])
})

test('keeps documents and decisions over a restart', async () => {
  const options = { dataDir: await folder(), accounts: 60, seed: 1, publicUrl: PUBLIC_URL }
  const before = await startEmbeddedOverCopy(options)
  const first = await reviewerOf(before)
  const id = await first.uploaded(ROWAN_NUMBER)
  await first.save(ROWAN, ROWAN_CASE, [id, 'DRIVERS_LICENSE'])
  await first.decideSnap(id)
  await before.close()
  const again = await reviewerOf(await startForTest(options), first.token)
  expect(await again.snaps(ROWAN)).toContainEqual(expect.objectContaining({ snap_id: id, status: 'approved' }))
  expect(await again.row(ROWAN, 'Rowan Autopass')).toMatchObject({ pending_documents: 0 })
})
