import type { Investigation } from '../data/investigation.ts'
import type { Particulars } from '../data/person.ts'
import { transferStates, UNKNOWN_STATUS } from '../data/statuses.ts'
import { type Ago, closeRequest, type DetailOverride } from '../data/wire.ts'
import { achEntry, deposit, openTransfer, snapsOf, transferIn, transferPayload } from './caseParts.ts'

/** An account that shows one case: its id, its name, its purpose, and how it differs from other accounts. */
export interface Case {
  readonly id: number
  readonly given: string
  readonly family: string
  /** The given name of a second owner with the same family name. */
  readonly joint?: string
  readonly purpose: string
  readonly status?: string
  readonly email?: string
  readonly pendingDocuments?: number
  readonly bankAccountNo?: string | null
  /** Derived from the seed where absent, like `investigations`. */
  readonly particulars?: Particulars
  readonly investigations?: readonly Investigation[]
  readonly detail: (ago: Ago) => DetailOverride
}

const long = (word: string, length: number): string => word.repeat(Math.ceil(length / word.length)).slice(0, length)

const transferHours: Readonly<Record<string, number>> = { REQUEST: 120, REQUEST_REJECT: 5, REVIEW_ERROR: 30 }

const everyTransferState = (ago: Ago): DetailOverride => ({
  request: transferStates.map((state, index) =>
    transferIn(700 + index, 4113, state, state === 'UNDEFINED' ? undefined : ago(transferHours[state] ?? 3 + index)),
  ),
})

