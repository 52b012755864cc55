import { describe, expect, it } from 'vitest'
import type { ActionInput } from '../../../../../language/action.ts'
import type { ResolvedAction, ResolvedBinding, Resource } from '../../../../../language/resource.ts'
import { account, ach, documents, investigations, problemsWith } from './mistakes.ts'
import type { Mistakes } from './mistakes.ts'

type Written = ResolvedAction

const appeal = investigations.actions['appeal']!
const chosen = appeal.input['documents']!
const { options: _options, ...unlisted } = chosen
const { acknowledge: _hits, secondApprover: _second, ...uncovered } = appeal

const appealing = (change: Partial<Written>, input: ActionInput = chosen): Resource => ({
  ...investigations,
  actions: {
    ...investigations.actions,
    appeal: { ...appeal, input: { ...appeal.input, documents: input }, ...change },
  },
})
const appealBy = (change: Partial<ResolvedBinding>): Resource => ({
  ...investigations,
  bindings: { ...investigations.bindings, appeal: { ...investigations.bindings['appeal']!, ...change } },
})
const imageBy = (change: Partial<ResolvedBinding>): Resource => ({
  ...account,
  bindings: { ...account.bindings, image: { ...account.bindings['image']!, ...change } },
})
const caseFields = Object.keys(investigations.record.properties).join(', ')

const DOCUMENTS = 'accountInvestigations.actions.appeal.input.documents'
const UPLOAD = 'accounts.bindings.image.upload'
const image = account.bindings['image']!.upload!

const questions: Mistakes = [
  [
    'words for a choice that is none',
    appealing({}, unlisted),
    DOCUMENTS,
    "has an 'emptyText' and nothing to choose from: declare options",
  ],
  [
    'a citation without a text to send it with',
    {
      ...investigations,
      actions: {
        ...investigations.actions,
        appeal: {
          ...uncovered,
          input: { ...appeal.input, reason: { ...appeal.input['reason']!, options: 'reasons' } },
        },
      },
    },
    DOCUMENTS,
    "needs a text input 'reason' next to it: what is chosen is sent with it",
  ],
  [
    'choices from a field without a name',
    appealing({}, { ...chosen, options: ' ' }),
    DOCUMENTS,
    'has options without a name: say which field of the record lists them',
  ],
  [
    'a required list that may be empty',
    appealing({}, { ...chosen, schema: { type: 'array', items: { type: 'string' } } }),
    DOCUMENTS,
    'is required and takes an empty list: give it minItems',
  ],
  [
    'something to acknowledge without a name',
    appealing({ acknowledge: '' }),
    'accountInvestigations.actions.appeal.acknowledge',
    'has no name: say which field of the record lists what is to be acknowledged',
  ],
  [
    'something to acknowledge without a text to send it with',
    {
      ...ach,
      bindings: { cancel: { ...ach.bindings['cancel']!, body: { id: { field: 'id' } } } },
      actions: { cancel: { ...ach.actions['cancel']!, input: {}, acknowledge: 'hits' } },
    },
    'achRelationships.actions.cancel.acknowledge',
    "needs a text input 'reason': what was acknowledged is sent with it",
  ],
  [
    'something to acknowledge with a reason that is chosen',
    appealing({
      input: {
        documents: chosen,
        reason: { label: 'Reason', schema: { type: 'string', minLength: 1 }, options: 'reasons' },
      },
    }),
    'accountInvestigations.actions.appeal.acknowledge',
    "needs a text input 'reason': what was acknowledged is sent with it",
  ],
  [
    'choices for the list as a whole',
    {
      ...account,
      bindings: {
        ...account.bindings,
        export: { ...account.bindings['export']!, query: { kind: { input: 'kind' } } },
      },
      actions: Object.fromEntries(
        Object.entries(account.actions).map(([name, action]) => [
          name,
          action.binding === 'export'
            ? {
                ...action,
                input: {
                  kind: { label: 'Kind', schema: { type: 'string' }, ...(name === 'funding' && { options: 'kinds' }) },
                },
              }
            : action,
        ]),
      ),
    },
    'accounts.actions.funding',
    'is about the list, which has no field to choose from or to acknowledge',
  ],
  [
    'a question whose answer goes nowhere',
    appealing({ input: { ...appeal.input, urgency: { label: 'Urgency', schema: { type: 'string' } } } }),
    'accountInvestigations.actions.appeal.input.urgency',
    'is asked and never sent: appeal sends reason, documents',
  ],
]

