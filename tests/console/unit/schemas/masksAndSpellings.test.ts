import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coerceRecord } from '../../../../language/coerceRecord.ts'
import { maskedClasses, maskValue } from '../../../../language/pii.ts'
import { isUnderReview, transferState } from '../../../../resources/requests/transferStates.ts'

describe('the mask of an account at another firm', () => {
  it.each([
    ['TST-221-77', 'XXXXX2177'],
    ['12345', 'XXXXX2345'],
    ['1234', 'XXXXX'],
    ['A', 'XXXXX'],
    [22_177_001, 'XXXXX7001'],
    ['', ''],
    [null, null],
    [undefined, undefined],
  ])('shortens %j to %j', (value, masked) => {
    expect(maskValue(value, 'otherFirmAccount')).toBe(masked)
  })
})

describe('any mask', () => {
  const classes = fc.constantFrom(...maskedClasses)

  it('shows at most five characters of what it hides', () => {
    fc.assert(
      fc.property(classes, fc.stringMatching(/^[0-9A-Z-]{1,24}$/), (pii, value) => {
        const shown = String(maskValue(value, pii)).replaceAll(/[X*]/g, '')
        expect(shown.replaceAll('-', '').length).toBeLessThanOrEqual(5)
        expect(maskValue(value, pii)).not.toBe(value)
      }),
    )
  })

  it('lets no structure through', () => {
    fc.assert(
      fc.property(classes, fc.oneof(fc.array(fc.anything()), fc.dictionary(fc.string(), fc.string())), (pii, value) => {
        expect(maskValue(value, pii)).toMatch(/^[X*-]+$/)
      }),
    )
  })
})

describe('other spellings', () => {
  const status = { coerce: 'upperCase' } as const
  const payload = { coerce: 'json' } as const
  const capitals = { type: 'object', properties: { status } } as const
  const json = { type: 'object', properties: { payload } } as const
  const both = { type: 'object', properties: { status, payload } } as const

  it('are taken at any depth', () => {
    const nested = { type: 'object', properties: { cases: { type: 'array', items: capitals } } } as const
    expect(coerceRecord({ cases: [{ status: 'sent' }, null] }, nested)).toEqual({ cases: [{ status: 'SENT' }, null] })
  })

  it('of constants are taken in capitals, without blanks around them (D-68)', () => {
    expect(coerceRecord({ status: ' sent ', other: 'sent' }, capitals)).toEqual({
      status: 'SENT',
      other: 'sent',
    })
    for (const status of [null, 7, true, { a: 1 }]) {
      expect(coerceRecord({ status }, capitals)).toEqual({ status })
    }
  })

  it('of JSON are taken as what it says, and text that is none stays (D-75)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(coerceRecord({ payload: text }, json)).toEqual({ payload: JSON.parse(text) as unknown })
      }),
    )
    for (const payload of ['', '{', "{'a': 1}", 'MODERATE', null, undefined, { a: 1 }]) {
      expect(coerceRecord({ payload }, json)).toEqual({ payload })
    }
  })

  it('add no field that is not there, and leave what is no record alone', () => {
    expect(coerceRecord({}, both)).toEqual({})
    for (const value of [null, undefined, 'text', 7, ['status']]) {
      expect(coerceRecord(value, capitals)).toBe(value)
    }
  })
})

describe('the states of a transfer', () => {
  const tones = {
    UNDEFINED: 'info',
    INITIATE_REQUEST: 'info',
    REQUEST: 'inFlight',
    PARTIAL_REQUEST: 'inFlight',
    REQUEST_ADJUST: 'inFlight',
    REQUEST_ADJUST_PAST: 'warning',
    REQUEST_PAST: 'warning',
    REQUEST_REJECT: 'warning',
    REVIEW: 'review',
    REVIEW_ADJUST_DELIVERER: 'review',
    REVIEW_ERROR: 'warning',
    REVIEW_ACCELERATE: 'review',
    REVIEW_ADJUST_RECEIVER_ACCELERATE: 'review',
    SETTLE_PREP: 'info',
    SETTLE_CLOSE: 'success',
    TRANSFER_COMPLETE: 'success',
    CLOSE_PURGE: 'bad',
    MEMO_PURGE_PARTIAL_TRANSFER_REQUEST_RECEIVER: 'bad',
    REJECT: 'bad',
    SYSTEM_PURGE: 'bad',
    ERROR: 'bad',
    REQUEST_500: 'bad',
  } as const

  it.each(Object.entries(tones))('%s has a meaning, and is %s', (state, tone) => {
    expect(transferState(state)).toMatchObject({ tone, meaning: expect.stringMatching(/^[A-Z].{10,}\.$/) as string })
  })

  it('have meanings of their own', () => {
    const meanings = Object.keys(tones).map((state) => transferState(state)?.meaning)
    expect(new Set(meanings).size).toBe(meanings.length)
  })

  it.each([
    ['REQUEST', { days: 1, calendar: 'market' }],
    ['PARTIAL_REQUEST', { days: 1, calendar: 'market' }],
    ['REQUEST_REJECT', { hours: 24 }],
    ['REVIEW_ERROR', { hours: 24 }],
  ])('%s may last %j', (state, clock) => {
    expect(transferState(state)?.clock).toEqual(clock)
  })

  it('have no clock where nothing is due', () => {
    const clocked = Object.keys(tones).filter((state) => transferState(state)?.clock !== undefined)
    expect(clocked).toEqual(['REQUEST', 'PARTIAL_REQUEST', 'REQUEST_REJECT', 'REVIEW_ERROR'])
  })

  it.each(['', 'request', 'NEW_STATE', 'toString', '__proto__'])('are open: %j has no meaning', (state) => {
    expect(transferState(state)).toBeUndefined()
  })

  it('are under review where both firms look the assets over, and nowhere else', () => {
    const reviewed = Object.keys(tones).filter(isUnderReview)
    expect(reviewed).toEqual([
      'REVIEW',
      'REVIEW_ADJUST_DELIVERER',
      'REVIEW_ERROR',
      'REVIEW_ACCELERATE',
      'REVIEW_ADJUST_RECEIVER_ACCELERATE',
    ])
    expect(isUnderReview('REVIEWED')).toBe(false)
  })
})
