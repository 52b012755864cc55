import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { compileCache } from '../../support/compileCache.ts'
import { freePort } from '../../support/freePort.ts'
import { root } from './copyOfLibrary.ts'

const copy = mkdtempSync(join(tmpdir(), 'develop-'))
const file = join(copy, 'examples/library/schemas/books.ts')
const good = readFileSync(join(root, 'examples/library/schemas/books.ts'), 'utf8')
const line = (text: string): number => good.slice(0, good.indexOf(text)).split('\n').length

const broken = good.replace("name: 'books',", "name: 'books',, const")
let child: ChildProcess
let origin = ''
let output = ''

const forget = (): void => {
  output = ''
}

const until = (text: RegExp) => vi.waitFor(() => expect(output).toMatch(text), { timeout: 25_000, interval: 100 })

beforeAll(async () => {
  for (const name of ['language', 'dataProvider', 'server', 'src', 'examples', 'index.html', 'package.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  // What the build tool keeps of a console from its sources is the copy's own: another one would start without it.
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '.vite') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  const port = String(await freePort())
  origin = `http://localhost:${port}`
  const env = { ...process.env, ...compileCache, PORT: port, PUBLIC_URL: origin, DATA_DIR: join(copy, 'data') }
  writeFileSync(file, broken)
  child = spawn(process.execPath, ['examples/library/start.ts', 'dev'], { cwd: copy, env })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  await until(/starts by itself/)
}, 90_000)

afterAll(async () => {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  rmSync(copy, { recursive: true, force: true })
})

const isAlive = async (): Promise<boolean> => (await fetch(`${origin}/healthz`)).ok

/** The model that the page is drawn from. */
const servedModel = async (): Promise<string> => (await fetch(`${origin}/examples/library/schemas/index.ts`)).text()

test('a broken definition at the start is shown by a page, and mended without a restart by hand', async () => {
  const shown = await fetch(`${origin}/books`)
  expect(shown.status).toBe(503)
  const page = await shown.text()
  expect(page).toContain(`examples/library/schemas/books.ts:${line("name: 'books',")}</code> <span>syntax</span>`)
  const state = shown.headers.get('x-problems')
  writeFileSync(file, good.replace("'books.lend'", "'books.<i>' as 'books.lend'"))
  await vi.waitFor(async () => expect((await fetch(origin)).headers.get('x-problems')).not.toBe(state), {
    timeout: 25_000,
  })
  const other = await (await fetch(origin)).text()
  expect(other).toContain('books.&lt;i&gt;')
  expect(other).not.toContain('<i>')
  writeFileSync(file, good)
  await until(/answers at/)
  expect(await isAlive()).toBe(true)
})

test.each([
  [
    'a misspelt key that keeps the rest from being loaded',
    'columns:',
    'colums:',
    "unknown-key: .*did you mean 'columns'",
  ],
  ['a syntax error', "name: 'books',", "name: 'books',, const", 'syntax: '],
  [
    'an unknown permission',
    "'books.lend'",
    "'books.lent' as 'books.lend'",
    "unknown-permission: .*did you mean 'books.lend'",
  ],
])('%s is reported with its place, and the last good version goes on', async (_what, from, to, message) => {
  forget()
  writeFileSync(file, good.replace(from, to))
  await until(new RegExp(`examples/library/schemas/books\\.ts:${line(from)} ${message}`))
  await until(/goes on with the last definitions/)
  expect(await isAlive()).toBe(true)
  expect(await servedModel()).toContain('books.lend')
})

test('the mended definition is live without a restart by hand, and no request is refused while it is saved several times', async () => {
  forget()
  const answers: Promise<number>[] = []
  const ask = async (): Promise<number> =>
    (await fetch(`${origin}/healthz`, { headers: { connection: 'close' } })).status
  const asking = setInterval(() => answers.push(ask().catch(() => 0)), 100)
  for (const label of ['Some books', 'More books', 'Mended books']) {
    writeFileSync(file, good.replace("label: 'Books'", `label: '${label}'`))
    const asked = answers.length
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(asked + 3))
  }
  await until(/answers at/)
  await vi.waitFor(async () => expect(await servedModel()).toContain('Mended books'), {
    timeout: 25_000,
    interval: 200,
  })
  clearInterval(asking)
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
})

test('a file that is saved again and again by replacement, as editors do, is read each time', async () => {
  const replace = (text: string): void => {
    const temporary = join(copy, 'examples/library/schemas/sedX4Fz1q')
    writeFileSync(temporary, text)
    renameSync(temporary, file)
  }
  for (const name of ['colums', 'colmns']) {
    forget()
    replace(good.replace('columns:', `${name}:`))
    await until(new RegExp(`unknown-key: .*${name}`))
  }
})
