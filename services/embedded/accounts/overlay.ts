import type { DatabaseSync } from 'node:sqlite'
import { type SqlRow, statements } from '../../../server/embedded/database.ts'
import type { Account } from '../data/account.ts'
import type { accountDetail } from '../data/detail.ts'
import { particularsFor } from '../data/person.ts'

/** The populated positions of an account; absent until populated. Amounts are decimal strings. */
export interface Holdings {
  readonly holdings?: readonly Holding[]
  readonly portfolio?: { readonly positions: number; readonly value: string }
}

interface Holding {
  readonly ticker: string
  readonly security_type: string
  readonly quantity: string
  /** Dollars a unit. */
  readonly price: string
}

const dollars = (cents: number): string => (cents / 100).toFixed(2)

export function holdingsOf(database: DatabaseSync) {
  const { all } = statements(database)
  return (accountId: number): Holdings => {
    const kinds = new Set(
      all('SELECT kind FROM populated WHERE account_id = ?', [accountId]).map((row) => String(row['kind'])),
    )
    if (kinds.size === 0) return {}
    const rows = all<Holding & { readonly cents: number }>(
      `SELECT ticker, security_type, CAST(quantity AS TEXT) AS quantity, printf('%.2f', price_cents / 100.0) AS price,
        quantity * price_cents AS cents FROM holdings WHERE account_id = ? ORDER BY ticker`,
      [accountId],
    )
    const value = rows.reduce((sum, { cents }) => sum + cents, 0)
    return {
      ...(kinds.has('holdings') && { holdings: rows.map(({ cents: _cents, ...holding }) => holding) }),
      ...(kinds.has('portfolio') && { portfolio: { positions: rows.length, value: dollars(value) } }),
    }
  }
}

type Generated = ReturnType<typeof accountDetail>
type Members = Readonly<Record<string, unknown>>

export interface SupportedDetail extends Pick<Generated, 'snaps' | 'ach' | 'deposits' | 'request'>, Holdings {
  readonly account: readonly Members[]
  readonly profile: readonly Members[]
  readonly joint_user: Members | null
  readonly bank: readonly Members[]
}

/** The members that remain after an application was cleared. */
const ofTheRow: ReadonlySet<string> = new Set(['id', 'user_id', 'is_active'])
/** The personal members of `account[0]`. Flags and references to documents are kept. */
const personal = (
  'apex_email marital_status citizenship ss_number investment_exprience investment_profile political_organization ' +
  'stock_name firm_name time_horizon liquidity_needs employer_name occupation request_data'
).split(' ')

const emptyProfile: Members = Object.fromEntries(
  'gender address city state country zipcode phone country_code date_of_birth estimated_net_worth'
    .split(' ')
    .map((name) => [name, null]),
)

const cleared = (account: Members): Members =>
  Object.fromEntries(Object.entries(account).map(([name, value]) => [name, ofTheRow.has(name) ? value : null]))

const withoutPerson = (account: Members, userId: number): Members => ({
  ...account,
  ...Object.fromEntries(personal.map((name) => [name, null])),
  first_name: 'Deleted',
  last_name: `user ${userId}`,
})

/** The profile at the clearing firm, for an account without a profile. */
function profileAtFirm(seed: number, { primary, particulars, personKey }: Account): Members {
  const { zip, dateOfBirth, address, city, state, phone } = particulars ?? particularsFor(seed, personKey)
  const home = { address, city, state, country: 'USA', zipcode: zip, phone, country_code: '+1' }
  return { ...emptyProfile, ...home, gender: primary.gender, date_of_birth: dateOfBirth }
}

/** Applies the changes of user support to a generated detail (spec back-office section 7, 'User support'). */
export function supportOverlay(database: DatabaseSync, seed: number) {
  const { all, first } = statements(database)
  const holdings = holdingsOf(database)
  const isMarked = (sql: string, id: number): boolean => first(sql, [id]) !== undefined

  function informationOf(userId: number): ReadonlyMap<string, string> {
    const rows = all('SELECT field, value FROM support_information WHERE user_id = ?', [userId])
    return new Map(rows.map((row) => [String(row['field']), String(row['value'])]))
  }

  function withInformation(userId: number, account: Members, profile: readonly Members[]) {
    const changed: Readonly<Partial<Record<string, string>>> = Object.fromEntries(informationOf(userId))
    const { first_name, last_name, ...home } = changed
    const names = { ...(first_name !== undefined && { first_name }), ...(last_name !== undefined && { last_name }) }
    const isHomeChanged = Object.keys(home).length > 0
    return {
      account: { ...account, ...names },
      profile: isHomeChanged ? [{ ...emptyProfile, ...profile[0], ...home }, ...profile.slice(1)] : profile,
    }
  }

  function profileOf(id: number, account: Account, generated: readonly Members[]): readonly Members[] {
    const isPopulated = isMarked("SELECT 1 FROM populated WHERE account_id = ? AND kind = 'profile'", id)
    return generated.length === 0 && isPopulated ? [profileAtFirm(seed, account)] : generated
  }

  /** `row` has the current values of the list. */
  return (generated: Generated, account: Account, row: SqlRow): SupportedDetail => {
    const { id, userId } = account
    const isCleared = isMarked('SELECT 1 FROM cleared_accounts WHERE account_id = ?', id)
    const isDeleted = isMarked('SELECT 1 FROM support_users WHERE user_id = ? AND is_deleted = 1', userId)
    const isUnlinked = isCleared || isMarked('SELECT 1 FROM unlinked_banks WHERE account_id = ?', id)
    const isOwnEmail = generated.account[0]?.apex_email === account.primary.email
    const live = { name: row['name'], email: row['email'], account_no: row['account_no'], status: row['status'] }
    const own: readonly Members[] = generated.account
    const profiles: readonly Members[] = isCleared ? [] : profileOf(id, account, generated.profile)
    const entries = own.map((each) => {
      const base = { ...(isCleared ? cleared(each) : each), ...live, ...(isOwnEmail && { apex_email: row['email'] }) }
      const shown = withInformation(userId, base, []).account
      return isDeleted ? withoutPerson(shown, userId) : shown
    })
    return {
      account: entries,
      profile: isDeleted ? [] : withInformation(userId, {}, profiles).profile,
      joint_user: isCleared ? null : generated.joint_user,
      bank: isUnlinked ? [] : generated.bank,
      snaps: generated.snaps,
      ach: isCleared ? [] : generated.ach,
      deposits: generated.deposits,
      request: isCleared ? [] : generated.request,
      ...holdings(id),
    }
  }
}
