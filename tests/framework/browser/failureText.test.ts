import { expect, test } from 'vitest'
import { failureText } from '../../../src/actions/outcomeNotice.ts'

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
