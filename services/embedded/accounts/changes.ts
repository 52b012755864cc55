import { inTransaction, statements } from '../../../server/embedded/database.ts'
import { refusedResubmissions } from '../data/named/namedAccounts.ts'
import { accountNotFound, conflict, done, outcomeCodes, refused, userNotFound } from '../outcome.ts'
import { accountNo, objectOf } from '../services/requestSchemas.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { DatabaseSync } from 'node:sqlite'
import type { Outcome } from '../outcome.ts'
import type { AccountList } from './list.ts'

/** The changes that staff can make to the flags and the status of accounts. */
function accountChanges(database: DatabaseSync) {
  const { first, run } = statements(database)

  function setTest(userId: number, test: boolean): Outcome {
    const changed = run('UPDATE accounts SET is_test = ? WHERE user_id = ?', [Number(test), userId])
    if (changed === 0) return userNotFound
    return done(test ? 'Account is marked as a test account' : 'Account is marked as a normal account')
  }

  /** Toggles the restriction of a user: the call has no target state (D-57). */
  function toggleUserRestriction(userId: number): Outcome {
    return inTransaction(database, () => {
      const changed = run('UPDATE accounts SET is_restricted = 1 - is_restricted WHERE user_id = ?', [userId])
      if (changed === 0) return userNotFound
      const row = first('SELECT is_restricted FROM accounts WHERE user_id = ? LIMIT 1', [userId])
      return done(row?.['is_restricted'] === 1 ? 'User is restricted' : 'User is no longer restricted')
    })
  }

  /** Sets the restriction of one account at the clearing firm (D-58). */
  function restrictAccount(accountNo: string, restricted: boolean): Outcome {
    const changed = run('UPDATE accounts SET apex_restricted = ? WHERE account_no = ?', [Number(restricted), accountNo])
    if (changed === 0) return accountNotFound
    return done(restricted ? 'Account is restricted' : 'Account is no longer restricted')
  }

  /** Sends a failed account to the clearing firm again. */
  function resubmit(id: number): Outcome {
    const row = first('SELECT status FROM accounts WHERE id = ?', [id])
    if (!row) return accountNotFound
    if (row['status'] !== 'SUBMIT_FAILED') {
      return refused('Resubmit failed: only a SUBMIT_FAILED account can be resubmitted')
    }
    const refusal = refusedResubmissions.get(id)
    if (refusal !== undefined) return refused(refusal)
    run("UPDATE accounts SET status = 'INVESTIGATION_SUBMITTED' WHERE id = ?", [id])
    return done('Account resubmitted successfully')
  }

  /** Toggles is_active: the call has no target state (D-87). A closed account does not change. */
  function toggleActive(id: number): Outcome {
    const row = first(
      "UPDATE accounts SET is_active = 1 - is_active WHERE id = ? AND status IS NOT 'CLOSED' RETURNING is_active",
      [id],
    )
    if (row) return done(row['is_active'] === 1 ? 'Account is active' : 'Account is not active')
    if (!first('SELECT 1 FROM accounts WHERE id = ?', [id])) return accountNotFound
    return conflict('A closed account cannot be made active')
  }

  return { setTest, toggleUserRestriction, restrictAccount, resubmit, toggleActive }
}

const id = { type: 'integer', minimum: 1 } as const
const restriction = objectOf({ apex_account: accountNo, apex_account_restricted: { type: 'boolean' } })

const testState = objectOf({ user_id: id, flag: { type: 'boolean' } })
const oneUser = objectOf({ user_id: id })
const resubmission = objectOf({ apex_account_id: id })
const oneAccount = objectOf({ account_id: id })

/** Sends an outcome under the key that the call uses for its sentence; an unknown record is always a `message`. */
function send(reply: FastifyReply, key: 'result' | 'message', outcome: Outcome) {
  return reply
    .code(outcomeCodes[outcome.kind])
    .send({ [outcome.kind === 'unknown' ? 'message' : key]: outcome.message })
}

/** The changes of the account list (D-56 to D-59), resubmission and Update Status (D-87). */
export function accountChangeRoutes(app: FastifyInstance, database: DatabaseSync, list: AccountList): void {
  const changes = accountChanges(database)
  app.post<{ Querystring: { user_id: number; flag: boolean } }>(
    '/user/apex/set/test/account/state',
    { schema: { querystring: testState } },
    async ({ query }, reply) => send(reply, 'result', changes.setTest(query.user_id, query.flag)),
  )
  app.post<{ Body: { user_id: number } }>(
    '/user/restrict-user',
    { schema: { body: oneUser } },
    async ({ body }, reply) => send(reply, 'message', changes.toggleUserRestriction(body.user_id)),
  )
  app.post<{ Body: { apex_account: string; apex_account_restricted: boolean } }>(
    '/user/apex/toggle/account/restriction/admin',
    { schema: { body: restriction } },
    async ({ body }, reply) =>
      send(reply, 'message', changes.restrictAccount(body.apex_account, body.apex_account_restricted)),
  )
  app.post<{ Body: { apex_account_id: number } }>(
    '/user/apex/account/request/resubmit/admin',
    { schema: { body: resubmission } },
    async ({ body }, reply) => {
      const outcome = changes.resubmit(body.apex_account_id)
      if (outcome.kind === 'done') list.changed()
      return send(reply, 'result', outcome)
    },
  )
  app.post<{ Querystring: { account_id: number } }>(
    '/update_account_status',
    { schema: { querystring: oneAccount } },
    async ({ query }, reply) => send(reply, 'message', changes.toggleActive(query.account_id)),
  )
}
