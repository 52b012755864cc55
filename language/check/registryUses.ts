import type { Slot } from '../registry.ts'
import type { Resource } from '../resource.ts'
import type { Fact } from '../show.ts'
import { blocksOf } from './pageBlocks.ts'
import { entriesOf } from './problem.ts'

/** The kinds of names that a registry has: its own lists, and components by their slot. */
export type NameKind = 'service' | 'permission' | 'tones' | Slot

/** One place of a definition that names something registered. */
export interface RegistryUse {
  readonly kind: NameKind
  readonly where: string
  readonly name: string
}

type Named = readonly (readonly [kind: NameKind, place: string, name: string | undefined])[]

const serviceIn = (call: string): string => /\{([^}]*)\}/.exec(call)?.[1] ?? ''

const called = ({ bindings, reads, actions, detail }: Resource): Named => [
  ...[...entriesOf(bindings), ...entriesOf(reads)].flatMap(([name, { call, permission }]): Named => {
    const place = Object.hasOwn(bindings, name) ? `bindings.${name}` : `reads.${name}`
    return [
      ['service', place, serviceIn(call)],
      ['permission', place, permission],
    ]
  }),
  ...entriesOf(actions)
    .filter(([, { binding, permission }]) => bindings[binding]?.permission !== permission)
    .map(([name, { permission }]) => ['permission', `actions.${name}`, permission] as const),
  ['permission', 'reveal', detail?.reveal?.permission],
]

const factsUse = (place: string, facts: readonly Fact[]): Named =>
  facts.flatMap(({ label, display, tones }): Named => [
    ['format', `${place}.${label}`, display],
    ['tones', `${place}.${label}`, tones],
  ])

const listed = ({ list }: Resource): Named => [
  ['page', 'list.widget', list?.page],
  ...(list?.columns ?? []).flatMap((column): Named => {
    const place = `list.columns.${column.id}`
    return [
      ['tones', place, column.tones],
      ['format', place, column.display],
      ['cell', place, column.widget],
      ['block', `${place}.view`, column.view?.widget],
    ]
  }),
  ...(list?.filterForm?.fields ?? []).map(
    ({ filter, widget }) => ['filter', `list.filters.${filter}`, widget] as const,
  ),
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
          return [['block', `show.${where}.${block.part}`, block.widget]]
        }),
      ]

const asked = ({ actions, form }: Resource): Named => [
  ...entriesOf(actions).flatMap(([name, { input, result }]): Named => [
    ...entriesOf(input).map(([field, { widget }]) => ['input', `actions.${name}.input.${field}`, widget] as const),
    ...factsUse(`actions.${name}.result`, result?.facts ?? []),
  ]),
  ...entriesOf(form?.fields).map(([field, { widget }]) => ['input', `fields.${field}`, widget] as const),
]

/** Every place of a definition that names something registered. */
export const registryUses = (definition: Resource): readonly RegistryUse[] =>
  [called, listed, shown, asked]
    .flatMap((read) => read(definition))
    .flatMap(([kind, place, name]) =>
      name === undefined ? [] : [{ kind, where: `${definition.name}.${place}`, name }],
    )
