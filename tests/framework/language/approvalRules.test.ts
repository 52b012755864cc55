import { expect, test } from 'vitest'
import { checkResources } from '../../../language/check/checkModel.ts'
import { needsSecondApprover } from '../../../language/secondApprover.ts'
import type { Resource } from '../../../language/resource.ts'
import { model } from '../waitingLibrary.ts'

const [books, rename] = model.definitions
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
