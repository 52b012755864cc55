import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { authored } from '../../../examples/library/schemas/index.ts'
import { books } from '../../../examples/library/schemas/books.ts'
import type { ResourceDefinition } from '../../../language/authored/definition.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import { refusesEmpty } from '../../../language/check/problem.ts'
import { allPlaces, piiOf } from '../../../language/personal.ts'
import type { Registry } from '../../../language/registry.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import type { FieldSchema } from '../../../language/schema.ts'
import { sourcePlaces } from '../../../server/authoring/sourcePlaces.ts'

const { record, bindings, list, actions } = books
const lend = actions!['lend']!
const { screens, ...others } = authored

/** What is said of the library when its books are written otherwise, each as `severity code where: message`. */
const said = (change: Partial<ResourceDefinition>, registry: Registry = others.registry): readonly string[] => {
  const changed = screens.map((screen) => (screen === books ? { ...books, ...change } : screen))
  return checkModel(resolveConsole({ ...others, registry, screens: changed })).map(
    ({ severity, code, where, message }) => `${severity} ${code} ${where}: ${message}`,
  )
}

const withIban = { type: 'object', properties: { iban: { type: 'string' } } } as const

const withField = (name: string, schema: FieldSchema) => ({
  record: { ...record, properties: { ...record.properties, [name]: schema } },
})

const withBlock = (block: object) =>
  ({
    bindings: { ...bindings, getOne: { call: 'GET {library}/books/{id}', permission: 'books.read' } },
    show: { path: '/book/{id}', exists: '/id', title: '/title', facts: [], blocks: [block] },
  }) as never

const withAction = (change: object) => ({ actions: { lend: { ...lend, ...change } } })

const asking = (schema: FieldSchema) => withAction({ input: { card: { label: 'Card', required: 'Enter it', schema } } })

const state = { type: 'string', title: 'State', tones: 'book', enum: ['AVAILABLE', 'LENT', 'LOST'] } as const

const ordered = (query: object): Partial<ResourceDefinition> =>
  ({ bindings: { ...bindings, list: { ...bindings['list']!, query: { page: { param: 'page' }, ...query } } } }) as never

