import { expect, test } from 'vitest'
import { failureText } from '../../../src/actions/outcomeNotice.ts'
import { failureOf, mayBeDone, type Failure } from '../../../src/data/failure.ts'

/** What a failed change says. */
const textOf = (words: Parameters<typeof failureText>[0], said: Failure) => failureText(words, said, mayBeDone(said))

const declared = { title: 'Not lent.', body: 'Ask at the desk.' }
const failure = { kind: 'failed', message: 'This changed since you opened it.', requestId: undefined } as const

test.each(['CONFLICT', 'WRONG_OWNER', 'OWNER_UNREADABLE'] as const)(
  '%s is explained by the gateway, not by the action',
  (code) => {
    expect(textOf(declared, { ...failure, code })).toBe('This changed since you opened it.')
  },
)

test('a service that cannot be reached has the words of the action', () => {
  expect(textOf(declared, { ...failure, code: 'UPSTREAM_UNAVAILABLE' })).toBe('Not lent.\nAsk at the desk.')
})

test('a service that failed may have done it all the same: only the title of the action is kept', () => {
  const failed = { ...failure, code: 'UPSTREAM_FAILED', message: 'The service failed.' } as const
  const text = 'The service failed. It is not known whether this was done.'
  expect(textOf(undefined, failed)).toBe(text)
  expect(textOf(declared, failed)).toBe(`Not lent.\n${text}`)
  expect(textOf({ ...declared, words: 'alone' }, failed)).toBe(`Not lent.\n${text}`)
})

test('a service that failed an action that only reads has the words of the action', () => {
  const failed = { ...failure, code: 'UPSTREAM_FAILED', message: 'The service failed.' } as const
  expect(failureText(declared, failed, false)).toBe('Not lent.\nAsk at the desk.')
})

test('a refusal that came too soon says how long to wait, after the words of the action', () => {
  const busy = {
    ...failure,
    code: 'RATE_LIMITED',
    status: 429,
    message: 'Too many requests. Try again in 5 seconds.',
  } as const
  expect(textOf(declared, busy)).toBe('Not lent.\nAsk at the desk. Too many requests. Try again in 5 seconds.')
})

test('a refusal that came too soon says nothing twice, and does not say that the service gave no reason', () => {
  const busy = {
    ...failure,
    code: 'HTTP_429',
    status: 429,
    message: 'Refused early. Nothing was changed. Wait.',
  } as const
  const said = `Not lent.\n${busy.message}`
  expect(textOf({ ...declared, body: 'Nothing was changed.' }, busy)).toBe(said)
  expect(textOf({ ...declared, words: 'alone' }, busy)).toBe(said)
})

test('a refusal names the missing permission and who to ask, after the words of the gateway', () => {
  const refusal = { code: 'FORBIDDEN', permission: 'books.lend' }
  const refused = (body: object) =>
    failureOf(Object.assign(new Error('You may not do this.'), { status: 403, body: { ...refusal, ...body } }))
  const { message } = refused({})
  expect(message).toBe('You may not do this. You need the permission books.lend. Ask an administrator.')
  expect(textOf(declared, refused({ contact: 'desk@library.test' }))).toBe(
    'Not lent.\nYou may not do this. You need the permission books.lend. Ask desk@library.test.',
  )
})

test.each([
  [
    { name: 'Bea Quill', at: '2026-11-23T20:31:00Z', action: 'Mend' },
    'Changed by Bea Quill at 11/23/2026, 03:31 PM (Mend). ',
  ],
  [
    { name: 'you', at: '2026-11-23T20:31:00Z', action: 'Mend', isSuperseded: true },
    'Changed by you at 11/23/2026, 03:31 PM (Mend), and the service has changed it since. ',
  ],
  [null, 'Changed outside this console. '],
  [undefined, ''],
])('a refusal says first who changed the record: %j', (changed, said) => {
  const error = Object.assign(new Error('Nothing was sent.'), {
    status: 409,
    body: { code: 'RECORD_CHANGED', changed },
  })
  expect(failureOf(error).message).toBe(`${said}Nothing was sent.`)
})

test.each([
  ['NETWORK', 'Lost. It is not known whether this was done.', ''],
  ['UNEXPECTED_ANSWER', 'Unreadable. It is not known whether this was done.', ''],
  ['UPSTREAM_FORMAT', 'Not understood.', ' It is not known whether this was done.'],
  ['INTERNAL', 'Something went wrong.', ' It is not known whether this was done.'],
] as const)(
  'a failure that does not tell what became of a change says that, without the words of the action: %s',
  (...asked) => {
    const [code, message, added] = asked
    expect(textOf(declared, { ...failure, code, message })).toBe(`${message}${added}`)
  },
)
