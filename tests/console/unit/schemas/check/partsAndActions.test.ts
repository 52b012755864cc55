import { describe, expect, it } from 'vitest'
import { ownModel } from '../../../support/ownModel.ts'
import type { ActionInput } from '../../../../../language/action.ts'
import type { Source } from '../../../../../language/binding.ts'
import type { Resource } from '../../../../../language/resource.ts'
import { account, ach, documents, investigations, problemsWith, recordFields, requests } from './mistakes.ts'
import type { Mistakes } from './mistakes.ts'

const { clock: _clock, ...withoutClock } = ach.partOf
const { first_seen_at: _moment, ...withoutMoment } = documents.record.properties
const verification = account.reads['verification']!

/** The answer with the number of a case masked. */
const withMaskedCase = JSON.parse(
  JSON.stringify(verification.schema).replace('"sketchId":{', '"sketchId":{"pii":"ssn",'),
) as typeof verification.schema

const parts: Mistakes = [
  [
    'a part at no list',
    { ...ach, partOf: { ...ach.partOf, path: '/achs' } },
    'achRelationships.partOf.path',
    "reads the items of '/achs', which is no array that the detail's schema declares",
  ],
  [
    'a key that is no field',
    { ...documents, partOf: { ...documents.partOf, key: 'snapid' } },
    'accountDocuments.id',
    "names 'snapid', which is no field; fields are: id, snap_id, sketch_id, doc_type, proof, status, first_seen_at",
  ],
  [
    'a field that no item has',
    {
      ...ach,
      record: { ...ach.record, properties: { ...ach.record.properties, bank: { type: 'string' } } },
    },
    'achRelationships.record',
    `reads '/bank', which an item of '/ach' in the detail's schema does not declare; declared there: id, nickname, bank_account_no, approval_method, ach_id, status, creation_time, reason`,
  ],
  [
    'an id that no item has, where no key stands for it',
    { ...documents, partOf: { ...documents.partOf, key: 'id' } },
    'accountDocuments.record',
    "reads '/id', which an item of '/snaps' in the detail's schema does not declare; declared there: snap_id, sketch_id, doc_type, proof, status",
  ],
  [
    "a field that the page's record does not say",
    {
      ...ach,
      record: { ...ach.record, properties: { ...ach.record.properties, bank: { type: 'string' } } },
      partOf: { ...ach.partOf, include: { name: 'name', bank: 'bank_account' } },
    },
    'achRelationships.partOf.include',
    `takes 'bank_account', which accounts.show.record does not say; said are: ${recordFields}`,
  ],
  [
    'a field that items have themselves',
    { ...requests, partOf: { ...requests.partOf, include: { name: 'name', status: 'status' } } },
    'accountRequests.partOf.include',
    "fills 'status', which the items have themselves and would hide: take it from one place",
  ],
  [
    'a field filled by the page that the record does not have',
    { ...ach, partOf: { ...ach.partOf, include: { name: 'name', owner: 'name' } } },
    'achRelationships.partOf.include',
    `fills 'owner', which is no field; fields are: ${Object.keys(ach.record.properties).join(', ')}`,
  ],
  [
    'a read that the parent does not have',
    { ...investigations, partOf: { ...investigations.partOf, read: 'verificaton' } },
    'accountInvestigations.partOf.read',
    "names 'verificaton', reads of accounts are: transactions, verification",
  ],
  [
    'a part at no list of the read that brings it',
    { ...investigations, partOf: { ...investigations.partOf, path: '/result/cases' } },
    'accountInvestigations.partOf.path',
    "reads the items of '/result/cases', which is no array that the read 'verification' declares",
  ],
  [
    'a value that the read masks and the part does not',
    {
      ...account,
      reads: {
        ...account.reads,
        verification: { ...verification, schema: withMaskedCase },
      },
    },
    'accountInvestigations.record/sketchId',
    "must be 'ssn', as accounts.bindings.verification has it",
  ],
  [
    'a value that the part masks and the answer that brings it does not',
    {
      ...ach,
      record: {
        ...ach.record,
        properties: { ...ach.record.properties, ach_id: { type: 'string', title: 'ACH ID', pii: 'bankAccount' } },
      },
      list: {
        ...ach.list,
        columns: ach.list.columns.filter((column) => column.field !== 'ach_id'),
      },
    },
    'achRelationships.record/ach_id',
    "is 'bankAccount', which accounts.detail does not mask: annotate it there too",
  ],
  [
    'a clock of a state that no item has',
    { ...ach, partOf: { ...ach.partOf, clock: { status: ['/why'] } } },
    'achRelationships.partOf.clock',
    "reads '/why', which an item of '/ach' in the detail's schema does not declare; declared there: id, nickname, bank_account_no, approval_method, ach_id, status, creation_time, reason",
  ],
  [
    'a clock for records that are so as none is',
    { ...ach, partOf: { ...ach.partOf, clock: { status: ['/reason'], when: { why: 'x' } } } },
    'achRelationships.partOf.clock',
    "reads '/why', which an item of '/ach' in the detail's schema does not declare; declared there: id, nickname, bank_account_no, approval_method, ach_id, status, creation_time, reason",
  ],
  [
    'a moment that nothing fills',
    { ...ach, partOf: withoutClock },
    'achRelationships.record.first_seen_at',
    'is never filled: declare partOf.clock',
  ],
  [
    'a clock without the field that it fills',
    { ...documents, record: { ...documents.record, properties: withoutMoment } },
    'accountDocuments.partOf.clock',
    "needs the field 'first_seen_at' in the record, which the gateway fills",
  ],
  [
    'a file named after what its call does not send',
    {
      ...documents,
      bindings: {
        ...documents.bindings,
        file: { ...documents.bindings['file']!, download: { fileName: 'Document {snap_id}' } },
      },
    },
    'accountDocuments.bindings.file.download',
    'says {snap_id}, which the call does not send; sent are: snap',
  ],
]

