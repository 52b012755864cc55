import { dayAfter } from '../data/times.ts'
import { type AchEntry, type CustomerRequest, type Deposit, sketchIdOf, type Snap } from '../data/wire.ts'

/** The building blocks of the table of cases. */

const contra = { participant_name: 'Contra Test Brokerage', participant_number: '0000' }

/** The payload of a transfer into account `accountId`; a partial one names cash and tickers. */
export function transferPayload(accountId: number, isPartial = false): Readonly<Record<string, unknown>> {
  return {
    contra_account_number: `TST-${accountId}-77`,
    apex_account_id: accountId,
    transfer_type: isPartial ? 'PARTIAL' : 'FULL_TRANSFER',
    ...(isPartial ? { cash: '1250.50', tickers: [{ ticker: 'ZZTK', shares: '12.5' }] } : {}),
    ...contra,
  }
}

/** A transfer without a decision; `more` replaces members, such as the payload. */
export function openTransfer(
  id: number,
  accountId: number,
  more: Partial<Pick<CustomerRequest, 'request_payload' | 'response_data' | 'status'>> = {},
): CustomerRequest {
  return {
    id,
    status: 'REQUESTED',
    request_type: 'TRANSFER_ACCOUNT',
    request_payload: transferPayload(accountId),
    response_data: null,
    ...more,
  }
}

/** The day after the state was reached, for states in which the settlement is planned or done; else null. */
function settlementOf(state: string, stateChangedAt: string | undefined): string | null {
  if (!stateChangedAt || !/^(?:REVIEW|SETTLE|TRANSFER_COMPLETE)/.test(state)) return null
  return dayAfter(stateChangedAt.slice(0, 10))
}

const firstStates: ReadonlySet<string> = new Set(['UNDEFINED', 'INITIATE_REQUEST', 'REQUEST', 'PARTIAL_REQUEST'])
const isPartialState = (state: string): boolean => state.includes('PARTIAL')

/** An approved transfer in `state`; `stateChangedAt` is absent in some answers of the clearing firm. */
export function transferIn(
  id: number,
  accountId: number,
  state: string,
  stateChangedAt: string | undefined,
): CustomerRequest {
  return {
    id,
    status: 'APPROVED',
    request_type: 'TRANSFER_ACCOUNT',
    request_payload: transferPayload(accountId, isPartialState(state)),
    response_data: {
      tifId: `tif-${id}`,
      acatsControlNumber: state === 'UNDEFINED' ? null : `2026069${String(id).padStart(7, '0')}`,
      direction: 'JOINING',
      currentState: state,
      previousState: firstStates.has(state) ? null : 'REQUEST',
      notes: state === 'REQUEST_REJECT' ? 'ACCOUNT_TITLE_MISMATCH' : null,
      expectedSettlementDate: settlementOf(state, stateChangedAt),
      ...(stateChangedAt === undefined ? {} : { stateChangedAt }),
    },
  }
}

/** A bank relationship; `more` replaces members. */
export function achEntry(id: number, creationTime: string, more: Partial<AchEntry> = {}): AchEntry {
  return {
    id,
    nickname: 'Household checking',
    bank_account_no: `0007781100${id}`,
    approval_method: 'PLAID',
    ach_id: `ach-90${id}`,
    status: 'APPROVED',
    creation_time: creationTime,
    reason: null,
    ...more,
  }
}

/** A deposit of `amount` dollars; `more` replaces members. */
export function deposit(amount: string, createdAt: string, more: Partial<Deposit> = {}): Deposit {
  return { amount, status: 'COMPLETE', created_at: createdAt, reason: null, ...more }
}

/** The documents of an account in order, each with its proof type and status. */
export function snapsOf(accountId: number, ...documents: readonly (readonly [proof: string, status: string])[]) {
  return documents.map(([proof, status], index): Snap => ({
    snap_id: `snap-${accountId}-${index + 1}`,
    sketch_id: sketchIdOf(accountId, 0),
    doc_type: 'ID_DOCUMENT',
    proof,
    status,
  }))
}
