import { keysOf } from '../pointer.ts'
import { serviceIn } from '../binding.ts'
import { headerFlaw } from '../headerName.ts'
import { objectOf } from '../input.ts'
import { standardCoercions } from '../coerceRecord.ts'
import { schemasOf } from './personalRules.ts'
import {
  authorizationOf,
  componentsOf,
  frameworkPermissions,
  serviceOf,
  type Registry,
  type Slot,
} from '../registry.ts'
import type { Resource } from '../resource.ts'
import type { Fact } from '../show.ts'
import { blocksOf } from './pagePlaces.ts'
import { coded, entriesOf, joinNames, type Finding, type Problem } from './problem.ts'
import { standardFormats } from '../format.ts'

export type NameKind = 'service' | 'permission' | 'tones' | Slot

/** One place in a definition that names something registered. */
export interface RegistryUse {
  readonly kind: NameKind
  readonly where: string
  readonly name: string
}

type Named = readonly (readonly [kind: NameKind, place: string, name: string | undefined])[]

const called = ({ bindings, reads, actions, reveal }: Resource): Named => [
  ...[...entriesOf(bindings), ...entriesOf(reads)].flatMap(([name, { call, permission }]): Named => {
    const place = `bindings.${name}`
    return [
      ['service', place, serviceIn(call)],
      ['permission', place, permission],
    ]
  }),
  ...entriesOf(actions)
    .filter(([, { binding, permission }]) => bindings[binding]?.permission !== permission)
    .map(([name, { permission }]) => ['permission', `actions.${name}`, permission] as const),
  ['permission', 'reveal', reveal],
]

const factsUse = (place: string, facts: readonly Fact[]): Named =>
  facts.flatMap(({ label, display, tones }): Named => [
    ['format', `${place}.${label}`, display],
    ['tones', `${place}.${label}`, tones],
  ])

const listed = ({ list }: Resource): Named => [
  ['page', 'list.widget', list?.page],
  ['permission', 'list.export', list?.export?.permission],
  ...(list?.columns ?? []).flatMap((column): Named => {
    const place = `list.columns.${column.id}`
    return [
      ['tones', place, column.tones],
      ['format', place, column.display],
      ['cell', place, column.widget],
      ['block', place, column.view?.widget],
    ]
  }),
  ...(list?.filterForm?.fields ?? []).map(({ filter, widget }) => ['filter', `list.filter.${filter}`, widget] as const),
]

const shown = ({ show }: Resource): Named =>
  show === null
    ? []
    : [
        ['page', 'show.widget', show.page],
        ['tones', 'show.status', show.header.status?.tones],
        ...factsUse('show.facts', show.header.facts),
        ...blocksOf(show).flatMap(({ where, block }): Named => {
          if (block.kind === 'fields')
            return [['facts', `show.${where}`, block.widget], ...factsUse(`show.${where}`, block.facts)]
          if (block.kind === 'table') return factsUse(`show.${where}.${block.title}`, block.columns)
          if (block.kind === 'raw') return [['permission', `show.${where}`, block.permission]]
          return block.kind === 'part' ? [['block', `show.${where}.${block.resource}`, block.widget]] : []
        }),
      ]

const asked = ({ actions, form }: Resource): Named => [
  ...entriesOf(actions).flatMap(([name, { input, result }]): Named => [
    ...entriesOf(input).map(([field, { widget }]) => ['input', `actions.${name}.input.${field}`, widget] as const),
    ...factsUse(`actions.${name}.result`, result?.facts ?? []),
  ]),
  ...entriesOf(form?.fields).map(([field, { widget }]) => ['input', `fields.${field}`, widget] as const),
]

const uploaded = ({ bindings }: Resource): Named =>
  entriesOf(bindings).flatMap(([name, { upload }]) =>
    entriesOf(upload?.rows).flatMap(([column, own]): Named => {
      const place = `bindings.${name}.upload.${column}`
      return [
        ['format', place, objectOf(own.schema).display],
        ['input', place, own.widget],
      ]
    }),
  )

const coerced = (definition: Resource): Named =>
  schemasOf(definition).flatMap(([where, { coerce }]): Named => {
    const place = where.slice(where.indexOf('.') + 1)
    return standardCoercions.some((name) => name === coerce) ? [] : [['coercion', place, coerce]]
  })

const registryUses = (definition: Resource): readonly RegistryUse[] =>
  [coerced, called, listed, shown, asked, uploaded]
    .flatMap((read) => read(definition))
    .flatMap(([kind, place, name]) =>
      // A name that comes from something unknown is empty, and reported there.
      name === undefined || name === '' ? [] : [{ kind, where: `${definition.name}.${place}`, name }],
    )

const kindText: Readonly<Record<NameKind, string>> = {
  service: 'service',
  permission: 'permission',
  tones: 'table of tones',
  format: 'format',
  coercion: 'coercion',
  cell: 'cell',
  input: 'input',
  filter: 'filter control',
  facts: 'drawing of facts',
  block: 'block',
  page: 'page',
  route: 'page of its own',
}

const kinds = keysOf(kindText)

function namesOf(registry: Registry, kind: NameKind): readonly string[] {
  if (kind === 'service') return Object.keys(registry.services)
  if (kind === 'permission') return registry.permissions
  if (kind === 'tones') return Object.keys(registry.tones)
  return componentsOf(registry).flatMap((component) => (component.kind === kind ? [component.name] : []))
}

const knownNames = (registry: Registry, kind: NameKind): readonly string[] => [
  ...namesOf(registry, kind),
  ...(kind === 'format' ? standardFormats : kind === 'coercion' ? standardCoercions : []),
]

