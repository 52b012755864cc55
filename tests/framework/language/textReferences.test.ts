import { expect, it } from 'vitest'
import { authored } from '../../../examples/library/schemas/index.ts'
import { books } from '../../../examples/library/schemas/books.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import type { FieldSchema } from '../../../language/schema.ts'

it('a text leads to records of several resources, each by its id or by a field that finds it', () => {
  const note: FieldSchema = {
    type: 'string',
    reference: [
      { resource: 'members', field: 'id', pattern: '[0-9]+' },
      { resource: 'members', field: 'card', pattern: 'M-[0-9]+' },
    ],
  }
  const properties = { ...books.record.properties, note }
  const screens = authored.screens.map((screen) =>
    screen === books ? { ...books, record: { ...books.record, properties } } : screen,
  )
  const said = checkModel(resolveConsole({ ...authored, screens })).map(({ where, message }) => `${where} ${message}`)
  expect(said.filter((text) => text.startsWith('books.record.note'))).toEqual([
    expect.stringMatching(/refers to members by 'card', its list\.find\.search has/),
  ])
})
