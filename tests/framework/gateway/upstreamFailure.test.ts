import { expect, test } from 'vitest'
import { failureOf } from '../../../server/gateway/core/upstreamFailure.ts'

const failed = (code: string, syscall: string): Error =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall })

test.each(['EADDRNOTAVAIL', 'EMFILE', 'ECONNRESET', 'ETIMEDOUT', 'ECONNREFUSED'])(
  'a change for which no connection came about (%s) was not made, and is not said to have an unknown outcome',
  (code) => {
    expect(failureOf(failed(code, 'connect'), 'mutate').code).toBe('UPSTREAM_UNAVAILABLE')
  },
)

test.each(['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])(
  'nor was one to a service whose certificate is not accepted (%s)',
  (code) => {
    expect(failureOf(Object.assign(new Error('certificate'), { code }), 'mutate').code).toBe('UPSTREAM_UNAVAILABLE')
  },
)

test.each(['read', 'write'])(
  'a change whose connection was lost while it was open (%s) has an unknown outcome',
  (syscall) => {
    expect(failureOf(failed('ECONNRESET', syscall), 'mutate').code).toBe('OUTCOME_UNKNOWN')
  },
)
