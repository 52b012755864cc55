import { statements } from '../../../server/embedded/statements.ts'
import { investigationsFor } from '../data/investigations.ts'
import { caseMove, moved } from './caseMoves.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { accountDetails, AccountNow } from '../accounts/details.ts'
import type { Investigation } from '../data/investigation.ts'
import type { Snap } from '../data/wire.ts'

/** An account with its cases and documents as they stand now. */
export interface AccountCases extends Pick<AccountNow, 'account' | 'status'> {
  readonly cases: readonly Investigation[]
  readonly snaps: readonly Snap[]
}

/** What cases are read from. */
export interface CaseParts {
  readonly database: DatabaseSync
  readonly detail: ReturnType<typeof accountDetails>
  readonly seed: number
  readonly clock: () => number
}

/** Whether the case has not been replaced by a later run of the checks. */
export const isCurrent = ({ archived }: Investigation): boolean => archived !== true

/**
 * Reads the cases of accounts; undefined when there is no such account. They are derived from the status that the
 * account had before staff first moved one of them, so that a move which changes the status does not change the past.
 */
export function accountCases({ database, detail, seed, clock }: CaseParts) {
  const { all } = statements(database)
  return (accountId: number): AccountCases | undefined => {
    const found = detail(accountId)
    if (!found) return undefined
    const rows = all('SELECT * FROM case_moves WHERE account_id = ? ORDER BY id', [accountId])
    const { account, status, generatedSnaps } = found
    const basis = rows[0] ? rows[0]['basis'] : status
    const generated = investigationsFor(seed, account, typeof basis === 'string' ? basis : null, generatedSnaps)
    const moves = rows.map(caseMove)
    const cases = generated.map((each) => moved(each, moves, clock()))
    return { account, status, cases, snaps: found.detail.snaps }
  }
}
