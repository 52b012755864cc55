/** Rows of one bucket: positions 0-4095, 4096-8191 and so on. */
export const BUCKET_BITS = 12

/**
 * `position` is the place in the list, 1 is the newest. After the load nothing is inserted or removed but the accounts
 * of users whom support unregisters and reinstates; each of those is a known gap, so an unfiltered page is a range of
 * positions.
 */
export const createTables = `
  DROP TABLE IF EXISTS account_search;
  DROP TABLE IF EXISTS account_buckets;
  DROP TABLE IF EXISTS accounts;
  CREATE TABLE accounts (
    position INTEGER PRIMARY KEY,
    id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    account_no TEXT,
    request_time TEXT,
    bank_account TEXT,
    status TEXT,
    pending_documents INTEGER NOT NULL,
    open_transfer INTEGER NOT NULL,
    is_test INTEGER NOT NULL,
    is_restricted INTEGER NOT NULL,
    apex_restricted INTEGER NOT NULL,
    is_active INTEGER NOT NULL,
    utm TEXT
  ) STRICT;
`

const statusOf = (row: string): string => `coalesce(${row}.status, '')`
const bucketOf = (row: string): string =>
  `${statusOf(row)}, ${row}.pending_documents > 0, ${row}.open_transfer, ${row}.position >> ${BUCKET_BITS}`
const countNew = `INSERT INTO account_buckets VALUES (${bucketOf('new')}, 1) ON CONFLICT DO UPDATE SET n = n + 1;`
const uncountOld = `UPDATE account_buckets SET n = n - 1
      WHERE (status, documents, transfer, bucket) = (${bucketOf('old')});`

/**
 * Made after the rows, which is several times faster. account_buckets counts the rows of each bucket by everything
 * the list filters by, kept true by a trigger: any page and the exact total of a filter need at most a few hundred
 * counts instead of a walk over the rows.
 */
export const createIndexes = `
  CREATE UNIQUE INDEX accounts_id ON accounts (id);
  CREATE INDEX accounts_user ON accounts (user_id);
  CREATE INDEX accounts_email ON accounts (email COLLATE NOCASE);
  CREATE UNIQUE INDEX accounts_number ON accounts (account_no) WHERE account_no IS NOT NULL;
  CREATE INDEX accounts_status ON accounts (status, position);
  CREATE INDEX accounts_documents ON accounts (position) WHERE pending_documents > 0;
  CREATE INDEX accounts_transfer ON accounts (position) WHERE open_transfer = 1;
  CREATE TABLE account_buckets (
    status TEXT NOT NULL,
    documents INTEGER NOT NULL,
    transfer INTEGER NOT NULL,
    bucket INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (status, documents, transfer, bucket)
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