const twice = (registry: Registry): readonly Finding[] =>
  kinds.flatMap((kind) => {
    const names = knownNames(registry, kind)
    return names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => ({ where: 'registry', message: `has the ${kindText[kind]} '${name}' twice: rename one of them` }))
  })

const unknown = (registry: Registry, uses: readonly RegistryUse[]): readonly Problem[] =>
  uses.flatMap(({ kind, where, name }) => {
    const names = knownNames(registry, kind)
    if (names.includes(name)) return []
    const other = componentsOf(registry).find((component) => component.name === name)
    const registered = other === undefined ? '' : ` (registered as: ${kindText[other.kind]})`
    const message = `names the ${kindText[kind]} '${name}'${registered}, registered are: ${joinNames(names, name)}`
    return coded(kind === 'filter' || kind === 'input' ? `unknown-${kind}-control` : `unknown-${kind}`, [
      { where, message },
    ])
  })

/** Permissions that the routes of the console's own components need. */
const routePermissions = (registry: Registry): readonly string[] =>
  componentsOf(registry).flatMap(({ permissions = [] }) => permissions)

/** Definitions call a service with its own key only by a header that is registered with it; the console's code sends its own. */
const keysAreSent = (registry: Registry, uses: readonly RegistryUse[]): readonly Finding[] =>
  uses.flatMap(({ kind, where, name }) => {
    const service = kind === 'service' ? serviceOf(registry, name) : undefined
    if (service?.authorization !== 'key' || Object.keys(service.header ?? {}).length > 0) return []
    const variable = `${name.toUpperCase()}_API_KEY`
    return [
      {
        where,
        message: `calls '${name}', which takes a key of its own: register it with the header of that key, ${name}: { authorization: 'key', header: { 'X-Api-Key': '${variable}' } }`,
      },
    ]
  })

const headerFlaws = {
  malformed: 'is not the name of an HTTP header: write it as X-Api-Key',
  reserved: 'has a meaning of its own: name another header',
}

/** The start refuses other headers of a service. */
const headersAreSent = (registry: Registry): readonly Finding[] =>
  Object.keys(registry.services).flatMap((service) =>
    Object.keys(serviceOf(registry, service)?.header ?? {}).flatMap((name) => {
      const flaw = headerFlaw(name)
      const where = `registry.services.${service}.header`
      return flaw === undefined ? [] : [{ where, message: `names '${name}', which ${headerFlaws[flaw]}` }]
    }),
  )

/** A service with its own key may be called by the console's own code alone, which also has its own pages. */
const usedByCode = (registry: Registry, kind: NameKind, name: string): boolean =>
  kind === 'route' ||
  (kind === 'service'
    ? authorizationOf(registry, name) === 'key'
    : kind === 'permission' &&
      [...routePermissions(registry), ...Object.values<string>(frameworkPermissions)].includes(name))

const unused = (registry: Registry, uses: readonly RegistryUse[]): readonly Finding[] =>
  kinds.flatMap((kind) => {
    const used = new Set(uses.flatMap((use) => (use.kind === kind ? [use.name] : [])))
    return namesOf(registry, kind)
      .filter((name) => !used.has(name) && !usedByCode(registry, kind, name))
      .map((name) => {
        const byCode = kind === 'service' ? `; if code alone calls it, as at the sign-in, register ${name}: 'key'` : ''
        return {
          where: 'registry',
          message: `has the ${kindText[kind]} '${name}', which no definition uses: use it or remove it${byCode}`,
        }
      })
  })

function strayPermissions(registry: Registry): readonly Finding[] {
  const { permissions, roles, freshSignIn = [] } = registry
  const granted = [
    ...freshSignIn.map((name) => ['freshSignIn', name] as const),
    ...entriesOf(roles).flatMap(([role, names]) => names.map((name) => [`roles.${role}`, name] as const)),
    ...componentsOf(registry).flatMap(({ name, permissions: asked = [] }) =>
      asked.map((permission) => [`components.${name}`, permission] as const),
    ),
  ]
  return granted
    .filter(([, name]) => !permissions.includes(name))
    .map(([place, name]) => ({
      where: `registry.${place}`,
      message: `names the permission '${name}', registered are: ${joinNames(permissions, name)}`,
    }))
}

/** A registered component must have the reads that it is drawn from. */
const componentsRead = (registry: Registry, { reads }: Resource, uses: readonly RegistryUse[]): readonly Finding[] => {
  const declared = entriesOf(reads).map(([read]) => read)
  return uses.flatMap(({ kind, where, name }) => {
    const own = componentsOf(registry).find((component) => component.kind === kind && component.name === name)
    return (own?.bindings ?? [])
      .filter((read) => !declared.includes(read))
      .map((read) => ({
        where,
        message: `draws '${name}', which needs the read '${read}'; declared are: ${joinNames(declared)}`,
      }))
  })
}

/** The problems between a registry and the definitions: unknown, unused or duplicate names. */
export function checkRegistry(registry: Registry, definitions: readonly Resource[]): readonly Problem[] {
  const uses = definitions.flatMap(registryUses)
  const unread = definitions.flatMap((definition) => componentsRead(registry, definition, registryUses(definition)))
  return [
    ...coded('duplicate-name', twice(registry)),
    ...coded('unknown-permission', strayPermissions(registry)),
    ...unknown(registry, uses),
    ...coded('invalid-header', headersAreSent(registry)),
    ...coded('missing-key', keysAreSent(registry, uses)),
    ...coded('unused-name', unused(registry, uses), 'warning'),
    ...coded('missing-read', unread),
  ]
}
