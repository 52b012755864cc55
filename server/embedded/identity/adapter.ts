import { statements } from '../statements.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { SqlRow } from '../statements.ts'

const now = (): number => Math.floor(Date.now() / 1000)

const createTable = `
  CREATE TABLE IF NOT EXISTS identity_records (
    model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, expires INTEGER,
    grant_id TEXT, uid TEXT, user_code TEXT,
    PRIMARY KEY (model, id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS identity_records_grant ON identity_records (grant_id) WHERE grant_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS identity_records_uid ON identity_records (model, uid) WHERE uid IS NOT NULL;
`

const upsert = `INSERT INTO identity_records VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
  payload = excluded.payload, expires = excluded.expires, grant_id = excluded.grant_id,
  uid = excluded.uid, user_code = excluded.user_code`

const select = (column: 'id' | 'uid' | 'user_code'): string =>
  `SELECT payload FROM identity_records WHERE model = ? AND ${column} = ? AND (expires IS NULL OR expires > ?)`

function payloadOf(row: SqlRow | undefined): AdapterPayload | undefined {
  return row && (JSON.parse(String(row['payload'])) as AdapterPayload)
}

/**
 * Stores the sessions, codes and tokens of the identity provider in a table, so they survive a restart.
 * Expired records are removed when it is opened.
 */
export function openAdapter(database: DatabaseSync): (model: string) => Adapter {
  database.exec(createTable)
  const { first, run } = statements(database)
  run('DELETE FROM identity_records WHERE expires <= ?', [now()])
  return (model) => ({
    async upsert(id, payload, expiresIn) {
      const expires = expiresIn ? now() + expiresIn : null
      const { grantId, uid, userCode } = payload
      run(upsert, [model, id, JSON.stringify(payload), expires, grantId ?? null, uid ?? null, userCode ?? null])
    },
    find: async (id) => payloadOf(first(select('id'), [model, id, now()])),
    findByUid: async (uid) => payloadOf(first(select('uid'), [model, uid, now()])),
    findByUserCode: async (code) => payloadOf(first(select('user_code'), [model, code, now()])),
    async consume(id) {
      run("UPDATE identity_records SET payload = json_set(payload, '$.consumed', ?) WHERE model = ? AND id = ?", [
        now(),
        model,
        id,
      ])
    },
    async destroy(id) {
      run('DELETE FROM identity_records WHERE model = ? AND id = ?', [model, id])
    },
    async revokeByGrantId(grantId) {
      run('DELETE FROM identity_records WHERE grant_id = ?', [grantId])
    },
  })
}
