import type { Resource } from '../resource.ts'
import type { Fact } from '../show.ts'
import { blocksOf } from './pageBlocks.ts'
import { entriesOf } from './problem.ts'

/** The kinds of names that a registry has. */
export type Slot =
  'services' | 'permissions' | 'tones' | 'formats' | 'cells' | 'inputs' | 'filters' | 'blocks' | 'pages'

/** One place of a definition that names something registered. */
export interface RegistryUse {
  readonly slot: Slot
  readonly where: string
  readonly name: string
}

type Named = readonly (readonly [slot: Slot, place: string, name: string | undefined])[]

const serviceIn = (call: string): string => /\{([^}]*)\}/.exec(call)?.[1] ?? ''

const called = ({ bindings, reads, actions, detail }: Resource): Named => [
  ...[...entriesOf(bindings), ...entriesOf(reads)].flatMap(([name, { call, permission }]): Named => {
    const place = Object.hasOwn(bindings, name) ? `bindings.${name}` : `reads.${name}`
    return [
      ['services', place, serviceIn(call)],
      ['permissions', place, permission],
    ]
  }),
  ...entriesOf(actions)
    .filter(([, { binding, permission }]) => bindings[binding]?.permission !== permission)
    .map(([name, { permission }]) => ['permissions', `actions.${name}`, permission] as const),
  ['permissions', 'detail.reveal', detail?.reveal?.permission],
]

const factsUse = (place: string, facts: readonly (Fact & { readonly tones?: string })[]): Named =>
  facts.flatMap(({ label, format, tones }): Named => [
    ['formats', `${place}.${label}`, format],
    ['tones', `${place}.${label}`, tones],
  ])

const listed = ({ list }: Resource): Named => [
  ['pages', 'list.page', list?.page],
  ...(list?.columns ?? []).flatMap((column): Named => {
    const place = `list.columns.${column.id}`
    return [
      ['tones', place, column.tones],
      ['formats', place, column.format],
      ['cells', place, column.widget],
      ['blocks', `${place}.view`, column.view?.widget],
    ]
  }),
  ...(list?.filterForm?.fields ?? []).map(
    ({ filter, widget }) => ['filters', `list.filterForm.${filter}`, widget] as const,
  ),
]

const shown = ({ show }: Resource): Named =>
  show === null
    ? []
    : [
        ['pages', 'show.page', show.page],
        ['tones', 'show.header.status', show.header.status?.tones],
        ...factsUse('show.header', show.header.facts),
        ...blocksOf(show).flatMap(({ where, block }): Named => {
          if (block.kind === 'fields') return factsUse(`show.${where}`, block.fields)
          if (block.kind === 'table') return factsUse(`show.${where}.${block.title}`, block.columns)
          if (block.kind === 'raw') return [['permissions', `show.${where}`, block.permission]]
          return [['blocks', `show.${where}.${block.part}`, block.widget]]
        }),
      ]

const asked = ({ actions, form }: Resource): Named => [
  ...entriesOf(actions).flatMap(([name, { input, result }]): Named => [
    ...entriesOf(input).map(([field, { widget }]) => ['inputs', `actions.${name}.input.${field}`, widget] as const),
    ...factsUse(`actions.${name}.result`, result?.facts ?? []),
  ]),
  ...entriesOf(form?.fields).map(([field, { widget }]) => ['inputs', `form.fields.${field}`, widget] as const),
]

/** Every place of a definition that names something registered. */
export const registryUses = (definition: Resource): readonly RegistryUse[] =>
  [called, listed, shown, asked]
    .flatMap((read) => read(definition))
    .flatMap(([slot, place, name]) =>
      name === undefined ? [] : [{ slot, where: `${definition.name}.${place}`, name }],
    )
