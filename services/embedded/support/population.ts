import { inTransaction, statements } from '../../../server/embedded/database.ts'
import { Random } from '../../../server/embedded/random.ts'
import { listed } from '../data/securities.ts'
import { accountNotFound, conflict, done, type Outcome } from '../shared/requests.ts'
import { holdingsOf } from '../accounts/overlay.ts'
import type { DeskParts } from '../accounts/details.ts'

/** The kinds of data that can be read from the clearing firm again. */
export const populateKinds = ['holdings', 'portfolio', 'profile'] as const

type Kind = (typeof populateKinds)[number]

const MOST_POSITIONS = 14

/** The positions of an account at the clearing firm, the same for the same seed and account. */
function positionsAtFirm(seed: number, accountId: number) {
  const random = new Random(seed, accountId, 81)
  const count = random.integer(1, MOST_POSITIONS)
  const found = new Map<string, { readonly vehicle: string; readonly quantity: number; readonly cents: number }>()
  while (found.size < count) {
    const { ticker, vehicle, dollars } = random.pick(listed)
    const cents = Math.round(dollars * 100 * (0.85 + random.next() * 0.3))
    found.set(ticker, { vehicle, quantity: random.integer(1, 60), cents })
  }
  return found
}

const positions = (count: number): string => `${count} position${count === 1 ? '' : 's'}`

/** Reads data of accounts from the clearing firm again (spec back-office section 7; D-179). */
export function population({ database, detail, clock, seed }: DeskParts) {
  const { first, run } = statements(database)
  const read = holdingsOf(database)

  const mark = (accountId: number, kind: Kind): void =>
    void run('INSERT OR REPLACE INTO populated VALUES (?, ?, ?)', [accountId, kind, clock()])

  function holdings(id: number, accountNo: string): Outcome {
    const isClosed = detail(id)?.status === 'CLOSED'
    const found = isClosed ? new Map<string, never>() : positionsAtFirm(seed, id)
    inTransaction(database, () => {
      run('DELETE FROM holdings WHERE account_id = ?', [id])
      for (const [ticker, { vehicle, quantity, cents }] of found) {
        run('INSERT INTO holdings VALUES (?, ?, ?, ?, ?)', [id, ticker, vehicle, quantity, cents])
      }
      mark(id, 'holdings')
    })
    return done(`Holdings populated for ${accountNo}: ${positions(found.size)}`)
  }

  function portfolio(id: number, accountNo: string): Outcome {
    if (!read(id).holdings) return conflict(`Populate the holdings of ${accountNo} first`)
    mark(id, 'portfolio')
    const { positions: count = 0, value = '0.00' } = read(id).portfolio ?? {}
    return done(`Portfolio populated for ${accountNo}: $${value} in ${positions(count)}`)
  }

  function profile(id: number, accountNo: string): Outcome {
    mark(id, 'profile')
    const fields = Object.values(detail(id)?.detail.profile[0] ?? {}).filter((value) => value !== null).length
    return done(`Profile populated for ${accountNo}: ${fields} fields`)
  }

  /** Populates one kind of data of an account, replacing earlier data. */
  return function populate(kind: Kind, accountNo: string): Outcome {
    const row = first('SELECT id, user_id FROM accounts WHERE account_no = ?', [accountNo])
    if (!row) return accountNotFound
    if (first('SELECT 1 FROM support_users WHERE user_id = ? AND is_deleted = 1', [row['user_id'] ?? 0])) {
      return conflict('The data of this user was deleted')
    }
    return { holdings, portfolio, profile }[kind](Number(row['id']), accountNo)
  }
}
