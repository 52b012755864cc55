/**
 * What user support has changed on top of the generated accounts. The accounts of an unregistered user lie in
 * `unregistered_accounts` as they were and come back from there to their old place in the list.
 */
export const createSupportTables = `
  DROP TABLE IF EXISTS unregistered_accounts;
  DROP TABLE IF EXISTS support_users;
  DROP TABLE IF EXISTS support_information;
  DROP TABLE IF EXISTS cleared_accounts;
  DROP TABLE IF EXISTS unlinked_banks;
  DROP TABLE IF EXISTS closed_accounts;
  DROP TABLE IF EXISTS reopened_accounts;
  DROP TABLE IF EXISTS partner_users;
  DROP TABLE IF EXISTS populated;
  DROP TABLE IF EXISTS holdings;
  CREATE TABLE unregistered_accounts AS SELECT * FROM accounts WHERE false;
  CREATE TABLE support_users (
    user_id INTEGER PRIMARY KEY,
    has_mentor INTEGER NOT NULL DEFAULT 0,
    is_deleted INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE support_information (
    user_id INTEGER NOT NULL,
    field TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user_id, field)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE cleared_accounts (account_id INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE unlinked_banks (account_id INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE closed_accounts (account_id INTEGER PRIMARY KEY, status TEXT, is_active INTEGER NOT NULL) STRICT;
  CREATE TABLE reopened_accounts (account_id INTEGER PRIMARY KEY, last_request INTEGER NOT NULL) STRICT;
  CREATE TABLE partner_users (
    division TEXT NOT NULL,
    division_userid TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    firstname TEXT NOT NULL,
    lastname TEXT NOT NULL,
    PRIMARY KEY (division, division_userid)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE populated (
    account_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    populated_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, kind)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE holdings (
    account_id INTEGER NOT NULL,
    ticker TEXT NOT NULL,
    security_type TEXT NOT NULL,
    quantity INTEGER NOT NULL,
    price_cents INTEGER NOT NULL,
    PRIMARY KEY (account_id, ticker)
  ) STRICT, WITHOUT ROWID;
`

/** Made after the rows and the search index. What an account was before it was closed is where reopening leads back to. */
export const createSupportTriggers = `
  CREATE TRIGGER accounts_renamed AFTER UPDATE OF name, email, account_no ON accounts BEGIN
    INSERT INTO account_search (account_search, rowid, name, email, account_no)
      VALUES ('delete', old.position, old.name, old.email, old.account_no);
    INSERT INTO account_search (rowid, name, email, account_no)
      VALUES (new.position, new.name, new.email, new.account_no);
  END;
  CREATE TRIGGER accounts_closed AFTER UPDATE OF status ON accounts
    WHEN new.status IS 'CLOSED' AND old.status IS NOT 'CLOSED' BEGIN
    INSERT OR REPLACE INTO closed_accounts VALUES (new.id, old.status, old.is_active);
  END;
`
