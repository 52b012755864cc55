import { describe, expect, it } from 'vitest'
import { checkRegistry } from '../../../../../language/check/checkRegistry.ts'
import { definitions } from '../../../../../schemas/index.ts'
import { registry } from '../../../../../schemas/console.ts'
import { account, page, shown } from './mistakes.ts'
import type { Mistakes } from './mistakes.ts'

const { verification: _verification, ...otherReads } = account.reads

const widgets: Mistakes = [
  [
    'a column that opens what needs a read',
    {
      ...account,
      reads: otherReads,
      show: {
        ...page,
        tabs: page.tabs.map((tab) => ({ ...tab, blocks: tab.blocks.filter(({ kind }) => kind !== 'part') })),
        banners: [],
      },
    },
    'accounts.list.columns.error',
    "draws 'verification', which needs the read 'verification'; declared are: transactions",
  ],
  [
    'documents on a page without the cases that ask for them',
    {
      ...shown({ tabs: [], banners: [], below: [{ kind: 'part', resource: 'accountDocuments', widget: 'documents' }] }),
      reads: otherReads,
      list: { ...account.list, columns: account.list.columns.filter(({ id }) => id === 'name') },
    },
    'accounts.show.blocks.accountDocuments',
    "draws 'documents', which needs the read 'verification'; declared are: transactions",
  ],
]

describe('the check of drawings', () => {
  it.each(widgets)('names %s', (_title, definition, where, message) => {
    const others = definitions.filter(({ name }) => name !== definition.name)
    expect(checkRegistry(registry, [definition, ...others])).toContainEqual(expect.objectContaining({ where, message }))
  })
})