const calls: Mistakes = [
  [
    'a field that no record has, inside an object',
    appealBy({
      body: {
        ...investigations.bindings['appeal']!.body,
        cip: { nested: { snapIDs: { input: 'documents' }, owner: { nested: { id: { field: 'ownr' } } } } },
      },
    }),
    'accountInvestigations.bindings.appeal',
    `needs 'ownr', which no record has; fields are: ${caseFields}`,
  ],
  [
    'an input that no one asks for, inside an object',
    appealBy({
      body: {
        text: { input: 'reason' },
        cip: { nested: { snapIDs: { input: 'documents' }, note: { input: 'note' } } },
      },
    }),
    'accountInvestigations.actions.appeal.input',
    "lacks 'note', which appeal sends as 'cip.note'",
  ],
  [
    'a filter that the list does not have, inside an object',
    appealBy({
      body: {
        text: { input: 'reason' },
        cip: { nested: { snapIDs: { input: 'documents' }, state: { filter: 'state' } } },
      },
    }),
    'accountInvestigations.bindings.appeal.cip.state',
    "takes filter 'state', declared in list.filter are: none",
  ],
  [
    'an answer that something else is sent for, inside an object',
    appealBy({
      body: { text: { input: 'reason' }, cip: { nested: { snapIDs: { input: 'documents', fallback: '' } } } },
    }),
    DOCUMENTS,
    "is required, so the 'otherwise' of appeal is never sent: remove one of them",
  ],
  [
    'an object in an address',
    appealBy({ query: { of: { nested: { id: { field: 'id' } } } } }),
    'accountInvestigations.bindings.appeal.query.of',
    'is an object, which no address can hold: put it into the body',
  ],
  [
    'an object in the address of a read',
    {
      ...account,
      reads: {
        ...account.reads,
        transactions: {
          ...account.reads['transactions']!,
          query: { of: { nested: { account_no: { field: 'account_no' } } } },
        },
      },
    },
    'accounts.bindings.transactions.query.of',
    'is an object, which no address can hold: put it into the body',
  ],
  [
    'a file that goes by DELETE',
    imageBy({ call: 'DELETE {main}/user/apex/snap/images' }),
    UPLOAD,
    'carries a file, which goes by POST, PUT or PATCH',
  ],
  [
    'a file with an object beside it',
    imageBy({ body: { of: { nested: { account: { field: 'account_no' } } } } }),
    UPLOAD,
    'sends an object, which no form can hold',
  ],
  [
    'a file without a name',
    imageBy({ upload: { ...image, field: '' } }),
    UPLOAD,
    'has no name: say what the form calls the file',
  ],
  [
    'a file with the name of another value',
    imageBy({ upload: { ...image, field: 'tag' } }),
    UPLOAD,
    "calls the file 'tag', which is the name of another value",
  ],
  [
    'a file that is answered with one',
    imageBy({ download: { fileName: 'Image' } }),
    UPLOAD,
    'carries a file and answers with one: declare two bindings',
  ],
  [
    'a question before a file is sent',
    {
      ...account,
      actions: {
        ...account.actions,
        uploadDocument: {
          ...account.actions['uploadDocument']!,
          input: { note: { label: 'Note', schema: { type: 'string' } } },
        },
      },
    },
    'accounts.actions.uploadDocument.input.note',
    'is asked and never sent: image sends none',
  ],
  [
    'an assumed call of the page',
    { ...account, bindings: { ...account.bindings, getOne: { ...account.bindings['getOne']!, assumed: true } } },
    'accounts.bindings.getOne.assumed',
    'is for the list and the calls of actions, and no action uses this one',
  ],
  [
    'an assumed call that nothing makes',
    {
      ...documents,
      bindings: {
        ...documents.bindings,
        drop: { ...documents.bindings['review']!, body: {}, assumed: true },
      },
    },
    'accountDocuments.bindings.drop.assumed',
    'is for the list and the calls of actions, and no action uses this one',
  ],
]

describe('the check of what people are asked', () => {
  it.each(questions)('names %s, and nothing else', (_title, definition, where, message) => {
    expect(problemsWith(definition)).toEqual([{ where, message }])
  })
})

describe('the check of calls', () => {
  it.each(calls)('names %s, and nothing else', (_title, definition, where, message) => {
    expect(problemsWith(definition)).toEqual([{ where, message }])
  })
})
