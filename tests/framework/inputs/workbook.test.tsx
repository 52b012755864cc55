import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { sheetFile } from '../../../src/export/sheetFile.ts'
import { faultyLines } from '../../../src/inputs/checkTable.ts'
import { inOwnNumbers } from '../../../src/inputs/tableFacts.ts'
import { tableIn, withoutLines } from '../../../src/inputs/tableFile.ts'
import { coerceLoans, columns } from './loanColumns.ts'

coerceLoans()

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

/** A workbook with these rows as XML; its strings, and its styles 1 (a day), 2 (a code that has days) and 3 (none). */
function workbook(
  rows: string,
  {
    strings = [] as readonly string[],
    is1904 = false,
    sheets = ['A', 'B'] as readonly string[],
    state = 'visible',
  } = {},
): File {
  const [first = '', ...others] = sheets
  const rest = others.map((name, index) => `<x:sheet name="${name}" sheetId="${index + 10}" r:id="r1"/>`).join('')
  const parts = {
    'xl/workbook.xml': `<x:workbook xmlns:x="m" xmlns:r="r"><x:workbookPr date1904="${is1904 ? 1 : 0}"/><x:sheets><x:sheet name="${first}" sheetId="7" state="${state}" r:id="r2"/>${rest}</x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Target="worksheets/other.xml"/><Relationship Id="r2" Target="/xl/worksheets/first.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst ${MAIN}>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><numFmts><numFmt numFmtId="164" formatCode="d/m/yy"/><numFmt numFmtId="165" formatCode="&quot;days&quot; 0"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
    'xl/worksheets/first.xml': `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
  }
  const zipped = zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])))
  return new File([zipped as Uint8Array<ArrayBuffer>], 'May.xlsx')
}

const HEAD =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>due</t></is></c></row>'
const strings = ['<t>reader</t>', '<r><t>cop</t></r><r><t>ies</t></r><rPh><t>x</t></rPh>']
const cellsIn = async (file: File) =>
  (await tableIn(columns, file)).lines?.map(({ number, cells }) => [number, ...Object.values(cells)])

