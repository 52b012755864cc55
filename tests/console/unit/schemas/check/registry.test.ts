import { describe, expect, it } from 'vitest'
import { checkRegistry } from '../../../../../language/check/checkRegistry.ts'
import { resolve } from '../../../../../language/resolve.ts'
import type { Registry } from '../../../../../language/registry.ts'
import { registry as ours } from '../../../../../schemas/console.ts'
import { definitions } from '../../../../../schemas/index.ts'

const book = resolve({
  name: 'books',
  label: 'Books',
  record: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' }, title: { type: 'string', title: 'Title', tones: 'loan' } },
  },
  bindings: { list: { call: 'GET {library}/books', permission: 'books.read' } },
  list: {
    columns: [
      { field: 'title', widget: 'cover' },
      { id: 'code', label: 'Code', field: 'id', display: 'isbn' },
    ],
    filter: { title: { type: 'string', title: 'Title', widget: 'shelf' } },
    perPage: 10,
    emptyText: 'None',
    widget: 'shelves',
  },
  actions: {
    lend: {
      label: 'Lend',
      binding: 'list',
      success: 'Lent',
      input: { to: { schema: { type: 'string', coerce: 'spelling' }, label: 'To', widget: 'member' } },
    },
  },
  show: {
    path: '/book/{id}',
    exists: '/id',
    title: '/title',
    facts: [],
    blocks: [
      { kind: 'facts', facts: ['/id'], widget: 'card' },
      { kind: 'part', resource: 'loans', widget: 'timeline' },
    ],
  },
})

const components = {
  isbn: 'format',
  spelling: 'coercion',
  cover: 'cell',
  member: 'input',
  shelf: 'filter',
  card: 'facts',
  timeline: 'block',
  shelves: 'page',
} as const

const library: Registry = {
  services: { library: 'token' },
  permissions: ['books.read'],
  roles: { '*': ['books.read'] },
  tones: { loan: { LATE: 'needsUs' } },
  components,
}

describe('the check of registrations', () => {
  it('finds nothing wrong with this console, nor with one that uses every slot', () => {
    expect(checkRegistry(ours, definitions)).toEqual([])
    expect(checkRegistry(library, [book])).toEqual([])
  })

  it('names everything that is used and not registered, all at once', () => {
    const none = { services: {}, permissions: [], roles: { '*': [] }, tones: {} }
    const found = checkRegistry(none, [book]).map(({ where, message }) => `${where} ${message.split(',', 1)[0]}`)
    expect(found.toSorted()).toEqual([
      "books.actions.lend.input.to names the input 'member'",
      "books.actions.lend.input.to.schema names the coercion 'spelling'",
      "books.bindings.list names the permission 'books.read'",
      "books.bindings.list names the service 'library'",
      "books.list.columns.code names the format 'isbn'",
      "books.list.columns.title names the cell 'cover'",
      "books.list.columns.title names the table of tones 'loan'",
      "books.list.filter.title names the filter control 'shelf'",
      "books.list.widget names the page 'shelves'",
      "books.show.blocks names the drawing of facts 'card'",
      "books.show.blocks.loans names the block 'timeline'",
    ])
  })

  it('says what a name is registered as where that does not fit its place', () => {
    const other: Registry = { ...library, components: { ...components, timeline: 'facts' } }
    expect(checkRegistry(other, [book])).toContainEqual(
      expect.objectContaining({
        code: 'unknown-block',
        message: "names the block 'timeline' (registered as: drawing of facts), registered are: none",
      }),
    )
  })

  it('names everything that is registered and not used, and says what to do', () => {
    const found = checkRegistry(library, []).map(({ where, message }) => `${where} ${message}`)
    expect(found).toEqual(
      [
        ['service', 'library', "; if code alone calls it, as at the sign-in, register library: 'key'"],
        ['permission', 'books.read'],
        ['table of tones', 'loan'],
        ['format', 'isbn'],
        ['coercion', 'spelling'],
        ['cell', 'cover'],
        ['input', 'member'],
        ['filter control', 'shelf'],
        ['drawing of facts', 'card'],
        ['block', 'timeline'],
        ['page', 'shelves'],
      ].map(
        ([kind, name, more = '']) =>
          `registry has the ${kind} '${name}', which no definition uses: use it or remove it${more}`,
      ),
    )
  })

  it('names what is there twice, also under a name of the framework', () => {
    const doubled: Registry = {
      ...library,
      permissions: ['books.read', 'books.read'],
      components: { ...components, money: 'format' },
    }
    expect(checkRegistry(doubled, [book])).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          where: 'registry',
          message: "has the permission 'books.read' twice: rename one of them",
        }),
        expect.objectContaining({ where: 'registry', message: "has the format 'money' twice: rename one of them" }),
      ]),
    )
  })

  it('names permissions of roles and of routes that are not registered', () => {
    const stray: Registry = {
      ...library,
      roles: { '*': ['books.red'] },
      components: { ...components, timeline: { kind: 'block', permissions: ['books.burn'] } },
    }
    expect(checkRegistry(stray, [book])).toMatchObject([
      {
        where: 'registry.roles.*',
        message: "names the permission 'books.red', registered are: books.read; did you mean 'books.read'?",
      },
      {
        where: 'registry.components.timeline',
        message: "names the permission 'books.burn', registered are: books.read",
      },
    ])
  })

  it('takes a permission that only a route asks for, and a service that only code can call', () => {
    const more: Registry = {
      ...library,
      services: { ...library.services, postal: 'key' },
      permissions: ['books.read', 'books.scan'],
      components: { ...components, timeline: { kind: 'block', permissions: ['books.scan'] } },
    }
    expect(checkRegistry(more, [book])).toEqual([])
  })
})
