import type { Account } from './account.ts'

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

type NamedAccount = Omit<Account, 'position'>

const maraQuill: NamedAccount = {
  ...base,
  id: 4107,
  userId: 9107,
  personKey: -1,
  primary: person('Mara', 'Quill', 'F', 'mara.quill@example.test'),
  particulars: {
    address: '118 Larch Hollow Rd Apt 4',
    city: 'Ithaca',
    state: 'NY',
    zip: '14850',
    phone: '6075550142',
    dateOfBirth: '1989-07-02',
    ssn: '900-10-4410',
  },
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

/**
 * The people that tests, screenshots and documents speak of, each with a case of its own: suspended with documents
 * pending, joint with an open transfer, never submitted, resubmission refused (two), hidden. They lead the list.
 */
export const namedAccounts: readonly NamedAccount[] = [
  maraQuill,
  teoAndAnaBrandt,
  orenVale,
  petraHolm,
  idrisKone,
  hiddenRow,
]

/** Accounts whose resubmission the clearing firm refuses, with its words, so that a failure can be seen. */
export const refusedResubmissions: ReadonlyMap<number, string> = new Map([
  [petraHolm.id, 'Resubmit failed: the date of birth is missing'],
  [idrisKone.id, 'Resubmit failed: the clearing firm did not accept the application'],
])
