import { describe, expect, it } from 'vitest'
import type { Resource } from '../../../../../language/resource.ts'
import type { Finding } from '../../../../../language/check/problem.ts'
import { ach, page, problemsWith, recordFields, shown } from './mistakes.ts'

const { close_status: _close, ...withoutClose } = page.record
const open = { type: ['string', 'number', 'null'], title: 'Bank account' } as const

/** Mistakes that are seen from more than one side: each side says its own. */
const severalSides: readonly (readonly [title: string, definition: Resource, problems: readonly Finding[]])[] = [
  [
    'a status that the page forgets to say',
    shown({ record: withoutClose }),
    [
      {
        where: 'accounts.show.poll',
        message: `uses 'close_status', which show.record does not say; said are: ${recordFields.replace(', close_status', '')}`,
      },
      {
        where: 'accounts.show',
        message: `has 'closeAccount', which needs 'close_status'; the page knows: ${recordFields.replace(', close_status', '')}, user__is_test, is_restricted, apex_account_restricted`,
      },
    ],
  ],
  [
    'a part whose value the parent masks and it does not',
    { ...ach, record: { ...ach.record, properties: { ...ach.record.properties, bank_account_no: open } } },
    [
      {
        where: 'achRelationships.record.bank_account_no',
        message: "has a personal name and no class: add pii: 'bankAccount', or pii: 'none' if it is not personal",
      },
      {
        where: 'achRelationships.list.columns.bank_account_no',
        message: "is shown as masked, and 'bank_account_no' has no class that is",
      },
      {
        where: 'achRelationships.record/bank_account_no',
        message: "must be 'bankAccount', as accounts.detail has it",
      },
    ],
  ],
  [
    'a part of nothing',
    { ...ach, partOf: { ...ach.partOf, resource: 'acounts' } },
    [
      {
        where: 'accounts.show.blocks',
        message:
          "shows the part 'achRelationships', parts of accounts are: accountRequests, accountDocuments, accountInvestigations",
      },
      {
        where: 'achRelationships.partOf.resource',
        message: "names 'acounts', resources with a detail are: accounts",
      },
    ],
  ],
  [
    'a part that no page shows',
    shown({ below: [] }),
    [
      {
        where: 'achRelationships.partOf',
        message: "is shown nowhere: put { kind: 'part', resource: 'achRelationships' } into accounts.show",
      },
    ],
  ],
]

describe('the check of all definitions together', () => {
  it.each(severalSides)('names %s from every side', (_title, definition, problems) => {
    expect(problemsWith(definition)).toEqual(problems)
  })
})
