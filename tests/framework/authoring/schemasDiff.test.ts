import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { authored, model } from '../../../examples/library/schemas/index.ts'
import { books } from '../../../examples/library/schemas/books.ts'
import type { ConsoleDefinition, ResourceDefinition } from '../../../language/authored/definition.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import type { FieldSchema } from '../../../language/schema.ts'
import { compareModels, lineOf } from '../../../server/authoring/compareModels.ts'
import { modelAt } from '../../../server/authoring/modelAt.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const { record, bindings, list, actions } = books
const lend = actions!['lend']!

const withBooks = (change: Partial<ResourceDefinition>): ConsoleDefinition => ({
  ...authored,
  screens: authored.screens.map((screen) => (screen === books ? { ...books, ...change } : screen)),
})

const without = <T extends object>(object: T, key: string): T =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key)) as T

const field = (name: string, schema: FieldSchema) => ({
  record: { ...record, properties: { ...record.properties, [name]: schema } },
})

const lines = (before: ConsoleDefinition, after: ConsoleDefinition): readonly string[] =>
  compareModels(resolveConsole(before), resolveConsole(after)).map(lineOf)

it('another time zone is a visible change', () => {
  const inZone = (timeZone: string) => resolveConsole(authored, { timeZone, currency: 'GBP' })
  const changes = compareModels(inZone('Europe/London'), inZone('UTC'))
  expect(changes.map(lineOf)).toEqual(['visible locale.timeZone: "Europe/London" → "UTC"'])
})

const withUpload = (kind: readonly ('pdf' | 'image')[]): ConsoleDefinition =>
  withBooks({ bindings: { ...bindings, lend: { ...bindings['lend']!, upload: { field: 'file', kind } } } })

const state = (more: object): FieldSchema => ({ type: 'string', title: 'State', tones: 'book', ...more })
const chosen = withBooks(field('state', state({ enum: ['AVAILABLE', 'LENT'] })))
const personal = withBooks(field('author', { type: 'string', title: 'Author', pii: 'name' }))

