import { expect, test } from 'vitest'
import { csvCell } from '../../../services/embedded/accounts/routes.ts'
import { staffOf, startForTest } from './support.ts'

test('exports every account as a CSV attachment', async () => {
  const { main } = await staffOf(await startForTest())
  const response = await main('/export-account-list')
  expect(response.headers.get('content-type')).toContain('text/csv')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="Account List.csv"')
  const lines = (await response.text()).split('\r\n')
  expect(lines).toHaveLength(302)
  expect(lines[0]).toMatch(/^ID,Name,Email ID,Account Number,/)
  expect(lines[1]).toMatch(/^4107,Mara Quill,mara\.quill@example\.test,9ZZ10041,/)
  expect(lines.some((line) => line.includes(`"'=HYPERLINK(""http`))).toBe(true)
})

test('adds the funding columns when asked for them', async () => {
  const { main } = await staffOf(await startForTest())
  const lines = (await (await main('/export-account-list?funds=true')).text()).split('\r\n')
  expect(lines[0]).toMatch(/,Bank Linked,Bank Account,Deposits Total \(USD\)$/)
  expect(lines.find((line) => line.startsWith('4108,'))).toMatch(/,Yes,\*{4}6612,250\.00$/)
  expect(lines.find((line) => line.startsWith('4109,'))).toMatch(/,No,,0\.00$/)
})

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
])('writes the cell %j so that it stays text', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})
