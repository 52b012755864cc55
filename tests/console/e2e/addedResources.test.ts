import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWithin } from '../../support/settled.ts'
import { complaints, contextsInUse, firstPage, leaveContexts, openContext, port, url } from '../../support/browser.ts'
import { fillSignIn } from '../../support/fillSignIn.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const start = join('examples', 'library', 'start.ts')
const run = promisify(execFile)

/** A list of an OpenAPI document, as a team next door would send it. */
const tickets = {
  openapi: '3.0.3',
  info: { title: 'Tickets', version: '1' },
  servers: [{ url: 'https://tickets.example.test' }],
  paths: {
    '/tickets': {
      get: {
        operationId: 'listTickets',
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'integer' } },
          { name: 'size', in: 'query', schema: { type: 'integer' } },
        ],
        responses: {
          200: {
            description: 'The tickets.',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    total: { type: 'integer' },
                    tickets: { type: 'array', items: { $ref: '#/components/schemas/Ticket' } },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Ticket: {
        type: 'object',
        required: ['id', 'subject', 'state'],
        properties: {
          id: { type: 'integer' },
          subject: { type: 'string' },
          state: { type: 'string', enum: ['OPEN', 'CLOSED'] },
          ssn: { type: 'string' },
        },
      },
    },
  },
}

/** A definition as the guide says it, written by hand. */
const branches = `import { defineResource } from './console.ts'

export const branches = defineResource({
  name: 'branches',
  label: 'Branches',
  record: {
    type: 'object',
    required: ['id', 'town'],
    properties: {
      id: { type: 'integer', title: 'Branch' },
      town: { type: 'string', title: 'Town' },
      open: { type: 'boolean', title: 'Open', display: 'yesNo' },
    },
  },
  bindings: {
    list: { call: 'GET {shop}/branches', permission: 'orders.read' },
    close: { call: 'POST {shop}/branches/{id}/close', permission: 'orders.read' },
  },
  list: { columns: ['id', 'town', 'open'], perPage: 10, sort: 'id', emptyText: 'No branches' },
  actions: {
    close: {
      label: 'Close',
      binding: 'close',
      when: { open: true },
      expect: { when: { open: false }, message: 'It is still open' },
      confirm: { title: 'Close {town}?' },
      success: '{town} closed',
    },
  },
})
`

/** Records inside another, with amounts. */
const depots = `import { createLanguage } from '../../../language/authored/createLanguage.ts'
import { defineResource } from './console.ts'

const taking = {
  day: { type: 'integer', title: 'Day' },
  amount: { type: 'number', title: 'Amount', display: 'money' },
} as const

export const takings = createLanguage().defineNested({
  name: 'takings',
  label: 'Takings',
  partOf: { resource: 'depots', path: '/takings' },
  id: 'day',
  record: { type: 'object', required: ['day'], properties: taking },
  bindings: {},
  list: { columns: ['day', 'amount'], sort: 'day', emptyText: 'No takings' },
})

export const depots = defineResource({
  name: 'depots',
  label: 'Depots',
  record: {
    type: 'object',
    required: ['id', 'town'],
    properties: {
      id: { type: 'integer', title: 'Depot' },
      town: { type: 'string', title: 'Town' },
      takings: { type: 'array', items: { type: 'object', properties: taking } },
    },
  },
  bindings: {
    list: { call: 'GET {shop}/depots', permission: 'orders.read' },
    getOne: { call: 'GET {shop}/depots/{id}', permission: 'orders.read' },
  },
  list: { columns: ['id', 'town'], perPage: 10, sort: 'id', emptyText: 'No depots' },
  show: {
    path: '/depot/{id}',
    exists: '/id',
    title: '/town',
    facts: ['/id'],
    blocks: [{ kind: 'part', resource: 'takings' }],
  },
})
`

let copy: string
let console: ChildProcess
let page: Page
let startedAt = 0

const schemas = (name: string): string => join(copy, 'examples', 'library', 'schemas', name)

