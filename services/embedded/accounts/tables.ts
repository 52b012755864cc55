import { sqlStatus } from '../data/statuses.ts'

/** Rows of one bucket: positions 0-4095, 4096-8191 and so on. */
export const BUCKET_BITS = 12

/**
 * `position` is the place in the list; 1 is the newest. After the load only unregistering and reinstating users removes
 * and inserts rows. Those gaps are known, so an unfiltered page is a range of positions.
 */
const accountTables = `
  CREATE TABLE accounts (
    position INTEGER PRIMARY KEY, id INTEGER NOT NULL, user_id INTEGER NOT NULL, name TEXT NOT NULL,
    email TEXT NOT NULL, account_no TEXT, request_time TEXT, bank_account TEXT, status TEXT,
    pending_documents INTEGER NOT NULL, open_transfer INTEGER NOT NULL, is_test INTEGER NOT NULL,
    is_restricted INTEGER NOT NULL, apex_restricted INTEGER NOT NULL, is_active INTEGER NOT NULL, utm TEXT
  ) STRICT;
`

const statusOf = (row: string): string => `coalesce(${row}.status, '')`
const bucketOf = (row: string): string =>
  `${statusOf(row)}, ${row}.pending_documents > 0, ${row}.open_transfer, ${row}.position >> ${BUCKET_BITS}`
const countNew = `INSERT INTO account_buckets VALUES (${bucketOf('new')}, 1) ON CONFLICT DO UPDATE SET n = n + 1;`
const uncountOld = `UPDATE account_buckets SET n = n - 1
      WHERE (status, documents, transfer, bucket) = (${bucketOf('old')});`

/**
 * Created after the rows, which is several times faster. account_buckets counts the rows of each bucket by every column
 * that the list filters by; a trigger keeps it up to date. Any page and the total of a filter need at most a few hundred
 * counts instead of a walk over the rows.
 */
const accountIndexes = `
  CREATE UNIQUE INDEX accounts_id ON accounts (id);
  CREATE INDEX accounts_user ON accounts (user_id);
  CREATE INDEX accounts_email ON accounts (email COLLATE NOCASE);
  CREATE UNIQUE INDEX accounts_number ON accounts (account_no) WHERE account_no IS NOT NULL;
  CREATE INDEX accounts_status ON accounts (status, position);
  CREATE INDEX accounts_documents ON accounts (position) WHERE pending_documents > 0;
  CREATE INDEX accounts_transfer ON accounts (position) WHERE open_transfer = 1;
  CREATE TABLE account_buckets (
    status TEXT NOT NULL, documents INTEGER NOT NULL, transfer INTEGER NOT NULL, bucket INTEGER NOT NULL,
    n INTEGER NOT NULL, PRIMARY KEY (status, documents, transfer, bucket)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO account_buckets SELECT ${bucketOf('accounts')}, count(*) FROM accounts GROUP BY 1, 2, 3, 4;
  CREATE TRIGGER accounts_move AFTER UPDATE OF status, pending_documents, open_transfer ON accounts BEGIN
    ${uncountOld}
    ${countNew}
  END;
  CREATE VIRTUAL TABLE account_search USING fts5 (
    name, email, account_no,
    content = 'accounts', content_rowid = 'position', columnsize = 0, tokenize = 'trigram remove_diacritics 1'
  );
  INSERT INTO account_search (account_search) VALUES ('rebuild');
  CREATE TRIGGER accounts_removed AFTER DELETE ON accounts BEGIN
    ${uncountOld}
    INSERT INTO account_search (account_search, rowid, name, email, account_no)
      VALUES ('delete', old.position, old.name, old.email, old.account_no);
  END;
  CREATE TRIGGER accounts_returned AFTER INSERT ON accounts BEGIN
    ${countNew}
    INSERT INTO account_search (rowid, name, email, account_no)
      VALUES (new.position, new.name, new.email, new.account_no);
  END;
`

/**
 * Changes of staff and the clearing firm to the generated details. A close request is `applied` once its account is
 * closed; the partial index makes the check for due ones cheap.
 */
const clearingTables = `
  CREATE TABLE request_decisions (
    request_id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL, action TEXT NOT NULL, comment TEXT NOT NULL,
    decided_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX request_decisions_account ON request_decisions (account_id);
  CREATE TABLE close_requests (
    id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL, sent_at INTEGER NOT NULL, applied INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX close_requests_account ON close_requests (account_id);
  CREATE INDEX close_requests_due ON close_requests (sent_at) WHERE applied = 0;
  CREATE TABLE ach_cancellations (
    ach_id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL, comment TEXT NOT NULL, cancelled_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX ach_cancellations_account ON ach_cancellations (account_id);
`