describe('the problems of a console', () => {
  it('are none in the library', () => {
    expect(said({})).toEqual([])
  })

  it.each<readonly [string, Partial<ResourceDefinition>, RegExp]>([
    [
      'a reference to a resource that there is not',
      withField('owner', { type: 'integer', reference: 'member' }),
      /^error unknown-resource books\.record\.owner: refers to 'member', lists are: .*; did you mean 'members'\?/,
    ],
    [
      'a column of an object that nothing writes',
      {
        ...withField('shop', {
          type: 'object',
          title: 'Shop',
          properties: { phone: { type: 'string', pii: 'phone' } },
        }),
        list: { ...list, columns: ['title', 'shop'] },
      },
      /^error invalid-column books\.list\.columns\.shop: is an object, .* by path: '\/phone', or .* display: '\{phone\}'$/,
    ],
    [
      'a misspelt place',
      withBlock({ kind: 'facts', facts: ['/titel'] }),
      /^error unknown-place books\.show\.blocks\.\/titel: .*; did you mean '\/title'\?$/,
    ],
    [
      'a field of the form that is misspelt',
      {
        bindings: { ...bindings, create: { call: 'POST {library}/books', permission: 'books.read' } },
        form: { fields: ['titel'] },
      },
      /^error unknown-field books\.form\.fields: has 'titel', .*; did you mean 'title'\?$/,
    ],
    [
      'a reference of another type than the id',
      withField('owners', { type: 'array', items: { type: 'string', reference: 'members' } }),
      /^error reference-type books\.record\.owners\.items: is of type string, and the ids of members are of type integer/,
    ],
    [
      'a reference whose id never arrives',
      withField('owner', { type: ['integer', 'null'], pii: 'ssn', reference: 'members' }),
      /^error masked-reference books\.record\.owner: is masked/,
    ],
    [
      'a record that its list is not found by',
      withField('owner', { type: 'string', reference: { resource: 'members', field: 'card' } }),
      /^error unreadable-reference books\.record\.owner: refers to members by 'card', its list\.find\.search has/,
    ],
    [
      'a call for several records that names none',
      { bindings: { ...bindings, getMany: { ...bindings['list']!, effect: 'mutate' } } } as never,
      /^error invalid-get-many books\.bindings\.getMany: names no ids: map \{ param: 'ids' \}/,
    ],
    [
      'ids that another call sends',
      { bindings: { ...bindings, list: { ...bindings['list']!, query: { ids: { param: 'ids' } } } } } as never,
      /^error invalid-get-many books\.bindings\.list: sends ids/,
    ],
    [
      'a preview of what is no file',
      {
        actions: {
          look: { label: 'Look', binding: 'list', placement: 'list', result: 'preview', success: 'Looked' },
        },
      } as never,
      /^error invalid-preview books\.actions\.look\.result: shows a file, and list downloads none/,
    ],
    [
      'an order whose fields cannot be told apart',
      ordered({ sort: { sort: 'field,asc', several: 'comma' } }),
      /^error invalid-sort books\.bindings\.list\.sort: writes 'field,asc' with commas in between, .*several: 'repeat'/,
    ],
    [
      'an order by several fields in one of two directions',
      ordered({ by: { sort: 'field', several: 'comma' }, direction: { sort: 'asc' } }),
      /^error invalid-sort books\.bindings\.list\.direction: orders by one field, unlike books\.bindings\.list\.by/,
    ],
    [
      'a list on the page of a record that there is not',
      withBlock({ kind: 'list', resource: 'loan', filter: 'member' }),
      /^error unknown-resource books\.show\.blocks\.loan: refers to 'loan', .*did you mean 'loans'\?/,
    ],
    [
      'a list on the page of a record by a filter that it does not have',
      withBlock({ kind: 'list', resource: 'loans', filter: 'membr' }),
      /^error unknown-filter books\.show\.blocks\.loans: has the filter 'membr', filters of loans are: member; did you mean 'member'\?/,
    ],
    [
      'a personal name without a class',
      withField('contactEmail', { type: ['string', 'null'] }),
      /^error unmarked-personal books\.record\.contactEmail: .*add pii: 'email', or pii: 'none'/,
    ],
    [
      'a personal name deep inside',
      withField('loans', {
        type: 'array',
        items: { type: 'object', properties: { reader: { type: 'object', properties: { dob: { type: 'string' } } } } },
      }),
      /^error unmarked-personal books\.record\.loans\.reader\.dob: .*'dateOfBirth'/,
    ],
    [
      'a part of a name',
      withField('reader', { type: 'object', properties: { name: { properties: { first: { type: 'string' } } } } }),
      /^error unmarked-personal books\.record\.reader\.name\.first: .*'name'/,
    ],
    [
      'a personal name in a read',
      { bindings: { ...bindings, more: { ...bindings['list']!, schema: withIban } } } as never,
      /^error unmarked-personal books\.bindings\.more\.schema\.iban: .*'bankAccount'/,
    ],
    [
      'a filter with a personal name',
      { list: { ...list, filter: { phone: { type: 'string', title: 'Phone' } } } },
      /^error unmarked-personal books\.list\.filter\.phone/,
    ],
    [
      'a condition that no choice meets',
      { ...withField('state', state), ...withAction({ when: { state: 'AVALABLE' } }) },
      /^error impossible-condition books\.actions\.lend\.when: .*'state' with "AVALABLE".* one of AVAILABLE, LENT, LOST; did you mean 'AVAILABLE'\?$/,
    ],
    [
      'a condition of another type, in a list that excludes',
      withAction({ when: { state: { not: ['LENT', 1] } } }),
      /^error impossible-condition books\.actions\.lend\.when: compares 'state' with 1, which it never is: it is string$/,
    ],
    [
      'an input that takes an object',
      asking({ type: 'object', properties: {} }),
      /^error unsendable-input books\.actions\.lend\.input\.card: can never be sent/,
    ],
    [
      'an input that takes lists of lists',
      asking({ type: 'array', items: { type: 'array', items: { type: 'string' } }, minItems: 1 }),
      /^error unsendable-input books\.actions\.lend\.input\.card: .* or an array of one of these/,
    ],
    [
      'an input whose group has a member that no field takes',
      asking({ type: 'object', properties: { a: { type: 'string' }, b: { type: ['string', 'integer'] } } }),
      /^error unsendable-input books\.actions\.lend\.input\.card: has 'b', which can never be sent/,
    ],
    [
      'a range without its first day',
      asking({ type: 'string', format: 'date', notBefore: 'from' }),
      /^error invalid-range books\.actions\.lend\.input\.card: may not be before 'from': both must be days or moments/,
    ],
    [
      'an input with a format that no field checks',
      asking({ type: 'string', minLength: 1, format: 'ipv4' }),
      /^error invalid-input books\.actions\.lend\.input\.card: has the format 'ipv4', which no field checks/,
    ],
    [
      'a required name that is no field',
      { record: { ...record, required: ['id', 'titel'] } },
      /^error unknown-field books\.record: requires 'titel', which is no field; .*did you mean 'title'\?$/,
    ],
    [
      'a type that JSON Schema does not have',
      withField('pages', { type: 'integr', title: 'Pages' } as never),
      /^error unknown-type books\.record\.pages: has the type 'integr', .*did you mean 'integer'\?$/,
    ],
    [
      'a parameter that no list has',
      { bindings: { ...bindings, list: { ...bindings.list, query: { p: { param: 'paeg' as 'page' } } } } },
      /^error unknown-parameter books\.bindings\.list\.p: .*did you mean 'page'\?$/,
    ],
    [
      'a number of pages without a page that is asked for',
      { bindings: { ...bindings, list: { ...bindings.list, data: '/items', pageCount: '/pages' } } },
      /^error page-not-sent books\.bindings\.list: .*asks for no page/,
    ],
    [
      'cards that are saved as a file',
      { list: { ...list, display: 'cards', export: { permission: 'catalog.read' } } as never },
      /^error no-export books\.list\.export: .*remove it from cards$/,
    ],
    [
      'a filtered list without a page, of a list with pages',
      {
        bindings: {
          ...bindings,
          list: { ...bindings.list, query: { page: { param: 'page' }, title: { param: 'search' } } },
          listFiltered: bindings.list,
        },
        list: { ...list, sort: undefined } as never,
      },
      /^error page-not-sent books\.bindings\.listFiltered/,
    ],
    [
      'an unknown service',
      { bindings: { ...bindings, list: { ...bindings.list, call: 'GET {librari}/books' } } },
      /^error unknown-service books\.bindings\.list: names the service 'librari', registered are: library.*; did you mean 'library'\?$/,
    ],
    [
      'a call that is none',
      { bindings: { ...bindings, list: { ...bindings.list, call: 'GET {Library}/books' } } },
      /^error invalid-call books\.bindings\.list: .*in lower-case letters/,
    ],
    [
      'a misspelled keyword',
      withField('due', { type: 'string', dispaly: 'date' } as never),
      /^error unknown-keyword books\.record\.due: .*; did you mean 'display'\?$/,
    ],
    [
      'a misspelled field',
      { list: { ...list, sort: 'titel' } },
      /^error unknown-field books\.list\.sort: names 'titel'.*; did you mean 'title'\?$/,
    ],
  ])('name %s', (_title, change, expected) => {
    expect(said(change)).toContainEqual(expect.stringMatching(expected))
  })

  it.each<readonly [string, Partial<ResourceDefinition>]>([
    ['a personal name that is marked none', withField('address', { type: 'string', pii: 'none' })],
    ['names that only begin like personal ones', withField('email_sent_at', { type: 'string' })],
    ['a flag about something personal', withField('has_phone', { type: 'boolean' })],
    ['a condition on a choice', { ...withField('state', state), ...withAction({ when: { state: ['LENT', 'LOST'] } }) }],
    ['choices that are required', asking({ type: 'string', enum: ['EAST', 'WEST'] })],
    ['a required text with a pattern', asking({ type: 'string', pattern: '^[0-9]+$' })],
  ])('are none with %s', (_title, change) => {
    expect(said(change)).toEqual([])
  })

  it('are a warning only where a registered name is used by nothing', () => {
    const registry = { ...others.registry, permissions: [...others.registry.permissions, 'books.burn'] }
    expect(said({}, registry)).toEqual([expect.stringMatching(/^warning unused-name registry: .*'books\.burn'/)])
  })

  it('do not hide that a field marked none is treated as any other', () => {
    const address = withField('address', { type: 'string', pii: 'none' })
    const [resource] = resolveConsole({ ...others, screens: [{ ...books, ...address }] }).definitions
    expect(resource && [piiOf(resource, 'address'), allPlaces(resource)]).toEqual([undefined, []])
  })
})

