import { statements } from '../../../server/embedded/statements.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { SqlRow } from '../../../server/embedded/statements.ts'
import type { Snap } from '../data/wire.ts'

const savedSnap = (row: SqlRow): Snap => ({
  snap_id: String(row['snap_id']),
  sketch_id: String(row['sketch_id']),
  doc_type: String(row['doc_type']),
  proof: String(row['proof']),
  status: 'uploaded',
})

/** Reads the documents of an account: the generated ones and those saved since, each as decided by now. */
export function accountSnaps(database: DatabaseSync) {
  const { all } = statements(database)
  return (accountId: number, generated: readonly Snap[]): readonly Snap[] => {
    const saved = all('SELECT * FROM saved_snaps WHERE account_id = ? ORDER BY rowid', [accountId])
    const decided = new Map(
      all('SELECT snap_id, status FROM snap_decisions WHERE account_id = ?', [accountId]).map((row) => [
        row['snap_id'],
        String(row['status']),
      ]),
    )
    return [...generated, ...saved.map(savedSnap)].map((snap) => ({
      ...snap,
      status: decided.get(snap.snap_id) ?? snap.status,
    }))
  }
}
