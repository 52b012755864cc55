import { describe, expect, it } from 'vitest'
import { fileNameOf } from '../../../../dataProvider/fetchFile.ts'
import { bench } from './support.ts'

const named = async (headers: Readonly<Record<string, string>>): Promise<string> => {
  const { provider } = bench(() => new Response('content', { headers }))
  return (await provider.download('accounts', { name: 'export' })).data.fileName
}

describe('the name of a download (D-47)', () => {
  it.each([
    ['attachment; filename="Report 7.xlsx"', 'Report 7.xlsx'],
    ['attachment; filename=plain.csv', 'plain.csv'],
    ["attachment; filename=old.csv; filename*=UTF-8''K%C3%B6ln.csv", 'Köln.csv'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    [String.raw`attachment; filename="C:\\temp\\x.csv"`, 'x.csv'],
    ['attachment; filename=".."', 'Account List.csv'],
    ["attachment; filename*=UTF-8''%E0%A4%A", 'Account List.csv'],
    ['attachment', 'Account List.csv'],
  ])('from %j is %j', async (disposition, name) => {
    expect(await named({ 'Content-Disposition': disposition })).toBe(name)
  })

  it.each([
    ['text/csv; charset=utf-8', 'csv'],
    ['application/vnd.ms-excel', 'xls'],
    ['application/zip', 'zip'],
    ['application/x-unknown', 'csv'],
  ])('takes the extension from %s', async (type, extension) => {
    expect(await named({ 'Content-Type': type })).toBe(`Account List.${extension}`)
  })

  it('lets a declared name with a value in it choose no folder either', () => {
    expect(fileNameOf(new Headers({ 'Content-Type': 'application/zip' }), 'Case ../../etc/a:b')).toBe('ab.zip')
  })
})