/** Accounts with unusual requests, banks, documents or names. */
export const cases: readonly Case[] = [
  {
    id: 4113,
    given: 'Agatha',
    family: 'Sorrel',
    purpose: 'a transfer in every state: 24 h clock running and over, late REQUEST, one without stateChangedAt',
    detail: everyTransferState,
  },
  {
    id: 4114,
    given: 'Basil',
    family: 'Close-Sent',
    purpose: 'close request SENT',
    detail: () => ({ request: [closeRequest(601, 'SENT')] }),
  },
  {
    id: 4115,
    given: 'Carla',
    family: 'Close-Inprogress',
    purpose: 'close request INPROGRESS',
    detail: () => ({ request: [closeRequest(602, 'REJECTED'), closeRequest(603, 'INPROGRESS')] }),
  },
  {
    id: 4116,
    given: 'Dorian',
    family: 'Close-Pending',
    purpose: 'close request PENDING',
    detail: () => ({ request: [closeRequest(604, 'PENDING')] }),
  },
  {
    id: 4117,
    given: 'Elsbeth',
    family: 'Close-Approved',
    purpose: 'close request APPROVED, account CLOSED',
    status: 'CLOSED',
    detail: () => ({ request: [closeRequest(605, 'APPROVED')] }),
  },
  {
    id: 4118,
    given: 'Fergus',
    family: 'Close-Rejected',
    purpose: 'close request REJECTED, may be closed again',
    detail: () => ({ request: [closeRequest(606, 'REJECTED')] }),
  },
  {
    id: 4119,
    given: 'Greta',
    family: 'Emptyanswer',
    purpose: 'transfer request whose response_data is {}: still undecided',
    detail: () => ({ request: [openTransfer(607, 4119, { response_data: {} })] }),
  },
  {
    id: 4120,
    given: 'Hollis',
    family: 'Textpayload',
    purpose: 'request_payload as JSON text, and one that cannot be read',
    detail: () => ({
      request: [
        openTransfer(608, 4120, { request_payload: JSON.stringify(transferPayload(4120, true)) }),
        openTransfer(609, 4120, { request_payload: '{"contra_account_number":"TST-4' }),
      ],
    }),
  },
  {
    id: 4121,
    given: 'Ingrid',
    family: 'Brokenprofile',
    purpose: 'investment_profile and political_organization that are not JSON',
    detail: () => ({ account: { investment_profile: '{"annualIncomeUSD":', political_organization: '[{' } }),
  },
  {
    id: 4122,
    given: 'Jory',
    family: 'Shortbank',
    purpose: 'bank number shorter than five digits',
    bankAccountNo: '412',
    detail: (ago) => ({ ach: [achEntry(81, ago(900), { bank_account_no: '412' })] }),
  },
  {
    id: 4123,
    given: 'Kestrel',
    family: 'Nearlyempty',
    purpose: 'no profile, bank, joint user, documents, bank relationships, deposits or requests',
    bankAccountNo: null,
    detail: () => ({
      account: { investment_profile: null, political_organization: null, employer_name: null, occupation: null },
      profile: [],
      bank: [],
      snaps: [],
      ach: [],
      deposits: [],
      request: [],
    }),
  },
  {
    id: 4124,
    given: 'Lowell',
    family: 'Noaccount',
    purpose: 'detail with account: []',
    bankAccountNo: null,
    detail: () => ({ account: null, profile: [], bank: [], snaps: [], ach: [], deposits: [], request: [] }),
  },
  {
    id: 4125,
    given: 'Mirela',
    family: 'Suspended',
    purpose: 'individual, SUSPENDED, a rejected category requires documents',
    status: 'SUSPENDED',
    pendingDocuments: 1,
    detail: () => ({
      snaps: snapsOf(4125, ['SSN_CARD', 'uploaded'], ['DRIVERS_LICENSE', 'rejected'], ['PASSPORT', 'approved']),
    }),
  },
  {
    id: 4126,
    given: 'Nadir',
    family: 'Returned',
    purpose: 'notices of change (recent, old, on a deposit) and a real return (R01)',
    detail: (ago) => ({
      ach: [
        achEntry(82, ago(72), { reason: 'UPDATED_ROUTING_NUMBER_BY_NOC' }),
        achEntry(83, ago(1200), { status: 'RETURNED', reason: 'UPDATED_ACCOUNT_NUMBER_BY_NOC' }),
      ],
      deposits: [
        deposit('500.00', ago(60), { reason: 'UPDATED_ROUTING_NUMBER_BY_NOC' }),
        deposit('120.00', ago(90), { status: 'RETURNED', reason: 'R01' }),
        deposit('75.25', ago(400)),
      ],
    }),
  },
  {
    id: 4127,
    given: 'Ottilie',
    family: 'Affiliated',
    purpose: 'affiliated person without any letter (upload_407 and upload_3210 null)',
    detail: () => ({
      account: {
        is_affiliated_exchange_finra: true,
        firm_name: 'Northgate Securities (synthetic)',
        upload_407: null,
        upload_3210: null,
      },
    }),
  },
  {
    id: 4128,
    given: 'Pavel',
    family: 'Redflag',
    purpose: 'email differs from apex_email, a bank cancelled within 30 days, a transfer open',
    detail: (ago) => ({
      account: { apex_email: 'p.redflag.earlier@example.test' },
      ach: [
        achEntry(84, ago(100), { status: 'PENDING', nickname: 'New checking' }),
        achEntry(85, ago(290), { status: 'CANCELED', nickname: 'Cancelled savings' }),
      ],
      request: [openTransfer(610, 4128)],
    }),
  },
  {
    id: 4129,
    given: long('Wilhelmina-', 70),
    family: long('Featherstonehaugh-', 90),
    purpose: 'very long name, e-mail and employer',
    email: `${long('very.long.mailbox.', 180)}x@example.test`,
    detail: () => ({ account: { employer_name: long('Consolidated Consolidations and ', 240) } }),
  },
  {
    id: 4130,
    given: 'Quentin',
    family: 'Unknownstatus',
    purpose: 'statuses and types that no list names: account, document, bank, deposit, requests',
    status: UNKNOWN_STATUS,
    detail: (ago) => ({
      snaps: snapsOf(4130, ['FISHING_LICENCE', 'quarantined']),
      ach: [achEntry(86, ago(500), { status: 'DORMANT', approval_method: 'CARRIER_PIGEON' })],
      deposits: [deposit('10.00', ago(50), { status: 'HELD_FOR_REVIEW' })],
      request: [
        { ...closeRequest(611, 'ESCALATED') },
        { ...openTransfer(612, 4130, { status: 'PARKED' }), request_type: 'RENAME_ACCOUNT', request_payload: {} },
        transferIn(613, 4130, 'FROZEN_BY_EXCHANGE', ago(7)),
      ],
    }),
  },
]
