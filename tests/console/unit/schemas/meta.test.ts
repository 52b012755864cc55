import { annotatedPlaces } from '../../../../language/personal.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { definitions } from '../../../../schemas/index.ts'
import { isFailure, messageIn } from '../../../../language/answer.ts'
import { operationTable } from '../../../../language/operations.ts'
import { maskedClasses, maskValue, redactSsn } from '../../../../language/pii.ts'
import { valueAt } from '../../../../language/pointer.ts'
import { holds } from '../../../../language/predicate.ts'
import { fillPath, fillTemplate } from '../../../../language/template.ts'
import { withUnreadable } from '../../../../language/unreadable.ts'
import { accountDetail } from '../../../../schemas/account/accountDetail.ts'
import { hasDot, permissionsOf, toneOf } from '../../../../language/registry.ts'
import { registry } from '../../../../schemas/console.ts'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import { tones } from '../../../../schemas/shared/enumerations.ts'

describe('redactSsn', () => {
  it.each(['123456789', '123-45-6789', '123 45 6789', '123\u00a045\u00a06789', '123.45.6789', '123-456789'])(
    'strikes out %s',
    (ssn) => {
      expect(redactSsn(`SSN ${ssn}, refused`)).toBe('SSN •••••••••, refused')
      expect(messageIn({ message: `SSN ${ssn}, refused` })).toBe('SSN •••••••••, refused')
    },
  )

  it.each(['1234567890', '12345678', '123.456789', '2026-11-22', '8NA16576', '1,234,567.89', '+1 212 555 0147'])(
    'leaves %s as it is',
    (text) => expect(redactSsn(text)).toBe(text),
  )
})

describe('messageIn', () => {
  it.each([
    [{ errors: [{ message: 'first' }], message: 'second' }, 'first'],
    [{ errors: ['plain'] }, 'plain'],
    [{ message: 'm', error: 'e' }, 'm'],
    [{ error: { message: 'inner' } }, 'inner'],
    [{ error: 'e', detail: 'd' }, 'e'],
    [{ detail: 'd', result: 'r' }, 'd'],
    [{ result: 'r' }, 'r'],
    [{ message: '   ', detail: 'd' }, 'd'],
    [{ errors: [{ title: 'Invalid', detail: 'Too short' }] }, 'Too short'],
    [{ error: 'invalid_grant', error_description: 'Sign in again' }, 'Sign in again'],
  ])('reads %j as %s', (body, message) => {
    expect(messageIn(body)).toBe(message)
  })

  it.each([[null], ['text'], [{}], [{ result: { record_id: 1 } }], [42]])('finds none in %j', (body) => {
    expect(messageIn(body)).toBeUndefined()
  })

  it('repeats no number that could be a social security number', () => {
    expect(messageIn({ message: 'SSN 900-10-4410 or 900104410' })).not.toMatch(/900/)
  })

  it.each([
    ['at the last whole word', `${'word '.repeat(199)}last11`, `${'word '.repeat(199).trim()}…`],
    ['not at all up to 1,000 characters', `${'word '.repeat(199)}last1`, `${'word '.repeat(199)}last1`],
    ['in a word that is as long as that', 'x'.repeat(2000), `${'x'.repeat(1000)}…`],
    ['between characters', `x${'🙂'.repeat(600)}`, `x${'🙂'.repeat(499)}…`],
    ['after a whole line', `${'line 1: no\n'.repeat(100)}`, `${'line 1: no\n'.repeat(90).trim()}\nline 1:…`],
  ])('cuts what is long %s', (_where, message, cut) => {
    expect(messageIn({ message })).toBe(cut)
  })
})

describe('isFailure', () => {
  it.each([
    [{ status: 400 }],
    [{ status: 500, message: 'x' }],
    [{ success: false }],
    [{ status: false, message: 'x' }],
    [{ status: 'failed' }],
    [{ status: 'Error', message: 'x' }],
    [{ error: 'down' }],
    [{ error: { message: 'down' } }],
    [{ errors: ['down'] }],
    [{ ERROR: { message: 'down' } }],
    [{ code: 500, message: 'x' }],
    [{ statusCode: 503 }],
  ])('sees one in %j', (body) => {
    expect(isFailure(body)).toBe(true)
  })
  it.each([
    [{ status: 200 }],
    [{ status: 'REJECTED' }],
    [{ status: 'ERROR' }],
    [{ success: true }],
    [{ error: null, errors: [], ERROR: '' }],
    [{ error: false }],
    [{ code: 0 }],
    [{ code: 'E1', message: 'done' }],
    [{ detail: 'Password has been reset.' }],
    [{}],
    [null],
    [[]],
  ])('sees none in %j', (body) => {
    expect(isFailure(body)).toBe(false)
  })
})

describe('predicates', () => {
  it('hold when every field meets its condition', () => {
    const record = { status: 'SUSPENDED', count: 2, note: '' }
    expect(holds({ status: 'SUSPENDED', count: 2 }, record)).toBe(true)
    expect(holds({ status: ['COMPLETE', 'SUSPENDED'] }, record)).toBe(true)
    expect(holds({ status: { not: 'SUSPENDED' } }, record)).toBe(false)
    expect(holds({ status: { not: ['COMPLETE'] } }, record)).toBe(true)
    expect(holds({ note: { exists: false }, missing: { exists: false } }, record)).toBe(true)
    expect(holds({ count: 3 }, record)).toBe(false)
    expect(holds(undefined, record)).toBe(true)
  })
})