/**
 * Uploads and decisions in verification. Uploads are stored in chunks, so receiving and sending them needs little
 * memory; an upload exists once its row in `uploads` does. A move of a case is `applied` once it changed the account;
 * the partial index makes the check for due ones cheap. `basis` is the status of the account before its first move.
 */
const verificationTables = `
  CREATE TABLE uploads (
    id TEXT PRIMARY KEY, account_id INTEGER NOT NULL, tag TEXT NOT NULL, extension TEXT NOT NULL,
    size INTEGER NOT NULL, uploaded_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE upload_chunks (
    upload_id TEXT NOT NULL, place INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (upload_id, place)
  ) STRICT;
  CREATE TABLE saved_snaps (
    snap_id TEXT PRIMARY KEY, account_id INTEGER NOT NULL, sketch_id TEXT NOT NULL, doc_type TEXT NOT NULL,
    proof TEXT NOT NULL
  ) STRICT;
  CREATE INDEX saved_snaps_account ON saved_snaps (account_id);
  CREATE TABLE snap_decisions (
    snap_id TEXT PRIMARY KEY, account_id INTEGER NOT NULL, status TEXT NOT NULL, comment TEXT NOT NULL,
    decided_by TEXT NOT NULL, decided_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX snap_decisions_account ON snap_decisions (account_id);
  CREATE TABLE case_moves (
    id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL, sketch_id TEXT NOT NULL, action TEXT NOT NULL,
    comment TEXT NOT NULL, moved_by TEXT NOT NULL, basis TEXT, moved_at INTEGER NOT NULL, due INTEGER NOT NULL,
    outcome TEXT NOT NULL, error TEXT, applied INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX case_moves_account ON case_moves (account_id);
  CREATE INDEX case_moves_due ON case_moves (due) WHERE applied = 0;
`

/**
 * Changes of user support to the generated accounts. The accounts of an unregistered user are unchanged in
 * `unregistered_accounts` and return from there to their old place in the list.
 */
const supportTables = `
  CREATE TABLE unregistered_accounts AS SELECT * FROM accounts WHERE false;
  CREATE TABLE support_users (
    user_id INTEGER PRIMARY KEY, has_mentor INTEGER NOT NULL DEFAULT 0, is_deleted INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE support_information (
    user_id INTEGER NOT NULL, field TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (user_id, field)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE cleared_accounts (account_id INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE unlinked_banks (account_id INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE closed_accounts (account_id INTEGER PRIMARY KEY, status TEXT, is_active INTEGER NOT NULL) STRICT;
  CREATE TABLE reopened_accounts (account_id INTEGER PRIMARY KEY, last_request INTEGER NOT NULL) STRICT;
  CREATE TABLE partner_users (
    division TEXT NOT NULL, division_userid TEXT NOT NULL, user_id INTEGER NOT NULL, firstname TEXT NOT NULL,
    lastname TEXT NOT NULL, PRIMARY KEY (division, division_userid)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE populated (
    account_id INTEGER NOT NULL, kind TEXT NOT NULL, populated_at INTEGER NOT NULL, PRIMARY KEY (account_id, kind)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE holdings (
    account_id INTEGER NOT NULL, ticker TEXT NOT NULL, security_type TEXT NOT NULL, quantity INTEGER NOT NULL,
    price_cents INTEGER NOT NULL, PRIMARY KEY (account_id, ticker)
  ) STRICT, WITHOUT ROWID;
`

/** Created after the rows and the search index. Reopening restores the state in `closed_accounts`. */
const supportTriggers = `
  CREATE TRIGGER accounts_renamed AFTER UPDATE OF name, email, account_no ON accounts BEGIN
    INSERT INTO account_search (account_search, rowid, name, email, account_no)
      VALUES ('delete', old.position, old.name, old.email, old.account_no);
    INSERT INTO account_search (rowid, name, email, account_no)
      VALUES (new.position, new.name, new.email, new.account_no);
  END;
  CREATE TRIGGER accounts_closed AFTER UPDATE OF status ON accounts
    WHEN new.status IS ${sqlStatus<'account'>('CLOSED')} AND old.status IS NOT ${sqlStatus<'account'>('CLOSED')} BEGIN
    INSERT OR REPLACE INTO closed_accounts VALUES (new.id, old.status, old.is_active);
  END;
`

/** The tables, to be created before the rows. */
export const createTables = [accountTables, clearingTables, verificationTables, supportTables].join('')

/** The indexes and triggers, to be created after the rows. */
export const createIndexes = accountIndexes + supportTriggers

/** Drops every table, the ones that depend on others first. */
export const dropTables = [...`${createTables}${createIndexes}`.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/g)]
  .map(([, name]) => `DROP TABLE IF EXISTS ${name};`)
  .toReversed()
  .join('')
