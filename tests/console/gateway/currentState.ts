import { createHash } from 'node:crypto'
import type { JSONSchema } from 'json-schema-to-ts'
import type { Operation } from '../../../language/operations.ts'
import { typedText } from '../../../language/recordVersion.ts'
import { placeholdersOf } from '../../../language/template.ts'
import { sampleSnaps } from './sampleSnaps.ts'
import { availableFor } from './sampleState.ts'

/** The account of sample changes: it is read before one is sent, which no test has to script. */
export const ASKED_ABOUT = 4711

type Values = Readonly<Record<string, unknown>>

/** The values that the sample calls name their record by. */
export interface Named {
  readonly id: number
  readonly snap_id: string
  readonly account_no: string
  readonly user__id: number
  readonly sketchId: string
}

function verificationOf({ sketchId }: Named): unknown {
  const clean = {
    dndbResult: { profiles: [] },
    dowJonesResult: { profiles: [] },
    ofacResult: { ofacMatch: 'NO_MATCH' },
  }
  const requestedDocuments = [{ name: 'SSN_CARD' }, { name: 'W2' }]
  const cipCategories = [{ name: 'SSN', categoryState: 'REJECTED', requestedDocuments }]
  return { result: { investigations: [{ sketchId, status: 'INDETERMINATE', cipCategories, result: clean }] } }
}

/** The record of a definition, in a state in which the operation is possible where it is about such a record. */
const allowing = (operation: Operation | undefined, name: string, record: Values): Values =>
  operation?.resource === name ? availableFor(operation, record) : record

/** An account to which every sample part belongs; its documents are decided on, or cited. */
const accountAnswer = (
  operation: Operation | undefined,
  account: number,
  { id, snap_id, account_no, user__id }: Named,
) => ({
  account: [
    allowing(operation, 'accounts', {
      id: account,
      account_no,
      user_id: user__id,
      status: 'ACTION_REQUIRED',
      is_active: false,
    }),
  ],
  snaps:
    operation?.resource === 'accountDocuments'
      ? [availableFor(operation, { snap_id, status: 'uploaded' })]
      : sampleSnaps,
  ach: [{ id, status: 'APPROVED', nickname: 'Savings' }],
  request: [{ id, status: 'REQUESTED', request_type: 'TRANSFER_ACCOUNT', request_payload: {} }],
})

const ticker = { ticker: 'ZZTK', isapproved: false, is_approved: false }
const row = { user__is_test: false, is_restricted: false, apex_account_restricted: false }

/**
 * What the services answer when the gateway reads the record of a sample call: a record for which the action is
 * available. `undefined` for every other call.
 *
 * @param operation the operation that the browser asks for
 */
export function currentState(target: string, operation: Operation | undefined, named: Named): unknown {
  const account = Number(/apex_account_id=(\d+)$/.exec(target)?.[1])
  if (/(treasuries|cryptocurrency)-master$|cashmaster$/.test(target))
    return [named.id, 77].map((id) => allowing(operation, operation?.resource ?? '', { id, ...ticker }))
  const search = /get_apex_accounts\?pages=1&search_key=([^&]*)/.exec(target)?.[1]
  if (search !== undefined) {
    const own = { account_no: decodeURIComponent(search), user__email: decodeURIComponent(search) }
    const rows = [{ id: named.id }, { id: ASKED_ABOUT, ...own }]
    return { apex_accounts: rows.map((each) => allowing(operation, 'accounts', { ...each, ...row })), total_pages: 1 }
  }
  if (account !== ASKED_ABOUT && account !== named.id) return undefined
  if (target.includes('/account/status/admin')) return verificationOf(named)
  return target.includes('/get_apex_details_for_account') ? accountAnswer(operation, account, named) : undefined
}

/** The header that confirms an operation whose sample values are sent, where a text is to be typed. */
export function confirmationFor(
  { action, definition }: Operation,
  valueFor: (name: string, schema: JSONSchema | undefined) => unknown,
): Readonly<Record<string, string>> {
  const values = Object.fromEntries(
    placeholdersOf(action?.confirm?.typed?.text ?? '').map((name) => [
      name,
      valueFor(name, action?.input[name]?.schema ?? definition.record.properties[name]),
    ]),
  )
  const typed = action && typedText(action, values)
  return typed === undefined ? {} : { 'x-confirmation': createHash('sha256').update(typed.toLowerCase()).digest('hex') }
}