const close = account.actions['closeAccount']!
const closing = (change: Partial<typeof close>): Resource => ({
  ...account,
  actions: { ...account.actions, closeAccount: { ...close, ...change } },
})
const cancel = ach.actions['cancel']!
const cancelling = (input: Partial<ActionInput>, comment: Source): Resource => ({
  ...ach,
  bindings: { cancel: { ...ach.bindings['cancel']!, body: { id: { field: 'id' }, comment } } },
  actions: { cancel: { ...cancel, input: { reason: { ...cancel.input['reason']!, ...input } } } },
})
const accountFields = Object.keys(account.record.properties).join(', ')

const actions: Mistakes = [
  [
    'a reason about a field that no record has',
    closing({ blocked: [{ when: { close_status: 'SENT' }, message: 'It is {closed}' }] }),
    'accounts.actions.closeAccount',
    `says {closed}, which no record has; fields are: ${accountFields}`,
  ],
  [
    'a text to type about a field that no record has',
    closing({ confirm: { title: 'Close?', typed: { label: 'Type', text: '{number}' } } }),
    'accounts.actions.closeAccount',
    `says {number}, which no record has; fields are: ${accountFields}`,
  ],
  [
    'a text to type that is the same for all',
    closing({ confirm: { title: 'Close?', typed: { label: 'Type', text: 'close' } } }),
    'accounts.actions.closeAccount.confirm.typed',
    "asks for the same text for every record: name a field, such as '{id}'",
  ],
  [
    'a reason to block that depends on what the page does not know',
    closing({ blocked: [{ when: { pending_documents: { exists: true } }, message: 'Documents are pending' }] }),
    'accounts.show',
    `has 'closeAccount', which needs 'pending_documents'; the page knows: ${recordFields}, user__is_test, is_restricted, apex_account_restricted`,
  ],
  [
    'a sentence about what the page does not know',
    closing({ success: 'Asked on {request_time}' }),
    'accounts.show',
    `has 'closeAccount', which needs 'request_time'; the page knows: ${recordFields}, user__is_test, is_restricted, apex_account_restricted`,
  ],
  [
    'a required text that may be empty',
    cancelling({ required: 'Please enter reason!' }, { input: 'reason' }),
    'achRelationships.actions.cancel.input.reason',
    'is required and takes an empty text: give it a minLength',
  ],
  [
    'a required text that something else is sent for',
    cancelling(
      { required: 'Please enter reason!', schema: { type: 'string', minLength: 1 } },
      { input: 'reason', fallback: 'None' },
    ),
    'achRelationships.actions.cancel.input.reason',
    "is required, so the 'otherwise' of cancel is never sent: remove one of them",
  ],
  [
    'further resources that are none',
    closing({ refetch: ['account'] }),
    'accounts.actions.closeAccount.refetch',
    `names 'account', resources are: accounts, reopen, cash and ${ownModel.definitions.length - 3} others`,
  ],
]

describe('the check of a part', () => {
  it.each(parts)('names %s, and nothing else', (_title, definition, where, message) => {
    expect(problemsWith(definition)).toEqual([{ where, message }])
  })
})

describe('the check of an action', () => {
  it.each(actions)('names %s, and nothing else', (_title, definition, where, message) => {
    expect(problemsWith(definition)).toEqual([{ where, message }])
  })
})
