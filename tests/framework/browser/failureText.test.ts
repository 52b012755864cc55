import { expect, test } from 'vitest'
import { failureText } from '../../../src/actions/outcomeNotice.ts'
import { failureOf } from '../../../src/data/failure.ts'

const declared = { title: 'Not lent.', body: 'Ask at the desk.' }
const failure = { kind: 'failed', message: 'This changed since you opened it.', requestId: undefined } as const

test.each(['CONFLICT', 'WRONG_OWNER', 'OWNER_UNREADABLE'])(
  '%s is explained by the gateway, not by the action',
  (code) => {
    expect(failureText(declared, { ...failure, code })).toBe('This changed since you opened it.')
  },
)

test('a failure of the service has the words of the action', () => {
  expect(failureText(declared, { ...failure, code: 'UPSTREAM_FAILED' })).toBe('Not lent.\nAsk at the desk.')
})

test('a refusal that came too soon says how long to wait, after the words of the action', () => {
  const busy = { ...failure, code: 'RATE_LIMITED', status: 429, message: 'Too many requests. Try again in 5 seconds.' }
  expect(failureText(declared, busy)).toBe('Not lent.\nAsk at the desk. Too many requests. Try again in 5 seconds.')
})

test('a refusal names the missing permission and who to ask, after the words of the gateway', () => {
  const refusal = { code: 'FORBIDDEN', permission: 'books.lend' }
  const refused = (body: object) =>
    failureOf(Object.assign(new Error('You may not do this.'), { status: 403, body: { ...refusal, ...body } }))
  const { message } = refused({})
  expect(message).toBe('You may not do this. You need the permission books.lend. Ask an administrator.')
  expect(failureText(declared, refused({ contact: 'desk@library.test' }))).toBe(
    'Not lent.\nYou may not do this. You need the permission books.lend. Ask desk@library.test.',
  )
})

test.each([
  [{ name: 'Bea Quill', at: '2026-11-23T20:31:00Z' }, ' Changed by Bea Quill at 11/23/2026, 03:31 PM.'],
  [{ name: 'you', at: '2026-11-23T20:31:00Z', isDeletion: true }, ' Deleted by you at 11/23/2026, 03:31 PM.'],
  [
    { name: 'you', at: '2026-11-23T20:31:00Z', isSuperseded: true },
    ' Changed by you at 11/23/2026, 03:31 PM, and outside this console since.',
  ],
  [null, ' Changed outside this console.'],
  [undefined, ''],
])('a refusal says who changed the record: %j', (changed, said) => {
  const error = Object.assign(new Error('Nothing was sent.'), {
    status: 409,
    body: { code: 'RECORD_CHANGED', changed },
  })
  expect(failureOf(error).message).toBe(`Nothing was sent.${said}`)
})

test.each([
  ['NETWORK', 'Lost. It is not known whether this was done.', ''],
  ['UNEXPECTED_ANSWER', 'Unreadable. It is not known whether this was done.', ''],
  ['UPSTREAM_FORMAT', 'Not understood.', ' It is not known whether this was done.'],
  ['INTERNAL', 'Something went wrong.', ' It is not known whether this was done.'],
])(
  'a failure that does not tell what became of a change says that, without the words of the action: %s',
  (...asked) => {
    const [code, message, added] = asked
    expect(failureText(declared, { ...failure, code, message })).toBe(`${message}${added}`)
  },
)
