import type { Account } from '../data/account.ts'
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
  bankAccountNo: null,
  pendingDocuments: 0,
  openTransfer: false,
  isTest: false,
  isRestricted: false,
  apexRestricted: false,
  isActive: false,
  utm: [],
} as const

const person = (given: string, family: string, gender: 'M' | 'F', email: string) => ({ given, family, gender, email })

const everyCase: readonly Case[] = [...cases, ...verificationCases, ...reviewCases].toSorted((a, b) => a.id - b.id)

/** The name of a case in the list. */
const nameOf = ({ given, family, joint }: Case): string =>
  joint === undefined ? `${given} ${family}` : `${given} & ${joint} ${family}`

type NamedAccount = Omit<Account, 'position'>

const maraQuill: NamedAccount = {
  ...base,
  id: 4107,
  userId: 9107,
  personKey: -1,
  primary: person('Mara', 'Quill', 'F', 'mara.quill@example.test'),
  particulars: maraQuillParticulars,
  investigations: [maraQuillInvestigation],
  name: 'Mara Quill',
  accountNo: '9ZZ10041',
  requestTime: '2026-03-04T18:22:10Z',
  bankAccountNo: '000123450412',
  status: 'SUSPENDED',
  pendingDocuments: 2,
  utm: [{ utm_campaign: 'spring-roth', utm_medium: 'email', utm_source: 'newsletter' }],
}

const teoAndAnaBrandt: NamedAccount = {
  ...base,
  id: 4108,
  userId: 9108,
  personKey: -2,
  primary: person('Teo', 'Brandt', 'M', 'teo.brandt@example.test'),
  joint: person('Ana', 'Brandt', 'F', 'ana.brandt@example.test'),
  name: 'Teo & Ana Brandt',
  accountNo: '9ZZ10058',
  requestTime: '2026-03-04T04:30:00Z',
  bankAccountNo: '000123456612',
  status: 'ACTION_REQUIRED',
  pendingDocuments: 1,
  openTransfer: true,
  isTest: true,
  investigations: teoAndAnaBrandtInvestigations,
  override: () => teoAndAnaBrandtDetail,
}

const orenVale: NamedAccount = {
  ...base,
  id: 4109,
  userId: 9109,
  personKey: -3,
  primary: person('Oren', 'Vale', 'M', 'oren.vale@example.test'),
  name: 'Oren Vale',
  accountNo: null,
  requestTime: null,
  status: 'SUBMIT_FAILED',
  isRestricted: true,
  utm: null,
}

const petraHolm: NamedAccount = {
  ...base,
  id: 4111,
  userId: 9111,
  personKey: -5,
  primary: person('Petra', 'Holm', 'F', 'petra.holm@example.test'),
  name: 'Petra Holm',
  accountNo: null,
  requestTime: '2026-03-03T21:10:00Z',
  status: 'SUBMIT_FAILED',
}

const idrisKone: NamedAccount = {
  ...base,
  id: 4112,
  userId: 9112,
  personKey: -6,
  primary: person('Idris', 'Koné', 'M', 'idris.kone@example.test'),
  name: 'Idris Koné',
  accountNo: null,
  requestTime: '2026-03-03T15:45:30Z',
  status: 'SUBMIT_FAILED',
}

const hiddenRow: NamedAccount = {
  ...base,
  id: 4110,
  userId: 9110,
  personKey: -4,
  primary: person('Hidden', 'Row', 'M', 'h@example.test'),
  name: 'Hidden Row',
  accountNo: null,
  requestTime: '2026-03-01T12:00:00Z',
  bankAccountNo: '',
  status: '',
}

const FIRST_CASE_TIME = Date.UTC(2026, 2, 3, 14, 5)
const CASE_SPACING = 45 * 60 * 1000

/** True when the account is in the list of open transfers. */
const hasOpenTransfer = ({ detail }: Case): boolean =>
  (detail(() => '').request ?? []).some(
    (request) => request.request_type === 'TRANSFER_ACCOUNT' && isUndecided(request),
  )

function caseAccount(entry: Case, index: number): NamedAccount {
  const { id, given, family, joint, status = 'COMPLETE', bankAccountNo = `00055512${id}`, pendingDocuments = 0 } = entry
  const { particulars, investigations } = entry
  const email = entry.email ?? `${given}.${family}@example.test`.toLowerCase()
  return {
    ...base,
    id,
    userId: id + 5000,
    personKey: 4106 - id,
    primary: person(given, family, index % 2 === 0 ? 'F' : 'M', email),
    name: nameOf(entry),
    ...(joint === undefined
      ? {}
      : { joint: person(joint, family, 'M', `${joint}.${family}@example.test`.toLowerCase()) }),
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
  }
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

/** The purpose of each named account, for tests and documents. */
export const namedPurposes: readonly { readonly id: number; readonly name: string; readonly purpose: string }[] = [
  { id: maraQuill.id, name: maraQuill.name, purpose: 'SUSPENDED, only the address was rejected' },
  { id: teoAndAnaBrandt.id, name: teoAndAnaBrandt.name, purpose: 'joint, has one of everything' },
  { id: orenVale.id, name: orenVale.name, purpose: 'never submitted, may be resubmitted' },
  { id: petraHolm.id, name: petraHolm.name, purpose: 'resubmission refused' },
  { id: idrisKone.id, name: idrisKone.name, purpose: 'resubmission refused' },
  ...everyCase.map((entry) => ({ id: entry.id, name: nameOf(entry), purpose: entry.purpose })),
]

/** Accounts whose resubmission the clearing firm refuses, with its words. */
export const refusedResubmissions: ReadonlyMap<number, string> = new Map([
  [petraHolm.id, 'Resubmit failed: the date of birth is missing'],
  [idrisKone.id, 'Resubmit failed: the clearing firm did not accept the application'],
])
