import type { Investigation } from '../data/investigation.ts'
import type { Particulars } from '../data/person.ts'
import { type AccountStatus, transferStates, UNKNOWN_STATUS } from '../data/statuses.ts'
import { type Ago, closeRequest, type DetailOverride } from '../data/wire.ts'
import { achEntry, deposit, openTransfer, snapsOf, transferIn, transferPayload } from './caseParts.ts'

/** An account that shows one case: its id, its name, its purpose, and how it differs from other accounts. */
export interface Case {
  readonly id: number
  /** The given and the family name, with a space between them. */
  readonly name: string
  /** The given name of a second owner with the same family name. */
  readonly joint?: string
  readonly purpose: string
  readonly status?: AccountStatus
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

const row = (id: number, name: string, purpose: string, detail: Case['detail'], more: Partial<Case> = {}): Case => ({
  id,
  name,
  purpose,
  detail,
  ...more,
})

/** Accounts with unusual requests, banks, documents or names. */
export const cases: readonly Case[] = [
  row(
    4113,
    'Agatha Sorrel',
    'a transfer in every state: 24 h clock running and over, late REQUEST, one without stateChangedAt',
    everyTransferState,
  ),
  row(4114, 'Basil Close-Sent', 'close request SENT', () => ({ request: [closeRequest(601, 'SENT')] })),
  row(4115, 'Carla Close-Inprogress', 'close request INPROGRESS', () => ({
    request: [closeRequest(602, 'REJECTED'), closeRequest(603, 'INPROGRESS')],
  })),
  row(4116, 'Dorian Close-Pending', 'close request PENDING', () => ({ request: [closeRequest(604, 'PENDING')] })),
  row(
    4117,
    'Elsbeth Close-Approved',
    'close request APPROVED, account CLOSED',
    () => ({ request: [closeRequest(605, 'APPROVED')] }),
    { status: 'CLOSED' },
  ),
  row(4118, 'Fergus Close-Rejected', 'close request REJECTED, may be closed again', () => ({
    request: [closeRequest(606, 'REJECTED')],
  })),
  row(4119, 'Greta Emptyanswer', 'transfer request whose response_data is {}: still undecided', () => ({
    request: [openTransfer(607, 4119, { response_data: {} })],
  })),
  row(4120, 'Hollis Textpayload', 'request_payload as JSON text, and one that cannot be read', () => ({
    request: [
      openTransfer(608, 4120, { request_payload: JSON.stringify(transferPayload(4120, true)) }),
      openTransfer(609, 4120, { request_payload: '{"contra_account_number":"TST-4' }),
    ],
  })),
  row(4121, 'Ingrid Brokenprofile', 'investment_profile and political_organization that are not JSON', () => ({
    account: { investment_profile: '{"annualIncomeUSD":', political_organization: '[{' },
  })),
  row(
    4122,
    'Jory Shortbank',
    'bank number shorter than five digits',
    (ago) => ({ ach: [achEntry(81, ago(900), { bank_account_no: '412' })] }),
    { bankAccountNo: '412' },
  ),
  row(
    4123,
    'Kestrel Nearlyempty',
    'no profile, bank, joint user, documents, bank relationships, deposits or requests',
    () => ({
      account: { investment_profile: null, political_organization: null, employer_name: null, occupation: null },
      profile: [],
      bank: [],
      snaps: [],
      ach: [],
      deposits: [],
      request: [],
    }),
    { bankAccountNo: null },
  ),
  row(
    4124,
    'Lowell Noaccount',
    'detail with account: []',
    () => ({ account: null, profile: [], bank: [], snaps: [], ach: [], deposits: [], request: [] }),
    { bankAccountNo: null },
  ),
  row(
    4125,
    'Mirela Suspended',
    'individual, SUSPENDED, a rejected category requires documents',
    () => ({
      snaps: snapsOf(4125, ['SSN_CARD', 'uploaded'], ['DRIVERS_LICENSE', 'rejected'], ['PASSPORT', 'approved']),
    }),
    { status: 'SUSPENDED', pendingDocuments: 1 },
  ),
  row(4126, 'Nadir Returned', 'notices of change (recent, old, on a deposit) and a real return (R01)', (ago) => ({
    ach: [
      achEntry(82, ago(72), { reason: 'UPDATED_ROUTING_NUMBER_BY_NOC' }),
      achEntry(83, ago(1200), { status: 'RETURNED', reason: 'UPDATED_ACCOUNT_NUMBER_BY_NOC' }),
    ],
    deposits: [
      deposit('500.00', ago(60), { reason: 'UPDATED_ROUTING_NUMBER_BY_NOC' }),
      deposit('120.00', ago(90), { status: 'RETURNED', reason: 'R01' }),
      deposit('75.25', ago(400)),
    ],
  })),
  row(4127, 'Ottilie Affiliated', 'affiliated person without any letter (upload_407 and upload_3210 null)', () => ({
    account: {
      is_affiliated_exchange_finra: true,
      firm_name: 'Northgate Securities (synthetic)',
      upload_407: null,
      upload_3210: null,
    },
  })),
  row(
    4128,
    'Pavel Redflag',
    'email differs from apex_email, a bank cancelled within 30 days, a transfer open',
    (ago) => ({
      account: { apex_email: 'p.redflag.earlier@example.test' },
      ach: [
        achEntry(84, ago(100), { status: 'PENDING', nickname: 'New checking' }),
        achEntry(85, ago(290), { status: 'CANCELED', nickname: 'Cancelled savings' }),
      ],
      request: [openTransfer(610, 4128)],
    }),
  ),
  row(
    4129,
    `${long('Wilhelmina-', 70)} ${long('Featherstonehaugh-', 90)}`,
    'very long name, e-mail and employer',
    () => ({ account: { employer_name: long('Consolidated Consolidations and ', 240) } }),
    { email: `${long('very.long.mailbox.', 180)}x@example.test` },
  ),
  row(
    4130,
    'Quentin Unknownstatus',
    'statuses and types that no list names: account, document, bank, deposit, requests',
    (ago) => ({
      snaps: snapsOf(4130, ['FISHING_LICENCE', 'quarantined']),
      ach: [achEntry(86, ago(500), { status: 'DORMANT', approval_method: 'CARRIER_PIGEON' })],
      deposits: [deposit('10.00', ago(50), { status: 'HELD_FOR_REVIEW' })],
      request: [
        { ...closeRequest(611, 'ESCALATED') },
        { ...openTransfer(612, 4130, { status: 'PARKED' }), request_type: 'RENAME_ACCOUNT', request_payload: {} },
        transferIn(613, 4130, 'FROZEN_BY_EXCHANGE', ago(7)),
      ],
    }),
    { status: UNKNOWN_STATUS },
  ),
]
