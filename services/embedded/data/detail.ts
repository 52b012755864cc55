import type { Account } from './account.ts'
import { banks, employers, occupations } from './names.ts'
import { particularsFor } from './person.ts'
import { Random } from '../../../server/embedded/random.ts'
import {
  type AchEntry,
  closeRequest,
  type CustomerRequest,
  type Deposit,
  type DetailOverride,
  money,
  sketchIdOf,
  type Snap,
  utcSeconds,
} from './wire.ts'

const DAY = 24 * 3600 * 1000
const proofs = ['DRIVERS_LICENSE', 'PASSPORT', 'SSN_CARD', 'STATE_ID_CARD', 'SSA_LETTER'] as const

/** A moment after the request, within the generated two years and a week. */
function after(account: Account, days: number): string {
  const start = Date.parse(account.requestTime ?? '2026-02-20T12:00:00Z')
  return utcSeconds(Math.min(start + days * DAY, Date.UTC(2026, 2, 4, 17)))
}

/** Uploaded documents: at least one when the account waits for documents, none before the first submission. */
function snapsFor(seed: number, account: Account): readonly Snap[] {
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
function achFor(seed: number, account: Account): readonly AchEntry[] {
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
function depositsFor(seed: number, account: Account): readonly Deposit[] {
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
function requestsFor(seed: number, account: Account): readonly CustomerRequest[] {
  const random = new Random(seed, account.id, 43)
  const transfer = account.openTransfer ? [transferRequest(random, account)] : []
  if (account.status !== 'CLOSED') return transfer
  return [...transfer, closeRequest(account.id * 10 + 6, 'APPROVED', after(account, 200))]
}

/** What may have changed since the account was generated, and when the data was first built. */
export interface LiveState {
  readonly status: string | null
  readonly isActive: boolean
  /** Milliseconds since 1970; a few cases count from it. */
  readonly builtAt: number
}

const bands = [
  [0, 25_000],
  [25_001, 50_000],
  [50_001, 100_000],
  [100_001, 200_000],
  [200_001, 300_000],
  [300_001, 500_000],
  [500_001, 1_200_000],
  [1_200_001, 9_999_999],
] as const

const isNamed = (account: Account): boolean => account.personKey < 0

function investmentProfile(random: Random): string {
  const [min, max] = random.pick(bands)
  const text = JSON.stringify({ annualIncomeUSD: { min, max } })
  // A few are cut off, like old rows of the real service.
  return random.chance(0.003) ? text.slice(0, 18) : text
}

function disclosuresFor(random: Random) {
  const control = random.chance(0.04)
  const affiliated = random.chance(0.05)
  const exposed = random.chance(0.03)
  return {
    political_organization: JSON.stringify(
      exposed ? [{ political_organization: 'County board', relation: random.pick(['Self', 'Sibling', 'Parent']) }] : [],
    ),
    is_control_person: control,
    stock_name: control ? 'ZZTK' : null,
    is_affiliated_exchange_finra: affiliated,
    firm_name: affiliated ? employers[0] : null,
    is_political_exposed: exposed,
  }
}

function accountFor(seed: number, account: Account, ssn: string, live: LiveState) {
  const random = new Random(seed, account.id, 30)
  const { political_organization, is_political_exposed, ...affiliation } = disclosuresFor(random)
  return {
    id: account.id,
    account_no: account.accountNo,
    name: account.name,
    email: account.primary.email,
    apex_email: account.primary.email,
    status: live.status,
    is_active: live.isActive,
    customer_type: account.joint ? 'JOINT' : 'INDIVIDUAL',
    first_name: account.primary.given,
    last_name: account.primary.family,
    marital_status: account.joint ? 'MARRIED' : random.pick(['SINGLE', 'MARRIED', 'DIVORCED', 'WIDOWED']),
    citizenship: random.chance(0.93) ? 'USA' : random.pick(['CAN', 'MEX', 'IND', 'POL', 'VNM']),
    ss_number: ssn,
    investment_exprience: random.pick(['NONE', 'LIMITED', 'GOOD', 'EXTENSIVE']),
    investment_profile: investmentProfile(random),
    political_organization,
    ...affiliation,
    upload_ria: null,
    upload_407: affiliation.is_affiliated_exchange_finra ? `snap-407-${account.id}` : null,
    upload_3210: affiliation.is_affiliated_exchange_finra ? `snap-3210-${account.id}` : null,
    is_political_exposed,
    time_horizon: random.pick(['SHORT', 'AVERAGE', 'LONGEST']),
    liquidity_needs: random.pick(['VERY_IMPORTANT', 'SOMEWHAT_IMPORTANT', 'NOT_IMPORTANT']),
    employer_name: random.chance(0.9) ? random.pick(employers) : null,
    occupation: random.pick(occupations),
    user_id: account.userId,
    request_data: null,
  }
}

function jointUserFor(seed: number, account: Account, home: ReturnType<typeof particularsFor>) {
  if (!account.joint) return null
  const own = particularsFor(seed, account.position, 1)
  const { political_organization, is_political_exposed, ...affiliation } = disclosuresFor(
    new Random(seed, account.id, 31),
  )
  return {
    joint_first_name: account.joint.given,
    joint_last_name: account.joint.family,
    joint_email: account.joint.email,
    joint_phone: own.phone,
    joint_country_code: '+1',
    joint_citizenship: 'USA',
    joint_dob: own.dateOfBirth,
    joint_ssn: own.ssn,
    joint_street: home.address,
    joint_city: home.city,
    joint_state: home.state,
    joint_country: 'USA',
    joint_postal: home.zip,
    ...Object.fromEntries(Object.entries(affiliation).map(([name, value]) => [`joint_${name}`, value])),
    joint_upload: null,
    joint_upload_file_type: null,
    joint_is_political_exposed: is_political_exposed,
    joint_political_organization: political_organization,
  }
}

function profileFor(seed: number, account: Account, home: ReturnType<typeof particularsFor>) {
  const random = new Random(seed, account.id, 32)
  if (account.requestTime === null || (!isNamed(account) && random.chance(0.02))) return []
  return [
    {
      gender: account.primary.gender,
      address: home.address,
      city: home.city,
      state: home.state,
      country: 'USA',
      zipcode: home.zip,
      phone: home.phone,
      country_code: '+1',
      date_of_birth: home.dateOfBirth,
      estimated_net_worth: String(random.integer(4, 900) * 2500),
    },
  ]
}

function bankFor(seed: number, account: Account) {
  if (!account.bankAccountNo) return []
  return [
    {
      bank_name: new Random(seed, account.id, 33).pick(banks),
      bank_account_owner_name: `${account.primary.given} ${account.primary.family}`,
      bank_account_no: account.bankAccountNo,
    },
  ]
}

const HOUR = 3600 * 1000

function overrideOf(account: Account, builtAt: number): DetailOverride {
  return account.override?.((hours) => new Date(builtAt - hours * HOUR).toISOString()) ?? {}
}

/**
 * The answer of the account detail call (spec account-review section 3) as first generated: derived from the seed,
 * because storing a document for every account would cost more than a gigabyte at a million of them.
 */
export function accountDetail(seed: number, account: Account, live: LiveState) {
  const home = account.particulars ?? particularsFor(seed, account.personKey)
  const { account: members = {}, joint = {}, ...lists } = overrideOf(account, live.builtAt)
  const secondOwner = jointUserFor(seed, account, home)
  return {
    account: members === null ? [] : [{ ...accountFor(seed, account, home.ssn, live), ...members }],
    profile: profileFor(seed, account, home),
    joint_user: secondOwner && { ...secondOwner, ...joint },
    bank: bankFor(seed, account),
    snaps: snapsFor(seed, account),
    ach: achFor(seed, account),
    deposits: depositsFor(seed, account),
    request: requestsFor(seed, account),
    ...lists,
  }
}

/** Sum of the completed deposits in dollars with two decimals, '0.00' without any. */
export function depositsTotal(seed: number, account: Account, builtAt: number): string {
  return money(
    (overrideOf(account, builtAt).deposits ?? depositsFor(seed, account)).reduce(
      (sum, { status, amount }) => sum + (status === 'COMPLETE' ? Math.round(Number(amount) * 100) : 0),
      0,
    ),
  )
}
