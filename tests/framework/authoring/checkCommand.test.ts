import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compileCache } from '../../support/compileCache.ts'
import { root } from './copyOfLibrary.ts'

const copy = mkdtempSync(join(tmpdir(), 'check-'))
const books = 'examples/library/schemas/books.ts'
const good = readFileSync(join(root, books), 'utf8')

for (const name of ['language', 'dataProvider', 'server', 'src', 'examples', 'package.json'])
  cpSync(join(root, name), join(copy, name), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** What the check says of the library with its books written otherwise. */
const checked = async (text: string): Promise<string> => {
  writeFileSync(join(copy, books), text)
  return new Promise((resolve) => {
    const env = { ...process.env, ...compileCache }
    execFile(process.execPath, ['examples/library/start.ts', 'check'], { cwd: copy, env }, (_failed, _out, errors) =>
      resolve(errors),
    )
  })
}

test.each([
  ['a syntax error', "label: 'Lend',", "label: 'Lend", 'error syntax: Unterminated string'],
  [
    'an error that it throws',
    "columns: ['title'",
    "columns: nothing ?? ['title'",
    'error not-loaded: nothing is not defined',
  ],
  ['a file that there is not', "'./console.ts'", "'./consol.ts'", "error not-loaded: Cannot find module '"],
  [
    'a name that its file does not export',
    '{ defineResource }',
    '{ defineResorce }',
    "error not-loaded: The requested module './console.ts'",
  ],
])('%s of a definition is said with its file and line, and nothing else', async (_what, from, to, said) => {
  const line = good.slice(0, good.indexOf(from)).split('\n').length
  const lines = (await checked(good.replace(from, to))).trim().split('\n')
  expect(lines).toEqual([expect.stringContaining(`${books}:${line} ${said}`)])
})
