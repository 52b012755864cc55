import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { model } from '../../../examples/cookbook/index.ts'
import { installConsole } from '../../../src/console/installedConsole.tsx'
import { explain } from '../../../src/inspect/explanation.ts'
import { ExplainPanel } from '../../../src/inspect/ExplainPanel.tsx'
import { openPage } from './openPage.tsx'
import { json } from './support.ts'

const none = { formats: {}, cells: {}, blocks: {}, pages: {}, facts: {}, recordPages: [], routes: [] }

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test.each([
  ['close', 'jsonrpc: 2.0, id: 1, method: tickets.close'],
  ['update', 'jsonrpc: 2.0, id: 1, method: tickets.update'],
])('calls of one address are told apart by what they always send: %s', async (name, sent) => {
  installConsole({ model, extensions: none })
  const definition = model.definitions.find((each) => each.name === 'tickets')!
  await openPage(<ExplainPanel place={{ definition, kind: 'action', name }} onClose={vi.fn()} />, {
    '/console/drift': () => json(200, { entries: [] }),
  })
  expect(await screen.findByText('POST /api/rpc/rpc')).toBeDefined()
  expect(screen.getByText(sent)).toBeDefined()
  expect(await screen.findByText('no drift on record')).toBeDefined()
})

test('facts of a record’s page, and a filter of a list, are explained by the keys of their author', () => {
  installConsole({ model, extensions: none })
  const [advisors, tickets] = ['advisors', 'tickets'].map((name) => model.definitions.find((one) => one.name === name)!)
  const places = [
    explain({ definition: advisors!, kind: 'fact', name: 'Region' }),
    explain({ definition: advisors!, kind: 'fact', name: 'E-mail' }),
    explain({ definition: tickets!, kind: 'filter', name: 'state' }),
  ]
  expect(places.map(({ where }) => where)).toEqual([
    'advisors.show.facts.Region',
    'advisors.show.blocks.Contact.E-mail',
    'tickets.list.filter.state',
  ])
})

test('the form of a record is explained by what its author has written', () => {
  installConsole({ model, extensions: none })
  const definition = model.definitions.find((each) => each.name === 'tickets')!
  const input = explain({ definition, kind: 'input', action: 'update', name: 'subject' })
  expect(input.where).toBe('tickets.record.subject')
  const action = explain({ definition, kind: 'action', name: 'update' })
  expect(action.where).toBe('tickets.form')
})
