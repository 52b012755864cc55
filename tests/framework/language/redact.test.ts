import fc from 'fast-check'
import { expect, test } from 'vitest'
import { messageIn } from '../../../language/answer.ts'
import { redact } from '../../../language/redact.ts'

const digits = (count: number) => fc.integer({ min: 10 ** (count - 1), max: 10 ** count - 1 }).map(String)
const pad = (value: number): string => String(value).padStart(2, '0')

const numbers = digits(9).chain((ssn) => {
  const [a, b, c] = [ssn.slice(0, 3), ssn.slice(3, 5), ssn.slice(5)]
  const spelled = [ssn, ...['-', ' ', '.', ' - ', '–', '\u00a0', '_', '/'].map((sign) => [a, b, c].join(sign))]
  return fc.constantFrom(...spelled, Array.from(ssn).join(' ')).map((text) => ({ text, leaks: [text] }))
})

const births = fc
  .record({ year: fc.integer({ min: 1930, max: 2005 }), month: fc.constant(3), day: fc.integer({ min: 13, max: 28 }) })
  .chain(({ year, month, day }) =>
    fc.constantFrom(
      `${year}-${pad(month)}-${pad(day)}`,
      `${year}-${pad(month)}-${pad(day)}T00:00:00Z`,
      `${pad(month)}/${pad(day)}/${year}`,
      `${day}.${month}.${year}`,
      `March ${day}, ${year}`,
      `${day} Mar ${year}`,
      `DOB ${month}/${day}/${String(year).slice(2)}`,
    ),
  )
  .map((text) => ({ text, leaks: [text] }))

const bank = digits(12).chain((number) =>
  fc
    .constantFrom('bank account ', 'account number: ', 'Bank ', 'acct no. ', '"bankAccountNumber":"', 'routing=')
    .map((label) => ({ text: label + number, leaks: [number] })),
)

const fixed = fc
  .constantFrom(
    ['http://10.20.30.40:8080/v1/users?x=1', '10.20.30.40'],
    ['https://trade-service/v1/orders', 'trade-service'],
    ['main.prod.internal', 'prod.internal'],
    ['core.svc.cluster.local:8443', 'cluster.local'],
    ['getaddrinfo ENOTFOUND profile-svc', 'profile-svc'],
    ['connect ECONNREFUSED 172.20.0.4:5432', '172.20'],
    ['postgres://app:secret@db:5432/main', 'secret'],
    ['localhost:3000', 'localhost'],
    ['pg-main:5432', 'pg-main'],
    ['4111 1111 1111 1111', '1111 1111'],
    ['GB82 WEST 1234 5698 7654 32', 'WEST'],
  )
  .map(([text = '', leak = '']) => ({ text, leaks: [leak] }))

const plain = fc.constantFrom(
  '',
  'Order 1234567890 of 2026-11-20',
  'Account 4108 ',
  'See https://help.example.com.',
  '(12:30)',
)

test('a message repeats no personal number, no day of birth and no host that is not public, wherever it is', () => {
  const said = fc.oneof(numbers, births, bank, fixed)
  fc.assert(
    fc.property(plain, said, fc.constantFrom(' ', ', ', ': ', ' ('), said, plain, (before, one, sign, other, after) => {
      const text = `${before}${sign}${one.text}${sign}${other.text}. ${after}`
      const shown = messageIn({ message: text }, undefined, redact) ?? ''
      for (const leak of [...one.leaks, ...other.leaks]) expect(shown, text).not.toContain(leak)
      expect(shown).toContain(after.trim())
      expect(redact(shown)).toBe(shown)
    }),
    { numRuns: 1000 },
  )
})

test('a message about no one is repeated as it is', () => {
  fc.assert(
    fc.property(fc.array(plain), (texts) => {
      const text = texts.join(' ')
      expect(redact(text)).toBe(text)
    }),
  )
})

test.each([
  ['dotted names', 'a.'],
  ['single digits', '1 '],
  ['labels', 'account '],
  ['hyphens', 'a-'],
])('a megabyte of %s takes no time to speak of', (_what, part) => {
  const startedAt = performance.now()
  redact(part.repeat(1_000_000 / part.length))
  expect(performance.now() - startedAt).toBeLessThan(3000)
})
