import { join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { authored, model } from '../../../examples/library/schemas/index.ts'
import { problemLine, problemsOfLoading, writtenProblems } from '../../../server/writtenProblems.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { copyOfLibrary, removeCopies, root } from './copyOfLibrary.ts'

afterAll(removeCopies)

/** The library with its books written otherwise. */
function libraryWith(from: string, to: string) {
  const library = copyOfLibrary()
  const good = library.file('books.ts')
  library.write('books.ts', good.replace(from, to))
  const schemas = relative(root, join(library.copy, 'examples', 'library', 'schemas'))
  const line = good.slice(0, good.indexOf(from)).split('\n').length
  return { ...library, schemas, place: `${schemas}/books.ts:${line}` }
}

test('a misspelt key is a problem at its line, before what it would bring about', async () => {
  const { load, schemas, place } = libraryWith("label: 'Lend'", "lable: 'Lend', success: '{tite} lent'")
  const changed = await load()
  const problems = writtenProblems({ authored: changed, model: resolveConsole(changed) }, schemas)
  expect(problems.map(problemLine)).toEqual([
    `${place} error unknown-key: books.actions.lend.lable is no key of the language; did you mean 'label'?`,
  ])
})

test.each([
  [
    'a key that keeps the console from being loaded',
    'columns:',
    'colums:',
    'unknown-key',
    /books\.list\.colums .*'columns'/,
  ],
  ['the name', "name: 'books'", "nmae: 'books'", 'unknown-key', /^\.nmae .*'name'/],
  ['a call of the list', 'list: { call', 'lsit: { call', 'missing-binding', /has no 'list'.*did you mean 'lsit'/],
])('%s, misspelt, is one problem', async (_what, from, to, code, message) => {
  const { load, schemas, place } = libraryWith(from, to)
  const found = await load().then(
    (changed) => writtenProblems({ authored: changed, model: resolveConsole(changed) }, schemas),
    () => problemsOfLoading(schemas),
  )
  // A call that is missing is missing where the calls are.
  const line = code === 'missing-binding' ? place.replace(/\d+$/, (at) => String(Number(at) - 1)) : place
  expect(found).toMatchObject([{ code, place: line }])
  expect(found.map(({ where, message: text }) => `${where} ${text}`)).toEqual([expect.stringMatching(message)])
})

test('a misspelt key is at its own line where the word that it should be is a value elsewhere', async () => {
  const written =
    "facts: ['/author', '/state', '/due'],\n    actions: ['lend', 'delete'],\n    blocks: [{ kind: 'history' }]"
  const changed = written.replace('facts', 'factz').replace("'history'", "'facts', facts: ['/title']")
  const { schemas, place } = libraryWith(written, changed)
  expect(await problemsOfLoading(schemas)).toMatchObject([{ where: 'books.show.factz', place }])
})

test('a key that is missing is named where it belongs', async () => {
  const { schemas } = libraryWith("columns: ['title', 'author', 'state', 'due'],", '')
  const found = await problemsOfLoading(schemas)
  expect(found.map(({ where, message }) => `${where} ${message}`)).toEqual([
    `books.list needs the key 'columns': add it; docs/guide/language.md has it at ListDefinition`,
  ])
})

test('a definition that no list names is a problem, with what to add', () => {
  const library = libraryWith('', '')
  library.write(
    'films.ts',
    library.file('books.ts').replace("'books'", "'films'").replace('const books', 'const films'),
  )
  expect(writtenProblems({ authored, model }, library.schemas).map(problemLine)).toEqual([
    `${library.schemas}/films.ts:4 error not-registered: films is in no list of the console: add films to 'screens', ` +
      `and \`import { films } from './films.ts'\`, in ${library.schemas}/index.ts`,
  ])
})

test('a wrong name is a problem at its line, with the nearest of many and the file for a new one', async () => {
  const { load, schemas, place } = libraryWith("permission: 'books.lend'", "permission: 'boks.lend'")
  const changed = await load()
  const more = Array.from({ length: 30 }, (_, index) => `desk${index}.read`)
  const registry = { ...changed.registry, permissions: [...changed.registry.permissions, ...more] }
  const model = resolveConsole({ ...changed, registry })
  const [problem] = writtenProblems({ authored: changed, model }, schemas).map(problemLine)
  expect(problem).toMatch(`${place} error unknown-permission: `)
  expect(problem).toMatch(
    /registered are: books\.lend, books\.read, [\w.]+ and \d+ others; did you mean 'books\.lend'\? A new one is added to 'permissions' in \S+console\.ts$/,
  )
})

test('a place without its slash is a problem where it is written', async () => {
  const { load, schemas, place } = libraryWith(
    "call: 'GET {library}/books',",
    "call: 'GET {library}/books', data: 'page.content' as never,",
  )
  const changed = await load()
  expect(writtenProblems({ authored: changed, model: resolveConsole(changed) }, schemas).map(problemLine)).toEqual([
    `${place} error invalid-place: books.bindings.list.data is 'page.content', which is no place in an answer: write '/page/content'`,
  ])
})

test('a filter that there is not is declared in its list, not registered', async () => {
  const { load, schemas } = libraryWith(
    "permission: 'books.read' },\n    getOne",
    "permission: 'books.read', query: { s: { filter: 'shelf' } } },\n    getOne",
  )
  const changed = await load()
  const [problem] = writtenProblems({ authored: changed, model: resolveConsole(changed) }, schemas).map(problemLine)
  expect(problem).toMatch(
    / unknown-filter: books\.bindings\.list\.s takes filter 'shelf', declared in list\.filter are: state$/,
  )
})

test('a wrong service is a problem where the call is, although that word is elsewhere too', async () => {
  const { load, schemas, place } = libraryWith('GET {library}/books', 'GET {integer}/books')
  const changed = await load()
  const [problem] = writtenProblems({ authored: changed, model: resolveConsole(changed) }, schemas).map(problemLine)
  expect(problem).toMatch(`${place} error unknown-service: books.bindings.list names the service 'integer'`)
})

const update = "update: { call: 'PATCH {library}/books/{id}', permission: 'books.lend' },\n"

test.each([
  [
    'a field of an edit form',
    "author: { type: 'string', title: 'Author' }",
    "author: { type: 'string', title: 'Author', pattern: '(' }",
    'invalid-input: books.record.author',
  ],
  [
    'what blocks an edit form',
    '  show: {',
    "  form: { blocked: [{ when: { state: 3 as never }, message: 'Lost' }] },\n  show: {",
    'impossible-condition: books.form.blocked',
  ],
  [
    'a fact in a tab',
    "{ kind: 'history' }",
    "{ kind: 'tabs', tabs: [{ name: 'loan', label: 'Loan', blocks: [{ kind: 'facts', facts: [{ path: '/due', label: 'Due', display: 'masked' }] }] }] }",
    'unknown-place: books.show.tabs.loan.Due',
  ],
  [
    'a banner',
    "{ kind: 'history' }",
    "{ kind: 'banner', name: 'late', tone: 'danger', message: 'Late', when: [{ path: '/due', when: {} }], tab: 'loan' }",
    'unknown-name: books.show.blocks.late.tab',
  ],
])('a problem of %s is at its line, by the keys of its author', async (_what, from, to, said) => {
  const { load, file, write, schemas } = libraryWith(from, to)
  const changed = file('books.ts').replace("    lend: { call: 'POST", `    ${update}$&`)
  write('books.ts', changed)
  const console = await load()
  const line = changed.slice(0, changed.indexOf(to)).split('\n').length
  expect(writtenProblems({ authored: console, model: resolveConsole(console) }, schemas).map(problemLine)).toEqual([
    expect.stringContaining(`${schemas}/books.ts:${line} error ${said} `),
  ])
})

test('what is wrong with other definitions is said next to a misspelt key, at once', async () => {
  const { load, write, file, schemas } = libraryWith("label: 'Lend'", "lable: 'Lend'")
  write('members.ts', file('members.ts').replace("columns: ['name'", "columns: ['nmae'"))
  const changed = await load()
  const found = writtenProblems({ authored: changed, model: resolveConsole(changed) }, schemas)
  expect(found.map(({ code, where }) => `${code} ${where}`)).toEqual([
    'unknown-key books.actions.lend.lable',
    'unknown-field members.list.columns',
  ])
})

test('what is plain elsewhere in a definition is said next to its misspelt keys, at once', async () => {
  const { load, schemas } = libraryWith(
    '      due: {',
    `      email: { type: 'string' },
      replaces: { type: 'integer', title: 'Replaces', reference: 'films' },
      due: { dispaly: 'code',`,
  )
  const changed = await load()
  const [books, ...screens] = changed.screens as unknown as readonly [Record<'bindings' | 'actions', object>]
  const { list, ...bindings } = books.bindings as Readonly<Record<string, object>>
  const { delete: removal, ...actions } = books.actions as Readonly<Record<string, object>>
  const mistaken = {
    ...books,
    bindings: { ...bindings, list: { ...list, query: { room: { filter: 'room' } } } },
    actions: { ...actions, delete: { ...removal, when: { state: 3 } } },
  }
  const authoredOtherwise = { ...changed, screens: [mistaken, ...screens] } as unknown as typeof changed
  const found = writtenProblems({ authored: authoredOtherwise, model: resolveConsole(authoredOtherwise) }, schemas)
  expect(found.map(({ code, where }) => `${code} ${where}`)).toEqual([
    'unknown-key books.record.properties.due.dispaly',
    'unmarked-personal books.record.email',
    'impossible-condition books.actions.delete.when',
    'unknown-resource books.record.replaces',
    'unknown-filter books.bindings.list.room',
  ])
})

test('a misspelt key that everything needs is one problem', () => {
  const misspelt = (change: (screen: object) => object, at: number) => {
    const screens = authored.screens.map((screen, index) => (index === at ? change(screen) : screen))
    const changed = { ...authored, screens } as unknown as typeof authored
    return writtenProblems({ authored: changed, model: resolveConsole(changed) }, 'examples/cookbook')
  }
  const without = (screen: object, key: string) =>
    Object.fromEntries(Object.entries(screen).map(([name, value]) => [name === key ? `${key}s` : name, value]))
  const codes = [misspelt((screen) => without(screen, 'name'), 1), misspelt((screen) => without(screen, 'path'), 3)]
  expect(codes.map((found) => found.filter(({ code }) => code !== 'not-registered').map(({ where }) => where))).toEqual(
    [['.names'], ['desk.paths']],
  )
})

test('a taken name is one problem with both files, next to wrong keys and wrong names of what is there', async () => {
  const { load, write, file, schemas } = libraryWith("label: 'Lend'", "label: 'Lend'")
  const members = file('members.ts')
  const changed = members
    .replace("name: 'members'", "name: 'books'")
    .replace("permission: 'members.read'", "permission: 'membrs.read'")
    .replace(/^( +)list: \{$/m, '$1lable: 0,\n$&')
  expect(changed).toContain('lable')
  write('members.ts', changed)
  const console = await load()
  const found = writtenProblems({ authored: console, model: resolveConsole(console) }, schemas)
  expect(found.map(({ code }) => code).toSorted()).toEqual(['duplicate-name', 'unknown-key', 'unknown-permission'])
  for (const { place } of found) expect(place).toContain('members.ts:')
  expect(found.map(problemLine)).toContainEqual(
    expect.stringMatching(
      /members\.ts:\d+ error duplicate-name: books is a name that is taken: choose another\. The other is in \S+books\.ts:\d+$/,
    ),
  )
})
