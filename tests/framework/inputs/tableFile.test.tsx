import { describe, expect, it } from 'vitest'
import { drawnInput } from '../../../language/drawnInput.ts'
import { faultyLines, misspelledLines } from '../../../src/inputs/checkTable.ts'
import { inOwnNumbers, refusedLines, tableFactsOf } from '../../../src/inputs/tableFacts.ts'
import {
  faultsFile,
  readTable,
  respelled,
  tableIn,
  templateFile,
  totalsOf,
  withoutLines,
} from '../../../src/inputs/tableFile.ts'
import { coerceLoans, columns } from './loanColumns.ts'

coerceLoans()

const linesOf = async (text: string) => (await readTable(columns, text)).lines ?? []

describe('a table', () => {
  it('is read whatever ends its lines, with quotes, blanks, empty lines and a byte order mark', async () => {
    const lines = await linesOf('\uFEFFreader,copies,due\r\n"R1", 2 ,2026-03-02\r\n\r\nR2,"3",\r\n')
    expect(lines.map(({ number, cells, faults }) => [number, Object.values(cells), faults])).toEqual([
      [2, ['R1', '2', '2026-03-02'], {}],
      [4, ['R2', '3', ''], {}],
    ])
  })

  it('may leave out the last columns if they are optional', async () => {
    expect(await linesOf('reader,copies\nR1,2\n')).toHaveLength(1)
  })

  it.each([
    ['', 'The file is empty'],
    ['reader,copies\n', 'The file has a first line and no others'],
    [
      'copies,reader\n2,R1\n',
      "The first line has to name the columns: reader, copies, due (optional). It has 'copies' instead of 'reader'",
    ],
    ['reader\nR1\n', "The first line has to name the columns: reader, copies, due (optional). 'copies' is missing"],
    [
      'reader,copies,due,more\nR1,2,,x\n',
      "The first line has to name the columns: reader, copies, due (optional). 'more' is one too many",
    ],
    ['reader;copies\nR1;2\n', /It has semicolons .*: save the file with commas, and with a decimal point in numbers$/],
    ['reader\tcopies\nR1\t2\n', /It has tabs .*: save the file with commas, and with a decimal point in numbers$/],
    [
      '\uFEFF\r\n"reader"\t"copies"\r\n"R1"\t"2"\r\n',
      /^The first line has to name the columns: .* It has tabs .*: save the file with commas, and with a decimal point/,
    ],
    ['"reader";"copies"\nR1;2\n', /It has semicolons between them: save the file with commas/],
    ['reader;copies\n"R1";"2,5"\n', /It has semicolons between them: save the file with commas/],
    ['reader,copies,reader\nR1,2,R1\n', /'reader' is there twice$/],
    ['reader|copies\nR1|2\n', /It has vertical bars between them: save the file with commas, and with a decimal point/],
    [
      'reader,copies\nR1;2\nR2;3\n',
      /^Each line after the first has semicolons between its values .*: save the file with/,
    ],
    ['reader,copies,due\nR1;2,5;\n', /^Each line after the first has semicolons between its values instead of commas/],
    ['reader,copies\nR1\t2\n', /^Each line after the first has tabs between its values instead of commas/],
    ['reader,copies\n"R1";"2,5"\n', /^Line 2 has semicolons between its values instead of commas: save the file with/],
    [
      'reader,copies\n"R1,2"\n',
      /^Each line after the first has all its values in one: remove the quotes around it, or give each value a cell/,
    ],
    [
      '"reader,copies"\n"R1,2"\n',
      /It has all its values in one: remove the quotes around it, or give each value a cell of its own$/,
    ],
    ["'reader','copies'\n'R1','2'\n", /It has its values in single quotes: save the file without them, or with double/],
    [
      "reader,copies\n'R1','2'\n",
      /^Each line after the first has its values in single quotes: save the file without them/,
    ],
    ['"reader","copies"\nR1,"2"\t\n"R;2" ;3\n', /^Line 3 is not CSV/],
    ['reader,copies\t\nR1,"2\n', /^Line \d+ is not CSV/],
    ['reader,copies\nR1,"2\n', /^Line \d+ is not CSV/],
  ])('%j has no lines: %s', async (text, problem) => {
    expect((await readTable(columns, text)).problem).toMatch(problem)
  })

  it('says of single lines that they are written in another way than the others', async () => {
    const lines = await linesOf("reader,copies\nR1,2\nR2;3\n\"R3,4\"\n'R4','5'\nR5|6|7\n,\n")
    expect(lines.map(({ faults }) => faults[''])).toEqual([
      undefined,
      'Has semicolons between its values instead of commas: save the file with commas, and with a decimal point in numbers',
      'Has all its values in one: remove the quotes around it, or give each value a cell of its own',
      'Has its values in single quotes: save the file without them, or with double quotes',
      'Has 1 value instead of 2',
      'Has no values: remove it',
    ])
  })

  it('names what is wrong by line and column, and the line that another one repeats', async () => {
    const lines = await linesOf('reader,copies\nX,2\nR1,\nR1,2,3\nR2,2\nR2,2\n')
    expect(lines.map(({ number, faults, sameAs }) => [number, faults, sameAs])).toEqual([
      [2, { reader: 'Enter a reader' }, undefined],
      [3, { copies: 'Enter a value for Copies' }, undefined],
      [4, { '': 'Has 3 values instead of 2' }, undefined],
      [5, {}, undefined],
      [6, {}, 5],
    ])
    expect(faultyLines(lines)).toHaveLength(3)
    expect(faultsFile(columns, lines)).toContain('"2","Reader","X","Enter a reader"\r\n')
    expect(faultsFile(columns, lines)).toContain('"6","","","Same as line 5"\r\n')
  })

  it('is sent without some of its lines, under a name that says so', async () => {
    const lines = await linesOf('reader,copies\nX,2\n"R1","2"\n')
    const kept = withoutLines(new File([''], 'May.CSV'), lines, new Set(faultyLines(lines)))
    expect([kept.name, await kept.text()]).toEqual(['May (1 of 2 lines).csv', 'reader,copies\r\nR1,2\r\n'])
    expect((await readTable(columns, await kept.text())).lines).toHaveLength(1)
  })

  it.each([
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['one\ntwo', '"one\ntwo"'],
    ['one\rtwo', '"one\rtwo"'],
    [' a', '" a"'],
    ['a ', '"a "'],
    ['a b', 'a b'],
    ['=1+1', '=1+1'],
  ])('is sent with the value %j as %j: in quotes only where it needs them', async (reader, cell) => {
    const given = { number: 2, cells: { reader, copies: '2' }, faults: {}, spellings: {} }
    const kept = withoutLines(new File([''], 'May.csv'), [given], new Set())
    expect(await kept.text()).toBe(`reader,copies\r\n${cell},2\r\n`)
  })

  it('keeps the numbers that its lines have in the own file of the person', async () => {
    const lines = await linesOf('reader,copies\nX,2\nR1,2\n\n"R2 ",3\nR3,4\n')
    const kept = withoutLines(new File([''], 'May.csv'), lines, new Set(lines.slice(0, 1)))
    const content = await tableIn(columns, kept)
    expect(content?.lines?.map(({ number }) => number)).toEqual([3, 5, 6])
    expect(tableFactsOf(kept)).toMatchObject({ lines: 3, of: 4 })
    const said = inOwnNumbers([kept], '2 lines could not be read:\nline 3: copies is too high\nline 4: closed')
    expect(said).toBe('2 lines could not be read:\nline 5: copies is too high\nline 6: closed')
    expect([...refusedLines(said)]).toEqual([
      [5, 'copies is too high'],
      [6, 'closed'],
    ])
    const fewer = withoutLines(kept, content?.lines ?? [], new Set(content?.lines?.slice(0, 1)))
    expect([fewer.name, inOwnNumbers([fewer], 'Line 3: x')]).toEqual(['May (2 of 4 lines).csv', 'Line 6: x'])
  })

  it('is corrected where the spelling alone is wrong, and keeps its other faults and its numbers', async () => {
    const lines = await linesOf('reader,copies\nr-1,2\nR1,2\nR1,2,3\nr 2,\n')
    expect(lines.map(({ faults, spellings }) => [faults['reader'], spellings])).toEqual([
      ['Has to be written R1', { reader: 'R1' }],
      [undefined, {}],
      [undefined, {}],
      ['Has to be written R2', { reader: 'R2' }],
    ])
    expect(misspelledLines(lines).map(({ number }) => number)).toEqual([2])
    const fewer = withoutLines(new File([''], 'May.csv'), lines, new Set(lines.slice(1, 2)))
    const file = respelled(columns, fewer, (await tableIn(columns, fewer)).lines ?? [])
    const { lines: corrected = [] } = await tableIn(columns, file)
    expect(file.name).toBe('May (respelled) (3 of 4 lines).csv')
    expect(corrected.map(({ number, cells, faults }) => [number, cells['reader'], Object.values(faults)])).toEqual([
      [2, 'R1', []],
      [4, 'R1', ['Has 3 values instead of 2']],
      [5, 'R2', ['Enter a value for Copies']],
    ])
    expect(tableFactsOf(file)).toMatchObject({ lines: 3, of: 4 })
  })

  it.each([
    [['0.1', '0.2'], '0.3'],
    [['0.00000001', '999999999999', '0.4'], '999999999999.40000001'],
    [['50', '50'], '100'],
  ])('adds up its amounts, exactly: %j', async (amounts, sum) => {
    const file = ['reader,copies', ...amounts.map((amount) => `R1,${amount}`)].join('\n')
    expect(totalsOf(columns, await linesOf(file))).toEqual([['Copies', sum]])
  })

  it('adds up its amounts apart for each kind of line, however the kind is spelled', async () => {
    const way = { type: 'string', title: 'Way', labels: { out: 'loans', in: 'returns', gone: 'losses' } } as const
    const copies = { type: 'string', title: 'Copies', display: 'decimal' } as const
    const { members: kinds = {} } = drawnInput({
      label: 'Moves',
      schema: { type: 'object', required: ['way'], properties: { way, copies } },
    })
    const { lines = [] } = await readTable(kinds, 'way,copies\nout,3\nIN,2\nOut,1.5\n')
    expect(totalsOf(kinds, lines)).toEqual([
      ['Copies of loans', '4.5'],
      ['Copies of returns', '2'],
    ])
  })

  it('has a template that can be read', async () => {
    expect((await linesOf(templateFile(columns))).map(({ cells, faults }) => [cells, faults])).toEqual([
      [{ reader: 'R7', copies: '2', due: '2026-03-02' }, {}],
    ])
  })

  it('has a fault where a spreadsheet would run a value, which the gateway refuses', async () => {
    const { members: own = {} } = drawnInput({
      label: 'Loans',
      schema: { type: 'object', properties: { note: { type: 'string', title: 'Note' } } },
    })
    const { lines = [] } = await readTable(own, 'note\n=1+1\n-5\nplain\n')
    expect(lines.map(({ faults }) => faults)).toEqual([{ note: 'A spreadsheet would run this as a formula' }, {}, {}])
  })

  const formulas = ['=1+1', '+1', '-1+1', '@SUM(1)', '\t=1', '\r=1', ' =1', '"=1']

  it.each(formulas)('runs nothing in a spreadsheet that opens what is wrong with %j', async (formula) => {
    const lines = await linesOf(`reader,copies\n"${formula.replaceAll('"', '""')}",2\n`)
    const value = lines[0]?.cells['reader'] ?? ''
    expect(lines[0]?.faults).toEqual({ reader: 'Enter a reader' })
    expect(faultsFile(columns, lines)).toContain(`,"Reader","'${value.replaceAll('"', '""')}","Enter a reader"`)
  })

  it.each(formulas)('runs nothing in a spreadsheet that opens a template with the example %j', (formula) => {
    const { members: own = {} } = drawnInput({
      label: 'Loans',
      schema: { type: 'object', properties: { reader: { type: 'string', title: 'Reader', examples: [formula] } } },
    })
    expect(templateFile(own)).toBe(`"reader"\r\n"'${formula.replaceAll('"', '""')}"\r\n`)
  })

  it('has no preview as an old Excel file, and none in another encoding than UTF-8', async () => {
    const old = await tableIn(columns, new File(['x'], 'lines.xls'))
    expect(old).toEqual({ note: expect.stringMatching(/^An \.xls file gets no preview\./) as string })
    const utf16 = Uint8Array.from('reader,copies,due\n'.split('').flatMap((letter) => [letter.charCodeAt(0), 0]))
    for (const bytes of [new Uint8Array([0x72, 0xe9]), new Uint8Array([0xff, 0xfe, ...utf16]), utf16])
      expect(await tableIn(columns, new File([bytes], 'lines.csv'))).toEqual({
        problem: 'The file is not text in UTF-8. Save it as CSV UTF-8 or .xlsx.',
      })
  })

  it('that can no longer be read is not sent', async () => {
    const gone = new File(['reader'], 'lines.csv')
    gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
    expect((await tableIn(columns, gone)).problem).toMatch(/^The file could not be read/)
  })

  it('of many pieces has the numbers of its lines, also after a value of several lines and an error', async () => {
    const many = Array.from({ length: 30_000 }, (_, index) => `R${index},1,\n`).join('')
    const text = `reader,copies,due\n${many}"R${'\n'.repeat(200_000)}8",1,\nR9,1,\n`
    const lines = await linesOf(text)
    expect(lines.map(({ number }) => number).slice(-3)).toEqual([30_001, 230_002, 230_003])
    expect(lines.at(-2)?.cells['reader']).toHaveLength(200_002)
    expect((await readTable(columns, `${text}R"1,2,\n`)).problem).toMatch(/^Line 230004 is not CSV/)
  })
})
