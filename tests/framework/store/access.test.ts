import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeSqlite, describeStore } from './places.ts'

const ada = { userId: 1, name: 'Ada Mint', email: 'ada.canary@countersign.test', role: 'admin', signedInAt: 1000 }

describeStore('access', (createPlace) => {
  test('has each person as of their last sign-in, the last one first, with their last uses', async () => {
    const { access } = await (await createPlace()).open()
    await access.signedIn(ada)
    await access.signedIn({ ...ada, userId: 2, name: 'Bo', signedInAt: 2000 })
    await access.signedIn({ ...ada, role: 'viewer', signedInAt: 3000 })
    await access.used(1, 'books.read', 1500)
    await access.used(1, 'books.read', 2500)
    await access.used(1, 'books.lend', 1600)
    const [first, second] = await access.list()
    expect(first).toEqual({
      ...ada,
      role: 'viewer',
      signedInAt: 3000,
      uses: { 'books.read': 2500, 'books.lend': 1600 },
    })
    expect(second).toMatchObject({ userId: 2, uses: {} })
  })

  test('survives a restart', async () => {
    const place = await createPlace()
    const first = await place.open()
    await first.access.signedIn(ada)
    await first.close()
    expect(await (await place.open()).access.list()).toEqual([{ ...ada, uses: {} }])
  })
})

describeSqlite('access', (createPlace) => {
  test('keeps names and addresses encrypted', async () => {
    const place = await createPlace()
    const store = await place.open()
    await store.access.signedIn(ada)
    await store.close()
    const { dataDir } = place.options
    for (const file of readdirSync(dataDir))
      expect(readFileSync(join(dataDir, file)).includes('ada.canary'), file).toBe(false)
  })
})
