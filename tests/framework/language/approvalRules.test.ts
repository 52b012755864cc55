import { expect, test } from 'vitest'
import { checkResources } from '../../../language/check/checkModel.ts'
import { needsSecondApprover } from '../../../language/secondApprover.ts'
import type { Resource } from '../../../language/resource.ts'
import { model } from '../waitingLibrary.ts'

const [books, ...others] = model.definitions
const rename = others.find(({ name }) => name === 'rename')
if (books === undefined || rename === undefined) throw new Error('the library has books and a form')

const discard = books.actions['discard']
const changed = (action: object, bindings: object = {}): Resource => ({
  ...books,
  bindings: { ...books.bindings, ...bindings },
  actions: { discard: { ...discard, ...action } as NonNullable<typeof discard> },
})

const { discard: sending } = books.bindings

const mistakes: readonly [string, Resource, RegExp][] = [
  ['no recheck', changed({ recheck: false }), /needs 'recheck'/],
  ['a list as a whole', changed({ scope: 'list', when: {}, recheck: false }), /about the list as a whole/],
  ['acknowledgements that no one is asked for', changed({ secondApprover: 'acknowledged' }), /no 'acknowledge'/],
  ['an input that there is not', changed({ secondApprover: ['raeson'] }), /names 'raeson'.*'reason'/],
  ['a call that only reads', changed({ when: {} }, { discard: { ...sending, effect: 'read' } }), /changes nothing/],
  ['several records at once', changed({ bulk: 'books', recheck: false }), /second person approves/],
]

test.each(mistakes)('a second approver is refused for %s', (_what, definition, message) => {
  const found = checkResources([definition]).map((problem) => problem.message)
  expect(found).toContainEqual(expect.stringMatching(message))
})

const { submit } = rename.bindings
if (submit === undefined) throw new Error('a form has a call')
const form = (call: object): Resource => ({
  ...rename,
  name: 'other',
  bindings: { submit: { ...submit, ...call } },
  actions: Object.fromEntries(
    Object.entries(rename.actions).map(([name, { secondApprover: _mark, ...action }]) => [name, action]),
  ),
})
const avoiding = (all: readonly Resource[]): readonly string[] =>
  checkResources(all).flatMap(({ code, where, message }) =>
    code === 'avoided-second-approver' ? [`${where} ${message}`] : [],
  )
const without = (same: string) =>
  `other.actions.submit sends the same call as ${same} without its second approver: give it 'secondApprover', too`

test.each<readonly [string, object, readonly string[]]>([
  [
    'of an action, by another name of its parameter',
    { call: 'POST {library}/books/{email}/discard', body: {} },
    [without('books.discard')],
  ],
  ['of a form', {}, [without('rename')]],
  ['of a form, with nothing that waits', { body: { email: { field: 'email' } } }, []],
  ['at another address', { call: 'POST {library}/books/{email}/keep', body: {} }, []],
  ['by another method', { call: 'PUT {library}/books/{email}/discard', body: {} }, []],
])('the same call as one that waits is refused: %s', (_what, call, expected) => {
  expect(avoiding([...model.definitions, form(call)])).toEqual(expected)
})

test.each<readonly [string, object, object, readonly string[]]>([
  ['another constant', { state: { const: 'GONE' } }, { state: { const: 'HERE' } }, []],
  ['other fields', { state: { const: 'GONE' } }, { name: { field: 'name' } }, []],
  [
    'what people type in its place',
    { state: { const: 'GONE' } },
    { state: { field: 'name' } },
    [without('books.discard')],
  ],
])('a call that sends %s', (_what, body, own, expected) => {
  const patch = 'PATCH {library}/books/{id}'
  const discarded = changed({}, { discard: { ...sending, call: patch, body } })
  expect(avoiding([discarded, form({ call: patch.replace('id', 'email'), body: own })])).toEqual(expected)
})

test('the library has no problem', () => {
  expect(checkResources(model.definitions)).toEqual([])
})

const acknowledged = { reliedOn: [], acknowledged: ['Ofac: MATCH'] }
const clean = { reliedOn: [], acknowledged: [] }

test.each([
  [undefined, { inputs: {} }, false],
  [true, { inputs: {} }, true],
  ['acknowledged', { inputs: {}, evidence: acknowledged }, true],
  ['acknowledged', { inputs: {}, evidence: clean }, false],
  ['acknowledged', { inputs: {} }, false],
  [['name'], { inputs: { email: 'a', name: 'Ann' } }, true],
  [['name'], { inputs: { email: 'a' } }, false],
  [['name'], { inputs: { email: 'a', name: '' } }, false],
  [['name', 'flag'], { inputs: { flag: false } }, true],
] as const)('%j of %j needs a second person: %s', (mark, submission, isNeeded) => {
  const action = mark === undefined ? {} : { secondApprover: mark }
  expect(needsSecondApprover(action, submission)).toBe(isNeeded)
})
