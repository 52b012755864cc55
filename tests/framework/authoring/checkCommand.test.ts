import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compileCache } from '../../support/compileCache.ts'
import { root } from './copyOfLibrary.ts'

const copy = mkdtempSync(join(tmpdir(), 'check-'))
const books = 'examples/library/schemas/books.ts'
const good = readFileSync(join(root, books), 'utf8')

for (const name of ['language', 'dataProvider', 'server', 'src', 'examples', 'package.json', '.oxfmtrc.json'])
  cpSync(join(root, name), join(copy, name), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

interface Said {
  readonly said: string
  readonly errors: string
}

/** What a command of the library says. @param script the npm script that runs it */
const run = async (args: readonly string[], script?: string): Promise<Said> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...compileCache, npm_lifecycle_event: script }
    execFile(process.execPath, ['examples/library/start.ts', ...args], { cwd: copy, env }, (_failed, said, errors) =>
      resolve({ said, errors }),
    )
  })

/** What the check says of the library with its books written otherwise. */
const checked = async (text: string): Promise<string> => {
  writeFileSync(join(copy, books), text)
  return (await run(['check'])).errors
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

test('a console that is not the main one writes pages of its own', async () => {
  writeFileSync(join(copy, books), good)
  writeFileSync(join(copy, 'README.md'), 'Of the main console')
  const { said, errors } = await run(['docs'])
  expect(errors).toBe('')
  const pages = ['resources', 'privacy'].map((page) => `examples/library/docs/${page}.md`)
  expect(said.trim().split('\n')).toEqual(pages.map((page) => `${page} is written`))
  expect(pages.map((page) => readFileSync(join(copy, page), 'utf8').includes('## Members'))).toEqual([true, true])
  expect(readFileSync(join(copy, 'README.md'), 'utf8')).toBe('Of the main console')
  expect(existsSync(join(copy, 'docs'))).toBe(false)
})

test.each([
  [undefined, 'films', 'node examples/library/start.ts'],
  ['example', 'maps', 'npm run example --'],
])('a new resource names the commands of its console that follow: script %s', async (script, name, command) => {
  writeFileSync(join(copy, books), good)
  const { said } = await run(['new', name], script)
  expect(said.trim().split('\n').at(-1)).toBe(`Next: ${command} check, ${command} docs, ${command} dev`)
})

test.each([
  [undefined, 'node examples/library/start.ts diff main'],
  ['example', 'npm run example -- diff main'],
])('a comparison with nothing says how it is run: script %s', async (script, command) => {
  writeFileSync(join(copy, books), good)
  expect((await run(['diff'], script)).errors).toBe(`name what to compare with: ${command}\n`)
})

test('a build with a time zone and a currency that there are not says so, and nothing else', async () => {
  writeFileSync(join(copy, books), good)
  const index = join(copy, 'examples/library/schemas/index.ts')
  const own = readFileSync(index, 'utf8')
  writeFileSync(index, own.replace('Europe/London', 'Europe/Londn').replace("'GBP'", "'gbp'"))
  const { errors } = await run(['build'])
  writeFileSync(index, own)
  expect(errors).toBe(
    [
      '2 problems:',
      "  - locale.timeZone is 'Europe/Londn', which is no IANA name, such as 'Europe/Berlin'",
      "  - locale.currency is 'gbp', which is no code of ISO 4217, such as 'EUR'",
      '',
    ].join('\n'),
  )
})