it.each<readonly [FieldSchema, boolean]>([
  [{ type: 'string' }, false],
  [{ type: 'string', minLength: 1 }, true],
  [{ type: 'string', enum: ['EAST', 'WEST'] }, true],
  [{ type: 'string', enum: ['', 'WEST'] }, false],
  [{ type: 'string', pattern: '^[0-9]*$' }, false],
  [{ type: 'string', pattern: '^[0-9]+$' }, true],
  [{ type: 'array', items: { type: 'string' } }, false],
])('%j refuses an empty value: %s', (schema, expected) => {
  expect(refusesEmpty(schema)).toBe(expected)
})

describe('the line of a problem', () => {
  const folder = join(import.meta.dirname, '..', '..', '..', 'examples', 'library', 'schemas')
  const places = sourcePlaces(folder)

  it.each([
    ['books.record.due', /books\.ts:\d+$/, "due: { type: ['string', 'null']"],
    ['books.list.columns.author', /books\.ts:\d+$/, "columns: ['title', 'author'"],
    ['books.actions.lend.input.card', /books\.ts:\d+$/, 'card: {'],
    ['books.bindings.lend.body.nothing', /books\.ts:\d+$/, 'lend: { call:'],
    ['registration.fields.born', /members\.ts:\d+$/, 'born: {'],
  ])('%s is found', async (where, file, text) => {
    const [found = ''] = places(where)
    expect(found).toMatch(file)
    const { readFile } = await import('node:fs/promises')
    const [path = '', line] = found.split(':')
    const lines = (await readFile(path, 'utf8')).split('\n')
    expect(lines[Number(line) - 1]).toContain(text)
  })

  it('of the registry is in no definition', () => {
    expect(places('registry.roles')).toEqual([])
  })
})
