import { type Account, ownersName } from '../data/account.ts'
import type { Person } from '../data/person.ts'
import { isUndecided, utcSeconds } from '../data/wire.ts'
import { type Case, cases } from './cases.ts'
import {
  maraQuillInvestigation,
  maraQuillParticulars,
  teoAndAnaBrandtDetail,
  teoAndAnaBrandtInvestigations,
} from './people.ts'
import { reviewCases } from './reviewCases.ts'
import { verificationCases } from './verificationCases.ts'

const base = {
  joint: null,
  accountNo: null,
  bankAccountNo: null,
  pendingDocuments: 0,
  openTransfer: false,
  isTest: false,
  isRestricted: false,
  apexRestricted: false,
  isActive: false,
  utm: [],
} as const

type NamedAccount = Omit<Account, 'position'>
type Differences = Partial<NamedAccount> & Pick<NamedAccount, 'status' | 'requestTime'>

const person = (given: string, family: string, gender: 'M' | 'F', email: string): Person => ({
  given,
  family,
  gender,
  email,
})

/** An account under its owners' names. The ids of its user and person follow from its own. */
const account = (id: number, primary: Person, more: Differences): NamedAccount => ({
  ...base,
  id,
  userId: id + 5000,
  personKey: 4106 - id,
  primary,
  name: ownersName(primary, more.joint ?? null),
  ...more,
})

const everyCase: readonly Case[] = [...cases, ...verificationCases, ...reviewCases].toSorted((a, b) => a.id - b.id)

const maraQuill = account(4107, person('Mara', 'Quill', 'F', 'mara.quill@example.test'), {
  particulars: maraQuillParticulars,
  investigations: [maraQuillInvestigation],
  accountNo: '9ZZ10041',
  requestTime: '2026-03-04T18:22:10Z',
  bankAccountNo: '000123450412',
  status: 'SUSPENDED',
  pendingDocuments: 2,
  utm: [{ utm_campaign: 'spring-roth', utm_medium: 'email', utm_source: 'newsletter' }],
})

const teoAndAnaBrandt = account(4108, person('Teo', 'Brandt', 'M', 'teo.brandt@example.test'), {
  joint: person('Ana', 'Brandt', 'F', 'ana.brandt@example.test'),
  accountNo: '9ZZ10058',
  requestTime: '2026-03-04T04:30:00Z',
  bankAccountNo: '000123456612',
  status: 'ACTION_REQUIRED',
  pendingDocuments: 1,
  openTransfer: true,
  isTest: true,
  investigations: teoAndAnaBrandtInvestigations,
  override: () => teoAndAnaBrandtDetail,
})

const orenVale = account(4109, person('Oren', 'Vale', 'M', 'oren.vale@example.test'), {
  requestTime: null,
  status: 'SUBMIT_FAILED',
  isRestricted: true,
  utm: null,
})

const petraHolm = account(4111, person('Petra', 'Holm', 'F', 'petra.holm@example.test'), {
  requestTime: '2026-03-03T21:10:00Z',
  status: 'SUBMIT_FAILED',
})

const idrisKone = account(4112, person('Idris', 'Koné', 'M', 'idris.kone@example.test'), {
  requestTime: '2026-03-03T15:45:30Z',
  status: 'SUBMIT_FAILED',
})

const hiddenRow = account(4110, person('Hidden', 'Row', 'M', 'h@example.test'), {
  requestTime: '2026-03-01T12:00:00Z',
  bankAccountNo: '',
  status: '',
})

const FIRST_CASE_TIME = Date.UTC(2026, 2, 3, 14, 5)
const CASE_SPACING = 45 * 60 * 1000

/** True when the account is in the list of open transfers. */
const hasOpenTransfer = ({ detail }: Case): boolean =>
  (detail(() => '').request ?? []).some(
    (request) => request.request_type === 'TRANSFER_ACCOUNT' && isUndecided(request),
  )

function caseAccount(entry: Case, index: number): NamedAccount {
  const { id, name, joint, status = 'COMPLETE', bankAccountNo = `00055512${id}`, pendingDocuments = 0 } = entry
  const { particulars, investigations } = entry
  const [given = '', family = ''] = name.split(' ')
  const emailOf = (name: string): string => `${name}.${family}@example.test`.toLowerCase()
  return account(id, person(given, family, index % 2 === 0 ? 'F' : 'M', entry.email ?? emailOf(given)), {
    ...(joint !== undefined && { joint: person(joint, family, 'M', emailOf(joint)) }),
    ...(particulars && { particulars }),
    ...(investigations && { investigations }),
    accountNo: `9ZZ1${String(id - 4000).padStart(4, '0')}`,
    requestTime: utcSeconds(FIRST_CASE_TIME - index * CASE_SPACING),
    bankAccountNo,
    status,
    pendingDocuments,
    openTransfer: hasOpenTransfer(entry),
    isActive: status === 'COMPLETE',
    override: entry.detail,
  })
}

/**
 * The accounts that tests, screenshots and documents mention, first in the list: suspended with documents pending,
 * joint with an open transfer, never submitted, resubmission refused (two), the tables of cases, hidden.
 */
export const namedAccounts: readonly NamedAccount[] = [
  maraQuill,
  teoAndAnaBrandt,
  orenVale,
  petraHolm,
  idrisKone,
  ...everyCase.map(caseAccount),
  hiddenRow,
]

const purposes = new Map([
  [maraQuill.id, 'SUSPENDED, only the address was rejected'],
  [teoAndAnaBrandt.id, 'joint, has one of everything'],
  [orenVale.id, 'never submitted, may be resubmitted'],
  [petraHolm.id, 'resubmission refused'],
  [idrisKone.id, 'resubmission refused'],
  ...everyCase.map(({ id, purpose }) => [id, purpose] as const),
])

export const namedPurposes = namedAccounts.flatMap(({ id, name }) => {
  const purpose = purposes.get(id)
  return purpose === undefined ? [] : [{ id, name, purpose }]
})

/** Accounts whose resubmission the clearing firm refuses, with its words. */
export const refusedResubmissions: ReadonlyMap<number, string> = new Map([
  [petraHolm.id, 'Resubmit failed: the date of birth is missing'],
  [idrisKone.id, 'Resubmit failed: the clearing firm did not accept the application'],
])