describe('templates', () => {
  it('fill fields and read a missing one as a dash', () => {
    expect(fillTemplate('Ticker - {ticker} of {desk}', { ticker: 'ZZTK', desk: null })).toBe('Ticker - ZZTK of -')
  })

  it('say of a field that could not be read that it is so', () => {
    const record = withUnreadable({ ticker: null, desk: null }, { '/ticker': 'Expected string, got object' })
    expect(fillTemplate('Ticker - {ticker} of {desk}', record)).toBe('Ticker - Unreadable of -')
  })

  it('never let a value add a segment, a query or a fragment to a path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const url = new URL(`http://x.test${fillPath('/a/{id}/b', { id: `v${value}` })}`)
        expect(url.pathname.split('/')).toHaveLength(4)
        expect(url.search + url.hash).toBe('')
      }),
    )
  })
})

describe('pointers', () => {
  it('follow own properties only', () => {
    expect(valueAt({ a: [{ 'b/c': 1 }] }, '/a/0/b~1c')).toBe(1)
    expect(valueAt({ a: 1 }, '/a/b')).toBeUndefined()
    expect(valueAt({}, '/__proto__/toString')).toBeUndefined()
    expect(valueAt('whole', '')).toBe('whole')
  })
})

describe('masks', () => {
  it.each([
    ['ssn', '900-10-4410', '***-**-4410'],
    ['ssn', '10', '***-**-****'],
    ['dateOfBirth', '1989-07-02', '1989-**-**'],
    ['dateOfBirth', '07/02/1989', '****-**-**'],
    ['bankAccount', '000123456612', 'XXXXX56612'],
    ['bankAccount', '4412', 'XXXXX'],
    ['bankAccount', 12_345_678, 'XXXXX45678'],
  ] as const)('shorten a value of class %s', (pii, value, masked) => {
    expect(maskValue(value, pii)).toBe(masked)
  })

  it('leave what staff work with, and what is empty, as it is', () => {
    expect(maskValue('Mara Quill', 'name')).toBe('Mara Quill')
    expect(maskValue(null, 'ssn')).toBeNull()
    expect(maskValue('', 'ssn')).toBe('')
  })

  it('show at most four digits of any social security number', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const digits = String(maskValue(value, 'ssn')).replaceAll(/\D/g, '')
        expect(digits.length).toBeLessThanOrEqual(4)
      }),
    )
  })
})

describe('the account', () => {
  it('has these values masked, and no others', () => {
    const masked = annotatedPlaces(accountDetail).filter(([, pii]) => maskedClasses.includes(pii))
    expect(Object.fromEntries(masked)).toEqual({
      '/account/*/ss_number': 'ssn',
      '/profile/*/date_of_birth': 'dateOfBirth',
      '/joint_user/joint_dob': 'dateOfBirth',
      '/joint_user/joint_ssn': 'ssn',
      '/bank/*/bank_account_no': 'bankAccount',
      '/ach/*/bank_account_no': 'bankAccount',
      '/request/*/request_payload/contra_account_number': 'otherFirmAccount',
    })
  })
})

describe('roles', () => {
  it('give a sign-in without a role what NO_ROLE says, and the least to a role no one knows', () => {
    expect(permissionsOf(registry, '', 'full')).toEqual(permissions)
    expect(permissionsOf(registry, '', 'read')).toEqual(permissionsOf(registry, 'viewer', 'full'))
    expect(permissionsOf(registry, '', 'refuse')).toEqual([])
    expect(permissionsOf(registry, 'viewer', 'refuse')).toContain('accounts.read')
    expect(permissionsOf(registry, 'viewer', 'full').filter((name) => !name.endsWith('.read'))).toEqual([])
    expect(permissionsOf(registry, 'constructor', 'full')).toEqual(permissionsOf(registry, 'viewer', 'full'))
  })
})

describe('statuses', () => {
  it('are toned by meaning, and unknown ones are neutral', () => {
    expect(toneOf(tones.account, 'COMPLETE')).toBe('done')
    expect(toneOf(tones.account, 'SOMETHING_NEW')).toBe('neutral')
    expect(toneOf(tones.ach, 'RETURNED')).toBe('stopped')
    expect(toneOf(tones.brokerageOrder, 'Success')).toBe('done')
    expect(toneOf(tones.account, 'toString')).toBe('neutral')
    expect(hasDot(tones.account, 'SUSPENDED')).toBe(false)
    expect(hasDot(tones.account, 'PENDING')).toBe(true)
  })
})

describe('definitions', () => {
  it('are pure data', () => {
    expect(JSON.parse(JSON.stringify(definitions))).toEqual(definitions)
  })
})

describe('operations', () => {
  const operations = operationTable(definitions)

  it('conceal a query that may hold personal data', () => {
    expect(operations.get('accounts.list')).toMatchObject({ queryInBody: true, browserMethod: 'POST', method: 'GET' })
    expect(operations.get('accounts.getOne')).toMatchObject({ queryInBody: false, browserMethod: 'GET' })
  })

  it('are what definitions declare, and no binding that only actions use', () => {
    expect([...operations.keys()].filter((id) => id.startsWith('treasury.'))).toEqual([
      'treasury.list',
      'treasury.approve',
      'treasury.disapprove',
      'treasury.delete',
    ])
  })
})
