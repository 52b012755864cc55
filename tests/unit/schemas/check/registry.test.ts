import { describe, expect, it } from 'vitest'
import { checkRegistry } from '../../../../language/check/checkRegistry.ts'
import { resolve } from '../../../../language/resolve.ts'
import type { Registry } from '../../../../language/registry.ts'
import { registry as ours } from '../../../../schemas/console.ts'
import { definitions } from '../../../../schemas/index.ts'

const book = resolve({
  name: 'books',
  label: 'Books',
  record: { type: 'object', properties: { id: { type: 'string' }, title: { type: 'string', title: 'Title' } } },
  bindings: { list: { call: 'GET {library}/books', permission: 'books.read' } },
  list: {
    columns: [{ field: 'title', format: 'isbn', tones: 'loan', widget: 'cover' }],
    filterForm: { label: 'Filter', fields: [{ filter: 'title', label: 'Title', widget: 'shelf' }] },
    paging: 'client',
    perPage: 10,
    empty: 'None',
    page: 'shelves',
  },
  actions: {
    lend: {
      label: 'Lend',
      binding: 'list',
      success: 'Lent',
      input: { to: { schema: { type: 'string' }, label: 'To', widget: 'member' } },
    },
  },
  show: {
    exists: '/id',
    header: { title: '/title', facts: [] },
    summary: [{ kind: 'part', part: 'loans', widget: 'timeline' }],
  },
})

const library: Registry = {
  services: { library: { authorization: 'token' } },
  permissions: ['books.read'],
  roles: { librarian: ['books.read'] },
  unknownRole: 'librarian',
  tones: { loan: { tones: { LATE: 'needsUs' } } },
  formats: ['isbn'],
  cells: ['cover'],
  inputs: ['member'],
  filters: ['shelf'],
  blocks: { timeline: {} },
  pages: ['shelves'],
}

describe('the check of registrations', () => {
  it('finds nothing wrong with this console, nor with one that uses every slot', () => {
    expect(checkRegistry(ours, definitions)).toEqual([])
    expect(checkRegistry(library, [book])).toEqual([])
  })

  it('names everything that is used and not registered, all at once', () => {
    const none = { services: {}, permissions: [], roles: {}, unknownRole: 'guest', tones: {} }
    const found = checkRegistry(none, [book]).map(({ where, message }) => `${where} ${message.split(',', 1)[0]}`)
    expect(found.toSorted()).toEqual([
      "books.actions.lend.input.to names the input 'member'",
      "books.bindings.list names the permission 'books.read'",
      "books.bindings.list names the service 'library'",
      "books.list.columns.title names the cell 'cover'",
      "books.list.columns.title names the format 'isbn'",
      "books.list.columns.title names the table of tones 'loan'",
      "books.list.filterForm.title names the filter control 'shelf'",
      "books.list.page names the page 'shelves'",
      "books.show.summary.loans names the block 'timeline'",
      "registry.unknownRole names the role 'guest'",
    ])
  })

  it('names everything that is registered and not used, and says what to do', () => {
    const found = checkRegistry(library, []).map(({ where, message }) => `${where} ${message}`)
    expect(found).toEqual(
      [
        ['services', 'library'],
        ['permissions', 'books.read'],
        ['tones', 'loan'],
        ['formats', 'isbn'],
        ['cells', 'cover'],
        ['inputs', 'member'],
        ['filters', 'shelf'],
        ['blocks', 'timeline'],
        ['pages', 'shelves'],
      ].map(([slot, name]) => `registry.${slot} has '${name}', which no definition uses: use it or remove it`),
    )
  })

  it('names what is there twice, also under a name of the framework', () => {
    const doubled = { ...library, cells: ['cover', 'cover'], formats: ['isbn', 'money'] }
    expect(checkRegistry(doubled, [book])).toEqual(
      expect.arrayContaining([
        { where: 'registry.cells', message: "has 'cover' twice: give one of them another name" },
        { where: 'registry.formats', message: "has 'money' twice: give one of them another name" },
      ]),
    )
  })

  it('names permissions of roles and of routes that are not registered', () => {
    const stray = { ...library, roles: { librarian: ['books.red'] }, routePermissions: ['books.burn'] }
    expect(checkRegistry(stray, [book])).toEqual([
      {
        where: 'registry.roles.librarian',
        message: "names the permission 'books.red', registered are: books.read",
      },
      {
        where: 'registry.routePermissions',
        message: "names the permission 'books.burn', registered are: books.read",
      },
    ])
  })

  it('takes a permission that only a route asks for, and a service that only code can call', () => {
    const more: Registry = {
      ...library,
      services: { ...library.services, postal: { authorization: 'key' } },
      permissions: ['books.read', 'books.scan'],
      routePermissions: ['books.scan'],
    }
    expect(checkRegistry(more, [book])).toEqual([])
  })
})
