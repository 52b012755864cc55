/**
 * What staff and the clearing firm have changed on top of the generated details. A close request is `applied` once
 * its account is closed; the partial index names the next one due, so that asking costs the list nothing.
 */
export const createClearingTables = `
  DROP TABLE IF EXISTS request_decisions;
  DROP TABLE IF EXISTS close_requests;
  DROP TABLE IF EXISTS ach_cancellations;
  CREATE TABLE request_decisions (
    request_id INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL,
    action TEXT NOT NULL,
    comment TEXT NOT NULL,
    decided_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX request_decisions_account ON request_decisions (account_id);
  CREATE TABLE close_requests (
    id INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL,
    sent_at INTEGER NOT NULL,
    applied INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX close_requests_account ON close_requests (account_id);
  CREATE INDEX close_requests_due ON close_requests (sent_at) WHERE applied = 0;
  CREATE TABLE ach_cancellations (
    ach_id INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL,
    comment TEXT NOT NULL,
    cancelled_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX ach_cancellations_account ON ach_cancellations (account_id);
`
