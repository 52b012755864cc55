/**
 * What staff uploaded and decided in verification, on top of the generated cases and documents. The bytes of an upload
 * lie in chunks, so that neither receiving nor sending it needs the whole in memory; an upload exists once its row in
 * `uploads` does. A move of a case is `applied` once the account follows it; the partial index names the next one due,
 * so that asking costs the list nothing. `basis` is the account's status before its first move.
 */
export const createVerificationTables = `
  DROP TABLE IF EXISTS uploads;
  DROP TABLE IF EXISTS upload_chunks;
  DROP TABLE IF EXISTS saved_snaps;
  DROP TABLE IF EXISTS snap_decisions;
  DROP TABLE IF EXISTS case_moves;
  CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    account_id INTEGER NOT NULL,
    tag TEXT NOT NULL,
    extension TEXT NOT NULL,
    size INTEGER NOT NULL,
    uploaded_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE upload_chunks (
    upload_id TEXT NOT NULL,
    place INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (upload_id, place)
  ) STRICT;
  CREATE TABLE saved_snaps (
    snap_id TEXT PRIMARY KEY,
    account_id INTEGER NOT NULL,
    sketch_id TEXT NOT NULL,
    doc_type TEXT NOT NULL,
    proof TEXT NOT NULL
  ) STRICT;
  CREATE INDEX saved_snaps_account ON saved_snaps (account_id);
  CREATE TABLE snap_decisions (
    snap_id TEXT PRIMARY KEY,
    account_id INTEGER NOT NULL,
    status TEXT NOT NULL,
    comment TEXT NOT NULL,
    decided_by TEXT NOT NULL,
    decided_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX snap_decisions_account ON snap_decisions (account_id);
  CREATE TABLE case_moves (
    id INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL,
    sketch_id TEXT NOT NULL,
    action TEXT NOT NULL,
    comment TEXT NOT NULL,
    moved_by TEXT NOT NULL,
    basis TEXT,
    moved_at INTEGER NOT NULL,
    due INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    error TEXT,
    applied INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX case_moves_account ON case_moves (account_id);
  CREATE INDEX case_moves_due ON case_moves (due) WHERE applied = 0;
`
