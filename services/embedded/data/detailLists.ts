import { closeRequest } from './named/caseParts.ts'
import { Random } from './random.ts'
import { money, sketchIdOf, utcSeconds } from './wire.ts'
import type { Account } from './account.ts'
import type { AchEntry, CustomerRequest, Deposit, Snap } from './wire.ts'

const DAY = 24 * 3600 * 1000
const proofs = ['DRIVERS_LICENSE', 'PASSPORT', 'SSN_CARD', 'STATE_ID_CARD', 'SSA_LETTER'] as const

/** A moment after the request, within the generated two years and a week. */
function after(account: Account, days: number): string {
  const start = Date.parse(account.requestTime ?? '2026-02-20T12:00:00Z')
  return utcSeconds(Math.min(start + days * DAY, Date.UTC(2026, 2, 4, 17)))
}

/** Uploaded documents: at least one when the account waits for documents, none before the first submission. */
export function snapsFor(seed: number, account: Account): readonly Snap[] {
  const random = new Random(seed, account.id, 40)
  if (account.accountNo === null) return []
  const waiting = account.status === 'SUSPENDED' || account.status === 'ACTION_REQUIRED'
  const count = waiting ? random.integer(1, 3) : random.chance(0.15) ? 1 : 0
  return Array.from({ length: count }, (_, index) => ({
    snap_id: `snap-${account.id}-${index + 1}`,
    sketch_id: sketchIdOf(account.id, account.joint && random.chance(0.4) ? 1 : 0),
    doc_type: 'ID_DOCUMENT',
    proof: random.pick(proofs),
    status: waiting ? random.pick(['uploaded', 'uploaded', 'approved', 'rejected']) : 'approved',
  }))
}

/** Bank relationships: the linked account, and for some an older cancelled one. */
export function achFor(seed: number, account: Account): readonly AchEntry[] {
  const random = new Random(seed, account.id, 41)
  if (!account.bankAccountNo || account.accountNo === null) return []
  const pending = !account.isActive && random.chance(0.5)
  const linked = {
    id: account.id * 10 + 1,
    nickname: random.pick(['Checking', 'Household checking', 'Savings']),
    bank_account_no: account.bankAccountNo,
    approval_method: random.pick(['PLAID', 'PLAID', 'MICRO_DEPOSIT']),
    ach_id: `ach-${account.id}-1`,
    status: pending ? 'PENDING' : 'APPROVED',
    creation_time: after(account, random.integer(1, 5)),
    reason: random.chance(0.04) ? 'UPDATED_ROUTING_NUMBER_BY_NOC' : null,
  }
  if (!random.chance(0.12)) return [linked]
  const earlier = {
    id: account.id * 10 + 2,
    nickname: 'Old savings',
    bank_account_no: random.digits(4),
    approval_method: 'MICRO_DEPOSIT',
    ach_id: `ach-${account.id}-2`,
    status: 'CANCELED',
    creation_time: after(account, 0),
    reason: 'EXHAUSTED_MICRO_DEPOSIT_ATTEMPTS',
  }
  return [linked, earlier]
}

/** Deposits of accounts that are open and have a bank; a few were returned. */
export function depositsFor(seed: number, account: Account): readonly Deposit[] {
  const random = new Random(seed, account.id, 42)
  if (!account.isActive || !account.bankAccountNo) return []
  return Array.from({ length: random.integer(0, 4) }, (_, index) => {
    const returned = random.chance(0.06)
    return {
      amount: money(random.integer(20, 4000) * 125),
      status: returned ? 'RETURNED' : random.chance(0.1) ? 'PENDING' : 'COMPLETE',
      created_at: after(account, 6 + index * random.integer(5, 30)),
      reason: returned ? random.pick(['R01', 'R02', 'R03']) : null,
    }
  })
}

function transferRequest(random: Random, account: Account): CustomerRequest {
  const partial = random.chance(0.4)
  return {
    id: account.id * 10 + 5,
    status: 'REQUESTED',
    request_type: 'TRANSFER_ACCOUNT',
    request_payload: {
      contra_account_number: `TST-${random.digits(3)}-${random.digits(2)}`,
      apex_account_id: account.id,
      transfer_type: partial ? 'PARTIAL' : 'FULL_TRANSFER',
      ...(partial
        ? {
            cash: money(random.integer(1, 90) * 1000),
            tickers: [{ ticker: 'ZZTK', shares: String(random.integer(1, 40)) }],
          }
        : {}),
      participant_name: 'Contra Test Brokerage',
      participant_number: '0000',
    },
    response_data: null,
  }
}

/** Customer requests: an undecided transfer for accounts with `openTransfer`, a close request for closed ones. */
export function requestsFor(seed: number, account: Account): readonly CustomerRequest[] {
  const random = new Random(seed, account.id, 43)
  const transfer = account.openTransfer ? [transferRequest(random, account)] : []
  if (account.status !== 'CLOSED') return transfer
  return [...transfer, closeRequest(account.id * 10 + 6, 'APPROVED', after(account, 200))]
}
