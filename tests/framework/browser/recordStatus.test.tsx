import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { resolve } from '../../../language/resolve.ts'
import { RecordStatus } from '../../../src/show/RecordIdentity.tsx'
import { defineResource } from '../libraryLanguage.ts'
import { installLibrary } from './installLibrary.ts'

installLibrary()

afterEach(cleanup)

const permission = 'all'

/** What the page of a record says of its state. */
function statusOf(display: object): string | null {
  const state = { type: 'string', title: 'State', ...display } as const
  const boxes = resolve(
    defineResource({
      name: 'boxes',
      label: 'Boxes',
      record: { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, state } },
      bindings: {
        list: { call: 'GET {library}/boxes', permission },
        getOne: { call: 'GET {library}/boxes/{id}', permission },
      },
      list: { columns: ['id', 'state'], perPage: 10, sort: 'id', emptyText: 'No boxes' },
      show: { path: '/box/{id}', exists: '/id', title: '/id', status: '/state', facts: [], blocks: [] },
    }),
  )
  return render(<RecordStatus show={boxes.show!} detail={{ id: 7, state: 'ON_HOLD' }} />).container.textContent
}

it.each([
  ['as it is sent', {}, 'ON_HOLD'],
  ['in words, where its field is shown so', { display: 'words' }, 'On hold'],
  ['by its label', { display: 'words', enum: ['ON_HOLD'], labels: { ON_HOLD: 'Kept back' } }, 'Kept back'],
])('says the state of a record %s', (_, display, text) => {
  expect(statusOf(display)).toBe(text)
})