describe('a workbook', () => {
  it('has the lines of its first sheet: shared and own texts, numbers, and days by their style', async () => {
    const rows = `${HEAD}<row r="3"><c r="A3" t="str"><f>X</f><v>R1</v></c><c r="B3"><v>0.30000000000000004</v></c><c r="C3" s="1"><v>46083</v></c></row><row r="4"/><row r="5"><c r="A5" t="inlineStr"><is><t> R2 </t></is></c><c r="B5" s="3"><v>12</v></c><c r="C5" s="2"><v>46083.5</v></c></row><row><c t="e"><v>#N/A</v></c><c t="b"><v>1</v></c></row>`
    expect(await cellsIn(workbook(rows, { strings }))).toEqual([
      [3, 'R1', '0.3', '2026-03-02'],
      [5, 'R2', '12', '2026-03-02 12:00:00'],
      [6, '#N/A', 'TRUE', ''],
    ])
  })

  it.each([
    [['Loans'], 'visible', undefined],
    [
      ['Loans &amp; more', 'Returns'],
      'visible',
      "Only the first sheet is read: 'Loans & more'. 1 more sheet is not read.",
    ],
    [
      ['Loans', 'Returns', 'Notes'],
      'hidden',
      "Only the first sheet is read: 'Loans', which is hidden. 2 more sheets are not read.",
    ],
    [
      ['Loans', 'Returns'],
      'veryHidden',
      "Only the first sheet is read: 'Loans', which is hidden. 1 more sheet is not read.",
    ],
  ])('of the sheets %j, the first one %s, says which is read, and how many are not', async (sheets, state, text) => {
    const line = '<row r="2"><c r="A2" t="str"><v>R1</v></c><c r="B2"><v>1</v></c></row>'
    const { lines, unreadSheets } = await tableIn(columns, workbook(`${HEAD}${line}`, { strings, sheets, state }))
    expect([lines?.length, unreadSheets]).toEqual([1, text])
    const cover = '<row r="1"><c r="A1" t="inlineStr"><is><t>Cover</t></is></c></row>'
    const wrong = await tableIn(columns, workbook(cover, { sheets, state }))
    const where = text && `${text} The lines have to be in the first sheet.`
    expect([wrong.problem, wrong.unreadSheets]).toEqual([expect.stringMatching(/^The first line has to name/), where])
  })

  it.each([
    ['', ['Loans'], 'The file is empty'],
    ['', ['Loans', 'Notes'], 'The first sheet is empty'],
    [HEAD, ['Loans'], 'The file has a first line and no others'],
    [HEAD, ['Loans', 'Notes'], 'The first sheet has a first line and no others'],
  ])('with the rows %j in the first of the sheets %j says so of that sheet', async (rows, sheets, problem) => {
    const content = await tableIn(columns, workbook(rows, { strings, sheets }))
    expect(content.problem).toBe(problem)
    expect(content.unreadSheets?.endsWith(' The lines have to be in the first sheet.')).toBe(
      sheets.length > 1 ? true : undefined,
    )
  })

  it('counts its days from 1904 where it says so', async () => {
    const rows = `${HEAD}<row r="2"><c r="A2" t="str"><v>R1</v></c><c r="B2"><v>1</v></c><c r="C2" s="1"><v>44621</v></c></row>`
    expect(await cellsIn(workbook(rows, { strings, is1904: true }))).toEqual([[2, 'R1', '1', '2026-03-02']])
  })

  it('that the console has written is read', async () => {
    const file = new File(
      [
        sheetFile([
          ['reader', 'copies', 'due'],
          ['R1', { digits: '2.50', places: 2 }, { text: '03/04/2026', days: 46085 }],
          ['R2', { digits: '1', places: 0 }, { text: '03/04/2026, 06:00 PM', days: 46085.75 }],
        ]),
      ],
      'list.xlsx',
    )
    expect(await cellsIn(file)).toEqual([
      [2, 'R1', '2.5', '2026-03-04'],
      [3, 'R2', '1', '2026-03-04 18:00:00'],
    ])
  })

  it('is sent as CSV without some of its lines', async () => {
    const file = workbook(
      `${HEAD}<row r="2"><c r="A2" t="str"><v>X</v></c></row><row r="4"><c t="str"><v>R1</v></c><c><v>2</v></c></row>`,
      { strings },
    )
    const { lines = [] } = await tableIn(columns, file)
    const kept = withoutLines(file, lines, new Set(faultyLines(lines)))
    expect([kept.name, await kept.text()]).toEqual(['May (1 of 2 lines).csv', 'reader,copies,due\r\nR1,2,\r\n'])
    expect(inOwnNumbers([kept], 'line 2: no')).toBe('line 4: no')
  })

  it('that unpacks to more than is read gets no preview and says so, also where it says less of its size', async () => {
    const file = workbook(' '.repeat(33 * 1024 * 1024))
    expect((await tableIn(columns, file)).note).toBe(
      'This Excel file unpacks to more than 32 MB, so it gets no preview.',
    )
    const bytes = new Uint8Array(await file.arrayBuffer())
    const view = new DataView(bytes.buffer)
    for (let at = 0; at < bytes.length - 46; at += 1)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true)
    const { note } = await tableIn(columns, new File([bytes], 'bomb.xlsx'))
    expect(note).toBe('This Excel file could not be read here, so it gets no preview.')
  })

  const far = (row: number, place: string) => `<row r="${row}"><c r="${place}${row}"><v>1</v></c></row>`
  const many = (place: string) => Array.from({ length: 20_000 }, (_, index) => far(index + 2, place)).join('')

  it.each([
    ['a cell in a column that no sheet has', `${HEAD}${far(2, 'ZZZZZZZ')}`],
    ['a cell without a column', `${HEAD}<row r="2"><c r="?2"><v>1</v></c></row>`],
    ['millions of empty cells before others', `${HEAD}${many('XFD')}`],
  ])('with %s gets no preview and says so, at once', async (_what, rows) => {
    const { note } = await tableIn(columns, workbook(rows, { strings }))
    expect(note).toBe('This Excel file could not be read here, so it gets no preview.')
  })

  it('whose first line is much longer than the columns says so, at once', async () => {
    const { problem } = await tableIn(columns, workbook(`${far(1, 'XFD')}${many('A')}`, { strings }))
    expect(problem).toMatch(/^The first line has to name the columns/)
  })

  const archive = (name: string) => zipSync({ [name]: strToU8('<workbook/>') }) as Uint8Array<ArrayBuffer>

  it('that has no sheet gets no preview and says so', async () => {
    const { note } = await tableIn(columns, new File([archive('xl/workbook.xml')], 'broken.xlsx'))
    expect(note).toBe('This Excel file could not be read here, so it gets no preview.')
  })

  it.each([
    ['has nothing', ''],
    ['is no archive', 'PK\u0003\u0004 and no archive'],
    ['is another archive', archive('word/document.xml')],
    ['is encrypted', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
  ])('by its name alone is refused where it %s', async (_what, text) => {
    expect(await tableIn(columns, new File([text], 'broken.xlsx'))).toEqual({
      problem: 'This is not an Excel file, or it is damaged or has a password. Save it again as .xlsx or CSV.',
    })
  })
})
