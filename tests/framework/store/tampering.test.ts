import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { readFileOf } from '../../../server/verify/checkpoints.ts'
import { openSqlite } from '../../../server/verify/databases.ts'
import { checkTrail } from '../../../server/verify/checkTrail.ts'
import { createTemplate, findTamperings } from './tampering.ts'

test('whatever is changed, the check finds it and names the first bad record', { timeout: 120_000 }, async () => {
  const { folder, remove } = await createTemplate()
  try {
    const source = openSqlite(folder)
    const key = Buffer.alloc(32, 9)
    const files = { local: [readFileOf(`${folder}/audit-checkpoints.jsonl`)], second: [] }
    const verdict = await checkTrail(source, [createSecretKey(key)], files)
    await source.close()
    expect(verdict).toMatchObject({ count: 60, flaw: undefined, off: [], checkpoints: 6 })
    await findTamperings(folder, 150)
  } finally {
    remove()
  }
})
