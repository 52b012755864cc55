import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFormula } from '../../../language/csvFile.ts'
import { createCsvGuard } from '../../../server/gateway/core/csvGuard.ts'

/** A file that arrives in pieces of so many bytes. */
function guardedFile(text: string, size: number): string {
  const guard = createCsvGuard()
  const bytes = Buffer.from(text)
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += size)
    pieces.push(guard.add(bytes.subarray(at, at + size).toString('latin1')))
  return Buffer.from([...pieces, guard.end()].join(''), 'latin1').toString()
}

test.each([
  ['a formula', 'id,name\n1,=1+1\n', "id,name\n1,'=1+1\n"],
  ['a quoted one', '1,"=HYPERLINK(""x"",""y"")",2\n', '1,"\'=HYPERLINK(""x"",""y"")",2\n'],
  ['one after blanks or a tab', '1, =1,"\t=1"\n', '1,\' =1,"\'\t=1"\n'],
  ['one in the first cell, with its mark of the encoding', '\uFEFF"@SUM(1)",2\n', '\uFEFF"\'@SUM(1)",2\n'],
  ['one of wide signs', '1,＝1+1', "1,'＝1+1"],
  ['one at the end of a file', 'a\n-2+3', "a\n'-2+3"],
  ['one after a semicolon', 'a;+1+1', "a;'+1+1"],
  ['one after a stray quotation mark', '5" x,=1\n', '5" x,\'=1\n'],
  ['one after a doubled quotation mark', '"a "" b",=1\n', '"a "" b",\'=1\n'],
  ['a very long one', `=${'1'.repeat(70_000)},=2`, `'=${'1'.repeat(70_000)},'=2`],
])('of a file of a service, %s gets an apostrophe, however the file is cut', (_what, text, expected) => {
  for (const size of [1, 2, 3, 7, 70_000]) expect(guardedFile(text, size)).toBe(expected)
})

test.each([
  'id,balance\n1,-12.50\n2,0\n',
  '"not =, first",x\n"line\n=1 in a cell",y\n',
  'Zoë,"O\'Neil","a ""b"" c",,""\r\n',
  '\uFEFFName;Größe\n',
  '',
])('everything else stays as it is: %j', (text) => {
  for (const size of [1, 4, 1000]) expect(guardedFile(text, size)).toBe(text)
})

test('no file of texts has a cell that a spreadsheet would run, and none loses a byte', () => {
  const cell = fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', 'a', '1', ' ', '"', ',', '\n', 'é'),
    maxLength: 8,
  })
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { maxLength: 5 }), fc.nat(5), (rows, size) => {
      const file = (change: (text: string) => string): string =>
        rows.map((cells) => cells.map((each) => quoted(change(each))).join(',')).join('\r\n')
      const expected = file((each) => (isFormula(each) ? `'${each}` : each))
      expect(guardedFile(file(String), size + 1)).toBe(expected)
    }),
  )
})
