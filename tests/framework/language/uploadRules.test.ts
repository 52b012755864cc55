import { expect, it } from 'vitest'
import { authored } from '../../../examples/library/schemas/index.ts'
import { books } from '../../../examples/library/schemas/books.ts'
import type { Binding } from '../../../language/authored/call.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import { resolveConsole } from '../../../language/resolve.ts'

const letter = { field: 'letter', kind: 'pdf', required: 'Choose a letter' } as const
const send: Binding = { call: 'POST {library}/books/{id}/letter', permission: 'books.lend', upload: letter }
const noted = { note: { schema: { type: 'string' }, label: 'Note' } } as const

/** What the check says of the library when its books have an action with this call. */
function said(binding: object, action: object = {}): readonly string[] {
  const changed = {
    ...books,
    record: {
      ...books.record,
      properties: { ...books.record.properties, born: { type: 'string', pii: 'dateOfBirth' } },
    },
    bindings: { ...books.bindings, send: { ...send, ...binding } },
    actions: { ...books.actions, send: { label: 'Send', binding: 'send', success: 'Sent', ...action } },
  }
  const screens = authored.screens.map((screen) => (screen === books ? changed : screen))
  return checkModel(resolveConsole({ ...authored, screens: screens as typeof authored.screens }))
    .filter(({ code }) => code !== 'missing-title')
    .map(({ code, where, message }) => `${code} ${where}: ${message}`)
}

it.each([
  {},
  { call: 'PATCH {library}/books/{id}' },
  { call: 'PUT {library}/books/{id}/letter' },
  { call: 'PUT {library}/books/{id}/letter', upload: { kind: 'pdf', required: 'Choose a letter' } },
  { upload: { ...letter, kind: ['pdf', 'image', 'table'], maxFiles: 6 } },
  { upload: { ...letter, kind: ['pdf', 'any'], maxBytes: 100 * 1024 * 1024 } },
])('nothing is said of an upload that can be sent: %j', (binding) => {
  expect(said(binding)).toEqual([])
})

it('an upload may be left out where something else is sent', () => {
  const { required: _required, ...optional } = letter
  expect(said({ upload: optional, body: { note: { input: 'note' } } }, { input: noted })).toEqual([])
  expect(said({ upload: optional, body: { kind: 'letter' } })).toEqual([
    expect.stringMatching(/^invalid-upload .*may be sent without a file, and sends nothing else: say with 'required'/),
  ])
})

it.each([
  [{ call: 'GET {library}/books/{id}/letter' }, /goes by POST, PUT or PATCH/],
  [{ call: 'DELETE {library}/books/{id}/letter' }, /goes by POST, PUT or PATCH/],
  [{ upload: { kind: 'pdf' } }, /may be sent without a file, and sends nothing else/],
  [
    { upload: { kind: 'pdf', required: 'Choose one' }, body: { id: { field: 'id' } } },
    /has its file as the whole body, so other values have no place there: name the file with 'field'/,
  ],
  [{ upload: { kind: 'pdf', required: 'Choose one', maxFiles: 2 } }, /which can only be one: name the files/],
  [{ upload: { ...letter, kind: 'pdff' } }, /accepts 'pdff', which is no kind of file; .* did you mean 'pdf'\?/],
  [{ upload: { ...letter, kind: [] } }, /accepts no kind of file: name one of image, pdf, table, any/],
  [{ upload: { ...letter, kind: 'any' } }, /has no maximum size: give maxBytes/],
  [{ upload: { ...letter, maxBytes: 1.5 } }, /has no maximum size: give maxBytes/],
  [{ upload: { ...letter, maxFiles: 0 } }, /has a maxFiles that is no number of files/],
  [{ upload: { ...letter, maxFiles: 7 } }, /accepts 105 MB in one call, which is more than 100 MB: lower maxBytes/],
  [{ upload: { ...letter, field: ' ' } }, /has no name/],
  [{ body: { letter: { field: 'id' } } }, /calls the file 'letter', which is the name of another value/],
  [{ body: { of: { nested: { id: { field: 'id' } } } } }, /sends an object, which no form can hold/],
  [{ download: 'letter' }, /carries a file and answers with one/],
  [{ query: { born: { field: 'born' } } }, /has personal data in its query, .* move it to the body/],
])('an upload that cannot be sent is refused, with a remedy: %j', (binding, message) => {
  expect(said(binding)).toEqual([
    expect.stringMatching(new RegExp(`^invalid-upload books\\.bindings\\.send\\.upload: .*${message.source}`)),
  ])
})

it('an upload has no evidence', () => {
  const reason = { schema: { type: 'string', minLength: 1 }, label: 'Reason', required: 'Why?' }
  const evidence = { input: { reason }, acknowledge: 'matches' }
  expect(said({ body: { reason: { input: 'reason' } } }, evidence)).toContainEqual(
    expect.stringMatching(/^invalid-upload .*belongs to an action with evidence/),
  )
})

it('an input next to a file has to be sent', () => {
  expect(said({}, { input: noted })).toEqual([
    'unsent-input books.actions.send.input.note: is asked and never sent: send sends none',
  ])
})

it.each([
  [{ members: { id: 'reader' } }, /asks members by none of the compared fields: declare them in its list\.find/],
  [{ books: { titel: 'reader' } }, /compares 'titel', fields of books are: .*did you mean 'title'\?/],
  [
    { books: { title: 'readr' } },
    /compares the column 'readr', columns of the rows are: reader.*did you mean 'reader'\?/,
  ],
  [{ bokks: {} }, /refers to 'bokks', lists are: .*did you mean 'books'\?/],
])('records that a table brought before are refused where they cannot be asked for: %j', (duplicates, message) => {
  const rows = { type: 'object', properties: { reader: { type: 'string', title: 'Reader' } } }
  expect(said({ upload: { ...letter, kind: 'table', schema: rows, duplicates } })).toContainEqual(
    expect.stringMatching(new RegExp(`^[a-z-]+ books\\.bindings\\.send\\.upload\\.duplicates\\..*${message.source}`)),
  )
})

it('a column leads to a record only by a field that finds it', () => {
  const reader = { type: 'string', title: 'Reader', reference: { resource: 'members', field: 'nickname' } }
  const rows = { type: 'object', properties: { reader } }
  expect(said({ upload: { ...letter, kind: 'table', schema: rows } })).toContainEqual(
    expect.stringMatching(/^unreadable-reference books\.bindings\.send\.upload\.schema\.reader: refers to members/),
  )
})