describe('the changes of a console', () => {
  it('are none where nothing has changed', () => {
    expect(lines(authored, withBooks({}))).toEqual([])
  })

  it.each<readonly [string, ConsoleDefinition, ConsoleDefinition, RegExp]>([
    [
      'another path of a call',
      authored,
      withBooks({ bindings: { ...bindings, list: { ...bindings.list, call: 'GET {library}/all' } } }),
      /^breaking books\.bindings\.list\.call: "GET \{library\}\/books" → "GET \{library\}\/all"$/,
    ],
    [
      'a stricter permission',
      authored,
      withBooks({ bindings: { ...bindings, list: { ...bindings.list, permission: 'books.lend' } } }),
      /^breaking books\.bindings\.list\.permission: "books\.read" → "books\.lend"$/,
    ],
    ['a removed action', authored, withBooks({ actions: {} }), /^breaking books\.actions\.lend: removed$/],
    [
      'a removed field',
      authored,
      withBooks({ record: { ...record, properties: without(record.properties, 'due') } }),
      /^breaking books\.record\.properties\.due: removed$/,
    ],
    ['a removed resource', authored, { ...authored, screens: authored.screens.slice(1) }, /^breaking books: removed$/],
    ['another address', authored, withBooks({ path: '/shelf' }), /^breaking books\.path: "\/books" → "\/shelf"$/],
    ['a class that is gone', personal, authored, /^breaking books\.record\.properties\.author\.pii: removed$/],
    [
      'a choice that is gone',
      chosen,
      withBooks(field('state', state({ enum: ['LENT'] }))),
      /^breaking .*\.state\.enum\.AVAILABLE: removed$/,
    ],
    ['a new limit of values', authored, chosen, /^breaking .*\.state\.enum: added$/],
    [
      'a type that is gone',
      authored,
      withBooks(field('due', { type: 'string', title: 'Due', display: 'dueDate' })),
      /^breaking .*\.due\.type/,
    ],
    [
      'a field that a record must have',
      authored,
      withBooks({ record: { ...record, required: [...(record.required ?? []), 'due'] } }),
      /^breaking books\.record\.required\.due: added$/,
    ],
    [
      'a role that may do less',
      authored,
      { ...authored, registry: { ...authored.registry, roles: { ...authored.registry.roles, volunteer: [] } } },
      /^breaking roles\.volunteer\.books\.read: removed$/,
    ],
    ['a new class', authored, personal, /^visible books\.record\.properties\.author\.pii: added$/],
    ['another label', authored, withBooks({ label: 'Volumes' }), /^visible books\.label: "Books" → "Volumes"$/],
    ['another text', authored, withBooks({ list: { ...list, emptyText: 'None' } }), /^visible books\.list\.emptyText/],
    [
      'a new column',
      authored,
      withBooks({ list: { ...list, columns: [...list.columns, 'id'] } }),
      /^visible books\.list\.columns\.id: added$/,
    ],
    [
      'another order of columns',
      authored,
      withBooks({ list: { ...list, columns: ['title', 'due', 'state', 'author'] } }),
      /^visible books\.list\.columns\.order: \["title"/,
    ],
    [
      'a new action',
      authored,
      withBooks({ actions: { lend, lendAgain: lend } }),
      /^visible books\.actions\.lendAgain: added$/,
    ],
    [
      'a new field',
      authored,
      withBooks(field('isbn', { type: 'string' })),
      /^safe books\.record\.properties\.isbn: added$/,
    ],
    [
      'a wider type',
      authored,
      withBooks(field('title', { type: ['string', 'null'], title: 'Title' })),
      /^safe .*\.title\.type/,
    ],
    [
      'one more choice',
      chosen,
      withBooks(field('state', state({ enum: ['AVAILABLE', 'LENT', 'LOST'] }))),
      /^safe .*\.enum\.LOST: added$/,
    ],
    [
      'a higher maximum',
      withBooks(field('isbn', { type: 'string', maxLength: 10 })),
      withBooks(field('isbn', { type: 'string', maxLength: 13 })),
      /^safe .*\.isbn\.maxLength: 10 → 13$/,
    ],
    [
      'a lower maximum',
      withBooks(field('isbn', { type: 'string', maxLength: 13 })),
      withBooks(field('isbn', { type: 'string', maxLength: 10 })),
      /^breaking .*\.isbn\.maxLength: 13 → 10$/,
    ],
    [
      'a field that can no longer be written',
      authored,
      withBooks(field('title', { type: 'string', title: 'Title', readOnly: true })),
      /^breaking .*\.title\.readOnly: added$/,
    ],
    [
      'another message of a required input',
      authored,
      withBooks({
        actions: { lend: { ...lend, input: { card: { ...lend.input!['card']!, required: 'Enter one' } } } },
      }),
      /^visible .*\.input\.card\.required: .* → "Enter one"$/,
    ],
    [
      'a search that is gone',
      authored,
      withBooks({ list: without(list, 'search') }),
      /^breaking books\.list\.search: removed$/,
    ],
    [
      'a value that can no longer be revealed',
      authored,
      { ...authored, screens: authored.screens.map((screen) => without(screen, 'reveal')) },
      /^breaking members\.reveal: removed$/,
    ],
    [
      'one more kind of file',
      withUpload(['pdf']),
      withUpload(['pdf', 'image']),
      /^safe books\.bindings\.lend\.upload\.kinds\.image: added$/,
    ],
  ])('say what %s means', (_title, before, after, expected) => {
    expect(lines(before, after)).toContainEqual(expect.stringMatching(expected))
  })

  it('say once what a field changes at its columns, facts, filters and inputs', () => {
    const titled = withBooks(field('title', { type: 'string', title: 'Name of the book' }))
    expect(lines(authored, titled)).toEqual([
      'visible books.record.properties.title.title: "Title" → "Name of the book"',
    ])
  })

  it('show of a long text what differs in it', () => {
    const withText = (end: string) =>
      withBooks({
        list: { ...list, emptyText: `${'No books are here. '.repeat(9)}${end}${' Ask at the desk.'.repeat(9)}` },
      })
    expect(lines(withText('Come on Monday.'), withText('Come on Tuesday.'))).toEqual([
      'visible books.list.emptyText: …s are here. Come on Monday. Ask at the desk. Ask at the desk. Ask at the desk. A… → …s are here. Come on Tuesday. Ask at the desk. Ask at the desk. Ask at the desk. …',
    ])
    expect(lines(withText('Come on Monday.'), withBooks({ list: { ...list, emptyText: 'None' } }))).toEqual([
      'visible books.list.emptyText: "No books are here. No books are here. No books are here. No books are here. No … → "None"',
    ])
  })

  it('begin with those that break something', () => {
    const found = lines(authored, withBooks({ label: 'Volumes', actions: {}, ...field('isbn', { type: 'string' }) }))
    const levels = found.map((line) => line.split(' ', 1)[0])
    expect(levels).toEqual(levels.toSorted((one, other) => ranks.indexOf(one!) - ranks.indexOf(other!)))
    expect(new Set(levels)).toEqual(new Set(ranks))
  })

  const ranks = ['breaking', 'visible', 'safe']
})

describe('the model of a commit', { timeout: 60_000 }, () => {
  const copy = mkdtempSync(join(tmpdir(), 'schemas-diff-test-'))
  afterAll(() => rmSync(copy, { recursive: true }))

  it('is that of its files and its language, whatever has been written since', async () => {
    const schemas = 'examples/library/schemas'
    for (const folder of ['language', schemas]) cpSync(join(root, folder), join(copy, folder), { recursive: true })
    cpSync(join(root, 'package.json'), join(copy, 'package.json'))
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    const git = (...args: readonly string[]) =>
      promisify(execFile)('git', ['-C', copy, '-c', 'user.name=T', '-c', 'user.email=t@example.test', ...args])
    await git('init', '-q')
    await git('add', 'language', 'examples', 'package.json')
    await git('commit', '-q', '-m', 'First')
    const file = join(copy, schemas, 'books.ts')
    writeFileSync(file, readFileSync(file, 'utf8').replace(`label: 'Books'`, `label: 'Volumes'`))
    const before = await modelAt(copy, schemas, 'HEAD')
    expect(compareModels(before, model)).toEqual([])
    await expect(modelAt(copy, schemas, 'nowhere')).rejects.toThrow(/'nowhere' is no commit/)
    await expect(modelAt(copy, 'schemas', 'HEAD')).rejects.toThrow(/The definitions of HEAD cannot be read/)
  })
})
