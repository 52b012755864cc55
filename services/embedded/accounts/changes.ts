import type { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import { inTransaction, statements } from '../../../server/embedded/database.ts'
import { decisions } from './firm.ts'
import type { AccountList } from './list.ts'
import type { accountClosings, requestDesk } from './requestDesk.ts'
import { refusedResubmissions } from '../named/namedAccounts.ts'
import { carriesToken, type ServiceToken } from '../shared/callers.ts'
import {
  accountNo,
  accountNotFound,
  changeRoute,
  conflict,
  done,
  flag,
  id,
  objectOf,
  type Outcome,
  outcomeCodes,
  refused,
  text,
  userNotFound,
} from '../shared/requests.ts'
import type { Status } from '../../../schemas/shared/enumerations.ts'
import { sqlStatus } from '../data/statuses.ts'

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
    if (row['status'] !== ('SUBMIT_FAILED' satisfies Status<'account'>)) {
      return refused('Resubmit failed: only a SUBMIT_FAILED account can be resubmitted')
    }
    const refusal = refusedResubmissions.get(id)
    if (refusal !== undefined) return refused(refusal)
    run(`UPDATE accounts SET status = ${sqlStatus<'account'>('INVESTIGATION_SUBMITTED')} WHERE id = ?`, [id])
    return done('Account resubmitted successfully')
  }

  /** Toggles is_active: the call has no target state (D-87). A closed account does not change. */
  function toggleActive(id: number): Outcome {
    const row = first(
      `UPDATE accounts SET is_active = 1 - is_active WHERE id = ? AND status IS NOT ${sqlStatus<'account'>('CLOSED')} RETURNING is_active`,
      [id],
    )
    if (row) return done(row['is_active'] === 1 ? 'Account is active' : 'Account is not active')
    if (!first('SELECT 1 FROM accounts WHERE id = ?', [id])) return accountNotFound
    return conflict('A closed account cannot be made active')
  }

  return { setTest, toggleUserRestriction, restrictAccount, resubmit, toggleActive }
}

/** The changes of the account list (D-56 to D-59), resubmission and Update Status (D-87). */
export function accountChangeRoutes(app: FastifyInstance, database: DatabaseSync, list: AccountList): void {
  const changes = accountChanges(database)
  changeRoute(
    app,
    { url: '/user/apex/set/test/account/state', required: { user_id: id, flag }, inQuery: true, sentence: 'result' },
    (given) => changes.setTest(given.user_id, given.flag),
  )
  changeRoute(app, { url: '/user/restrict-user', required: { user_id: id } }, (given) =>
    changes.toggleUserRestriction(given.user_id),
  )
  changeRoute(
    app,
    {
      url: '/user/apex/toggle/account/restriction/admin',
      required: { apex_account: accountNo, apex_account_restricted: flag },
    },
    (given) => changes.restrictAccount(given.apex_account, given.apex_account_restricted),
  )
  changeRoute(
    app,
    { url: '/user/apex/account/request/resubmit/admin', required: { apex_account_id: id }, sentence: 'result' },
    (given) => {
      const outcome = changes.resubmit(given.apex_account_id)
      if (outcome.kind === 'done') list.changed()
      return outcome
    },
  )
  changeRoute(app, { url: '/update_account_status', required: { account_id: id }, inQuery: true }, (given) =>
    changes.toggleActive(given.account_id),
  )
}

const closeQuery = objectOf({ request_type: { const: 'CLOSE_ACCOUNT' }, user_id: id })
const closeBody = objectOf({ account_id: id })
const errors = (message: string) => ({ errors: [{ message }] })

/** Closing an account, which requires the service token; every refusal is a list of errors (section 8). */
export function closeRoute(
  app: FastifyInstance,
  closings: ReturnType<typeof accountClosings>,
  token: ServiceToken,
): void {
  app.post<{ Querystring: { user_id: number }; Body: { account_id: number } }>(
    '/user/apex/close/account/admin',
    {
      schema: { querystring: closeQuery, body: closeBody },
      preValidation: async (request, reply) =>
        carriesToken(request.headers, token) ? undefined : reply.code(403).send(errors('Invalid service token.')),
      errorHandler: (error, _request, reply) => {
        if (error.statusCode === undefined || error.statusCode >= 500) throw error
        void reply.code(error.statusCode).send(errors(error.message))
      },
    },
    async ({ body, query }, reply) => {
      const { kind, message, request } = closings.send(body.account_id, query.user_id)
      return kind === 'done' ? { message, request } : reply.code(outcomeCodes[kind]).send(errors(message))
    },
  )
}

/** Deciding requests (D-69) and cancelling bank relationships (D-89). */
export function requestRoutes(app: FastifyInstance, desk: ReturnType<typeof requestDesk>): void {
  changeRoute(
    app,
    {
      url: '/user/apex/approve/request',
      required: { user_request_id: id, action: { enum: decisions } },
      optional: { comment: text },
    },
    ({ user_request_id: requestId, action, comment = '' }) =>
      comment.trim() === '' ? refused('A comment is required') : desk.decide(requestId, action, comment.trim()),
  )
  changeRoute(app, { url: '/user/apex/ach_relation/cancel', required: { id }, optional: { comment: text } }, (given) =>
    desk.cancelAch(given.id, given.comment?.trim() ?? ''),
  )
}
