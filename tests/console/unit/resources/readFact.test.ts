import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFact } from '../../../../src/format/readFact.ts'
import type { ReadFact } from '../../../../src/format/readFact.ts'
import type { Fact } from '../../../../language/show.ts'
import { formats } from '../../../../resources/formats.ts'
import { registerFormats } from '../../../../src/format/consoleFormats.ts'
import { abbreviations } from '../../../../schemas/shared/enumerations.ts'

registerFormats(formats, abbreviations)

const read = (fact: Omit<Fact, 'label'>, answer: unknown): ReadFact =>
  readFact({ label: 'Any', ...fact }, fact.path, answer)

const said = (text: string): ReadFact => ({ isReadable: true, text })
const unreadable: ReadFact = { isReadable: false }

describe('a fact', () => {
  it('is the value at its place, in its format', () => {
    expect(read({ path: '/a/0/b', display: 'money' }, { a: [{ b: '5' }] })).toEqual(said('$5.00'))
  })

  it('is a dash where there is none', () => {
    for (const answer of [undefined, null, {}, { a: null }, { a: '' }, 'text', { a: { b: 1 } }]) {
      expect(read({ path: '/a' }, answer)).toEqual(said('-'))
    }
  })

  it('is read at the place it is asked for, which may be the second applicant', () => {
    expect(readFact({ label: 'City', path: '/one' }, '/other', { one: 'Ithaca', other: 'Astoria' })).toEqual(
      said('Astoria'),
    )
  })
})

describe('a fact of several places', () => {
  const at = ['/first', '/last'] as const

  it('reads them one after another', () => {
    expect(read({ path: at }, { first: 'Mara', last: 'Quill' })).toEqual(said('Mara Quill'))
  })

  it('leaves out what is missing, and is a dash where all of it is', () => {
    expect(read({ path: at }, { first: null, last: 'Quill' })).toEqual(said('Quill'))
    expect(read({ path: at }, { first: ' ' })).toEqual(said('-'))
  })
})

describe('a fact inside JSON', () => {
  const income = { path: '/profile', inside: '/annualIncomeUSD', display: 'incomeBand' } as const
  const band = { annualIncomeUSD: { min: 50_001, max: 100_000 } }

  it.each([
    ['as text', JSON.stringify(band)],
    ['already parsed', band],
  ])('is read where it comes %s', (_how, profile) => {
    expect(read(income, { profile })).toEqual(said('$50,001 – $100,000'))
  })

  it.each(['{"annualIncomeUSD":', 'MODERATE', "{'min': 1}", '{} {}', '(function () {})()'])(
    'is not readable where the text is none: %j',
    (profile) => {
      expect(read(income, { profile })).toEqual(unreadable)
    },
  )

  it.each([[undefined], [null], [''], [{}], [[]]])('is a dash where there is nothing: %j', (profile) => {
    expect(read(income, { profile })).toEqual(said('-'))
  })

  it.each(['null', '{}', '7', '"text"', '[]', '{"annualIncomeUSD":null}'])('is a dash where %s lacks it', (profile) => {
    expect(read(income, { profile })).toEqual(said('-'))
  })

  it('never throws and never shows raw JSON, whatever comes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.json(), fc.string()), (profile) => {
        const fact = read(income, { profile })
        if (fact.isReadable) expect(fact.text).toMatch(/^(-|-?\$[\d,]+ – -?\$[\d,]+)$/)
      }),
    )
  })
})

describe('a fact of a list', () => {
  const organizations = { path: '/list', inside: '', template: '{organization} ({relation})' } as const
  const two = [
    { organization: 'City council', relation: 'Sibling' },
    { organization: 'Harbor board', relation: 'Self' },
  ]

  it.each([
    ['as text', JSON.stringify(two)],
    ['already parsed', two],
  ])('writes each item out where it comes %s', (_how, list) => {
    expect(read(organizations, { list })).toEqual(said('City council (Sibling), Harbor board (Self)'))
  })

  it('writes a dash for what an item lacks', () => {
    expect(read(organizations, { list: [{ organization: 'City council' }] })).toEqual(said('City council (-)'))
  })

  it.each([['[]'], [[]], ['null'], [null], ['']])('is a dash for %j', (list) => {
    expect(read(organizations, { list })).toEqual(said('-'))
  })

  it.each([['{}'], ['"text"'], ['7'], [{ organization: 'x' }]])('is not readable for %j, which is no list', (list) => {
    expect(read(organizations, { list })).toEqual(unreadable)
  })

  it('is not readable where none of its items is an object', () => {
    expect(read(organizations, { list: '["City council"]' })).toEqual(unreadable)
    expect(read(organizations, { list: [null, ...two] })).toEqual(unreadable)
  })
})