/** A copy of what a console needs of the repository. */
function copyOfRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'repository-'))
  const parts = ['language', 'dataProvider', 'src', 'server', 'examples', 'index.html', 'package.json']
  for (const part of [...parts, 'package-lock.json', 'tsconfig.json', '.oxfmtrc.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: (file) => !/[/\\]dist$/.test(file) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}

const command = (...args: readonly string[]) => run(process.execPath, [start, ...args], { cwd: copy })

beforeAll(async () => {
  copy = copyOfRepository()
  startedAt = Date.now()
  const guide = readFileSync(join(root, 'docs', 'guide', 'adding-a-resource.md'), 'utf8')
  const [, answer = ''] = /```json\n([^]*?)```/.exec(guide) ?? []
  writeFileSync(join(copy, 'answer.json'), answer)
  await command('new', 'orders', '--sample', 'answer.json', '--service', 'shop', '--path', '/v2/orders')
  writeFileSync(join(copy, 'tickets.json'), JSON.stringify(tickets))
  await command('new', 'tickets', '--openapi', 'tickets.json', '--operation', 'listTickets', '--service', 'shop')
  writeFileSync(schemas('branches.ts'), branches)
  writeFileSync(schemas('depots.ts'), depots)
  const index = readFileSync(schemas('index.ts'), 'utf8')
  const registered = index
    .replace('screens: [', 'screens: [branches, depots, ')
    .replace('nested: []', 'nested: [takings]')
  writeFileSync(
    schemas('index.ts'),
    `import { branches } from './branches.ts'\nimport { depots, takings } from './depots.ts'\n${registered}`,
  )
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(copy, 'data'), npm_lifecycle_event: '' }
  console = spawn(process.execPath, [start], { cwd: copy, env, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const text of console.stdout ?? []) if (String(text).includes('answers at')) break
  page = await firstPage(await openContext())
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  await fillSignIn(page, 'librarian@library.test')
  await page.waitForURL('**/books')
}, 120_000)

afterAll(async () => {
  await leaveContexts(contextsInUse())
  const ended = once(console, 'exit')
  console.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  rmSync(copy, { recursive: true, force: true })
  expect(complaints.splice(0)).toEqual([])
})

const rows = () => page.locator('.cs-list tbody tr')

/** The gateway's answer to the list of a resource, asked as the console's page asks. */
const answered = (resource: string, path: string) =>
  page.evaluate(
    async ([operation, target]) => {
      const headers = { 'X-Countersign': '1', 'X-Operation': `${operation}.list` }
      const response = await fetch(target ?? '', { headers })
      return { status: response.status, text: await response.text() }
    },
    [resource, path],
  )

test('a resource from a sample has its list, soon after the first command', async () => {
  await openWithin(page, '/orders')
  await expect.poll(() => rows().count()).toBe(25)
  // `npm run bench -- authoring` reads this line, and says whether it is soon enough.
  process.stdout.write(`three resources from nothing to a list: ${Math.round((Date.now() - startedAt) / 1000)} s\n`)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect.poll(() => page.url()).toContain('page=2')
})

test('a resource from an OpenAPI operation is served with its personal values masked', async () => {
  await openWithin(page, '/tickets')
  await expect.poll(() => rows().count()).toBeGreaterThan(5)
  const { status, text } = await answered('tickets', new URL('/api/shop/tickets?page=1&size=25', url).href)
  expect({ status, isMasked: /\*\*\*-\*\*-\d{4}/.test(text) }).toEqual({ status: 200, isMasked: true })
  expect(text).not.toMatch(/\d{3}-\d{2}-\d{4}/)
})

test('a resource written by hand has an action that asks, changes the record and says so', async () => {
  await openWithin(page, '/branches')
  const row = rows()
    .filter({ has: page.getByRole('button', { name: /^Close/ }) })
    .first()
  const town = await row.locator('th').first().innerText()
  await row.getByRole('button', { name: /^Close/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await expect.poll(() => page.locator('body').innerText()).toContain(`${town} closed`)
})

test('the amounts of a nested list end where their heading ends', async () => {
  await openWithin(page, '/depots')
  await rows().first().locator('a').first().click()
  const table = page.getByRole('table', { name: 'Takings' })
  await table.locator('tbody tr').first().waitFor()
  const gaps = await table.evaluate((element: HTMLTableElement) => {
    const end = (cell: Element | undefined) => {
      const range = document.createRange()
      range.selectNodeContents(cell ?? document.body)
      return range.getBoundingClientRect().right
    }
    const [head, ...others] = [...element.rows].map((row) => end(row.cells[1]))
    return others.map((right) => Math.round(Math.abs(right - (head ?? 0))))
  })
  expect(gaps.length).toBeGreaterThan(0)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(1)
})

test('what no definition declares is not there', async () => {
  expect((await answered('orders', new URL('/api/shop/v2/orders/1/none', url).href)).status).toBe(404)
})
