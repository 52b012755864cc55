import { achFor, depositsFor, requestsFor, snapsFor } from './detailLists.ts'
import { banks, employers, occupations } from './names.ts'
import { particularsFor } from './person.ts'
import { Random } from './random.ts'
import { money } from './wire.ts'
import type { Account } from './account.ts'
import type { DetailOverride } from './wire.ts'

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
    joint_is_control_person: affiliation.is_control_person,
    joint_stock_name: affiliation.stock_name,
    joint_is_affiliated_exchange_finra: affiliation.is_affiliated_exchange_finra,
    joint_firm_name: affiliation.firm_name,
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

/** The overrides of a named account; empty for every other. */
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
