import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createUndeclaredMask } from '../../../server/gateway/operations/maskUndeclared.ts'

const SSN = '901234567'
const BORN = '1984-03-12'
const BANK = '00012345678'
const CARD = '4111111111111111'
const IBAN = 'DE89370400440532013000'

/** A structure as it leaves the gateway where a definition declares it without its content. */
const shown = createUndeclaredMask(new Map([['ss_number', 'ssn']]))

const harmless: Readonly<Record<string, unknown>> = {
  'a state': { status: 'SENT', currentState: 'IN_PROGRESS' },
  'an instant': { at: '2026-11-22T19:45:00.123456789Z' },
  'a business day': { settles: '2026-11-24', entered: '11/22/2026' },
  'seconds since 1970': { requested: 1_795_376_700, expires: 1_795_376_700_123 },
  amounts: { cash: '1234567.89', fee: 12.5, rate: -0.000123456789 },
  'large amounts': { quantity: 123_456_789, amount: '123456789', volume: 987_654_321 },
  'amounts in words': { text: 'Sold 1,234,567.89 at 123.456789' },
  'an account of the console': { account_no: '9ZZ10058', account_id: 4108 },
  'a reference': { reference: '1234567890', order: 12_345_678 },
  'a UUID': { id: '550e8400-e29b-41d4-a716-446655440000' },
  'a UUID of digits': { id: '12345678-9012-3456-7890-123456789012' },
  'a digest': { sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
  'a security': { isin: 'US0378331005', cusip: '037833100', symbol: 'AAPL' },
  flags: { has_ssn: true, dob_verified: false, ssn: null, bank_account: '' },
  'states of personal values': { ssn: 'verified', dob: 'missing' },
  'names of missing values': { missing: ['ssn', 'dob'] },
  'required documents': [{ type: 'SSN', proof: 'SSC', status: 'uploaded' }],
  'a name': { first_name: 'Quill', last_name: 'Mint' },
  'an address': { street: '12 Oak Street', zip: '10001-1234', city: 'Springfield' },
  'an e-mail': { email: 'quill@example.test' },
  'telephone numbers': { phone: '+1 212 555 0147', mobile: '+48 123 456 789', fax: '(212) 555-0147' },
  'a link': { link: 'https://support.example.com/help?topic=12' },
  'a version': { version: '10.2.3', build: '4.18.0.2' },
  text: { note: 'Waiting for the customer since 2026-11-20, 10:30' },
  'JSON in text': { payload: '{"a":1,"b":[true,null,"x"]}' },
  'JSON in JSON': { payload: JSON.stringify({ inner: JSON.stringify({ quantity: 3 }) }) },
  nothing: { a: null, b: [], c: {}, d: '' },
  numbers: [0, 1, -1, 0.1, 1e21, 123_456],
  'a table': { columns: ['symbol', 'quantity'], rows: [['ZZTK', 3]] },
  'a pair': ['symbol', 'ZZTK'],
  'names with numbers': { line1: 'a', line2: 'b', '2026': 'c' },
  'a percentage': { share: '33.333333333' },
  'a time of day': { from: '09:30', to: '16:00' },
  'words with such letters': { classname: 'x', lesson: 'y', adobe: '10058', panel: 4 },
  'a routing state': { routing: 'manual', carded: 'no' },
}

const shapes: readonly ((ssn: string) => unknown)[] = [
  (x) => x,
  (x) => Number(x),
  (x) => [x],
  (x) => ({ note: x }),
  (x) => ({ note: Number(x) }),
  (x) => ({ [x]: 'found' }),
  (x) => ({ [Number(x)]: { [Number(x)]: true } }),
  (x) => ({ a: { b: [{ c: `About ${x}.` }] } }),
  (x) => ({ note: `${x.slice(0, 3)}-${x.slice(3, 5)}-${x.slice(5)}` }),
  (x) => ({ note: `${x.slice(0, 3)} ${x.slice(3, 5)} ${x.slice(5)}` }),
  (x) => ({ note: `${x.slice(0, 3)} ${x.slice(3, 6)} ${x.slice(6)}` }),
  (x) => ({ note: `${x.slice(0, 3)}–${x.slice(3, 5)}–${x.slice(5)}` }),
  (x) => ({ note: Array.from(x).join(' ') }),
  (x) => ({ note: `${x.slice(0, 3)}\u200b-${x.slice(3, 5)}\u200b-${x.slice(5)}` }),
  (x) => JSON.stringify({ a: x }),
  (x) => ({ payload: JSON.stringify({ a: Number(x) }) }),
  (x) => ({ payload: JSON.stringify({ inner: JSON.stringify({ [x]: [Number(x)] }) }) }),
  (x) => ({ payload: `  ${JSON.stringify([[x]])}` }),
  (x) => ({ payload: `{"ssn":"${x}` }),
  (x) => ({ payload: `request={"id":"${x}"}` }),
  (x) => ({ xml: `<ssn>${x}</ssn>` }),
  (x) => ({ form: `name=a&ssn=${x}&b=1` }),
  (x) => ({ SSNumber: x, SS_Number: Number(x), 'ss-number': [x] }),
  (x) => ({ person: { taxPayerId: x, tax_id: x, socialsecuritynumber: x } }),
  (x) => ({ ssn: { whole: x.slice(0, 5), rest: x.slice(5) } }),
  (x) => ({ ssn: [x.slice(0, 5), x.slice(5)] }),
]

/** Shapes of other values, with what must not leave. */
const others: readonly (readonly [leak: string, structure: unknown])[] = [
  ['03-12', { dob: BORN }],
  ['03-12', { DOB: `${BORN}T00:00:00Z`, dateOfBirth: BORN, birth_date: BORN, birthday: BORN }],
  ['03-12', { note: BORN, [`day ${BORN}`]: 1 }],
  ['448', { dob: 448_000_000 }],
  ['03/12', { note: `Born 03/12/1984`, text: '03/12/1984' }],
  ['3/12', { note: 'DOB: 3/12/84' }],
  ['March', { note: 'The applicant (March 12, 1984)' }],
  ['19840312', { note: '19840312', number: 19_840_312 }],
  ['03-12', { label: 'Date of birth', value: BORN }],
  ['06-01', { field: 'dob', value: '2015-06-01' }],
  ['06-01', ['dob', '2015-06-01']],
  [
    '06-01',
    [
      ['name', 'Quill'],
      ['date_of_birth', '2015-06-01'],
    ],
  ],
  ['12', { birth: { year: 1984, month: 3, day: 12 } }],
  ['000123', { bankAccountNumber: BANK, bank_account_number: BANK, bankaccountno: BANK }],
  ['12345', { bank: { account_number: 12_345_678 } }],
  ['000123', { account_number: BANK, routing_number: '021000021' }],
  ['021000021', { account_number: BANK, routing_number: '021000021' }],
  ['000123', { note: `Bank account ${BANK} was refused` }],
  ['000123', { payload: JSON.stringify({ checkingAccountNumber: BANK }) }],
  [CARD, { note: CARD, text: `Card ${CARD}` }],
  ['4111 1111', { note: '4111 1111 1111 1111' }],
  [IBAN, { note: IBAN, [IBAN]: IBAN, iban: IBAN }],
  ['10.0.0.5', { error: 'connect ECONNREFUSED 10.0.0.5:5432' }],
]

describe('a structure that a definition declares without its content', () => {
  test.each(Object.entries(harmless))('with %s does not change', (_what, structure) => {
    expect(shown(structure)).toEqual(structure)
  })

  test('in one of the harmless forms does not change, wherever it is', () => {
    const structure = fc.constantFrom(...Object.values(harmless))
    const around = fc.constantFrom(
      (inner: unknown) => [inner],
      (inner: unknown) => ({ result: inner }),
      (inner: unknown) => [{ data: [inner] }, inner],
    )
    fc.assert(
      fc.property(structure, around, (inner, wrap) => {
        expect(shown(wrap(inner))).toEqual(wrap(inner))
      }),
      { numRuns: 500 },
    )
  })

  test('keeps no social security number, in any shape', () => {
    const number = fc.integer({ min: 301_000_000, max: 999_999_999 }).map(String)
    fc.assert(
      fc.property(number, fc.constantFrom(...shapes), fc.constantFrom(...shapes), (ssn, shape, around) => {
        const inner = shape(ssn)
        for (const structure of [inner, { list: [inner, 1] }, { text: JSON.stringify(inner) }, around(ssn)]) {
          const values = JSON.stringify(shown(structure)).split(/[",:{}[\]\\]/)
          for (const value of values) expect(value.replaceAll(/\D/g, '')).not.toContain(ssn.slice(0, 5))
        }
      }),
      { numRuns: 600 },
    )
  })

  test.each(others)('keeps no %s of %j', (leak, structure) => {
    for (const each of [structure, [structure], { text: JSON.stringify(structure) }])
      expect(JSON.stringify(shown(each))).not.toContain(leak)
  })

  test('keeps both members whose names become the same', () => {
    expect(shown({ '901-23-4567': 1, [SSN]: 2 })).toEqual({ '•••••••••': 2, '••••••••••': 1 })
  })

  test('is known by enough examples', () => {
    expect(Object.keys(harmless).length).toBeGreaterThanOrEqual(30)
    expect(shapes.length + others.length).toBeGreaterThanOrEqual(30)
  })
})
