import { describe, expect, it } from 'vitest'
import { drawnInput } from '../../../language/drawnInput.ts'
import { inOwnNumbers, refusedLines, tableFactsOf } from '../../../src/inputs/tableFacts.ts'
import {
  faultsFile,
  faultyLines,
  readTable,
  tableIn,
  templateFile,
  totalsOf,
  withoutLines,
} from '../../../src/inputs/tableFile.ts'

const { members: columns = {} } = drawnInput({
  label: 'Loans',
  schema: {
    type: 'object',
    required: ['reader', 'copies'],
    properties: {
      reader: {
        type: 'string',
        pattern: '^R\\d+$',
        title: 'Reader',
        examples: ['R7'],
        messages: { pattern: 'Enter a reader' },
      },
      copies: { type: 'string', pattern: '^\\d+(\\.\\d+)?$', title: 'Copies', examples: ['2'], display: 'decimal' },
      due: { type: 'string', format: 'date', title: 'Due', examples: ['2026-03-02'] },
    },
  },
})

const linesOf = (text: string) => readTable(columns, text).lines ?? []

describe('a table', () => {
  it('is read whatever ends its lines, with quotes, blanks, empty lines and a byte order mark', () => {
    const lines = linesOf('\uFEFFreader,copies,due\r\n"R1", 2 ,2026-03-02\r\n\r\nR2,"3",\r\n')
    expect(lines.map(({ number, cells, faults }) => [number, Object.values(cells), faults])).toEqual([
      [2, ['R1', '2', '2026-03-02'], {}],
      [4, ['R2', '3', ''], {}],
    ])
  })

  it('may leave out the last columns if they are optional', () => {
    expect(linesOf('reader,copies\nR1,2\n')).toHaveLength(1)
  })

  it.each([
    ['', 'The file is empty'],
    ['reader,copies\n', 'The file has a first line and no others'],
    ['copies,reader\n2,R1\n', 'The first line has to name the columns: reader, copies, due'],
    ['reader\nR1\n', 'The first line has to name the columns: reader, copies, due'],
    ['reader,copies,due,more\nR1,2,,x\n', 'The first line has to name the columns: reader, copies, due'],
    ['reader,copies\nR1,"2\n', /^Line \d+ is not CSV/],
  ])('%j has no lines: %s', (text, problem) => {
    expect(readTable(columns, text).problem).toMatch(problem)
  })

  it('names what is wrong by line and column, and the line that another one repeats', () => {
    const lines = linesOf('reader,copies\nX,2\nR1,\nR1,2,3\nR2,2\nR2,2\n')
    expect(lines.map(({ number, faults, sameAs }) => [number, faults, sameAs])).toEqual([
      [2, { reader: 'Enter a reader' }, undefined],
      [3, { copies: 'Enter a value for Copies' }, undefined],
      [4, { '': 'Has 3 values instead of 2' }, undefined],
      [5, {}, undefined],
      [6, {}, 5],
    ])
    expect(faultyLines(lines)).toHaveLength(3)
    expect(faultsFile(columns, lines)).toContain('"2","Reader","X","Enter a reader"\r\n')
  })

  it('is sent without some of its lines, under a name that says so', async () => {
    const lines = linesOf('reader,copies\nX,2\n"R1","2"\n')
    const kept = withoutLines(new File([''], 'May.CSV'), lines, new Set(faultyLines(lines)))
    expect([kept.name, await kept.text()]).toEqual(['May (1 of 2 lines).csv', '"reader","copies"\r\n"R1","2"\r\n'])
    expect(readTable(columns, await kept.text()).lines).toHaveLength(1)
  })

  it('keeps the numbers that its lines have in the own file of the person', async () => {
    const lines = linesOf('reader,copies\nX,2\nR1,2\n\n"R2 ",3\nR3,4\n')
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

  it('adds up its amounts, exactly', () => {
    expect(totalsOf(columns, linesOf('reader,copies\nR1,0.1\nR2,0.2\n'))).toEqual([['Copies', 0.3]])
  })

  it('has a template that can be read', () => {
    expect(linesOf(templateFile(columns)).map(({ cells, faults }) => [cells, faults])).toEqual([
      [{ reader: 'R7', copies: '2', due: '2026-03-02' }, {}],
    ])
  })

  it('has no preview as an Excel file, and none in another encoding than UTF-8', async () => {
    expect(tableIn(columns, new File(['x'], 'lines.xls'))).toBeUndefined()
    const latin = new File([new Uint8Array([0x72, 0xe9])], 'lines.csv')
    expect(await tableIn(columns, latin)).toEqual({ problem: 'The file is not text in UTF-8' })
  })
})
