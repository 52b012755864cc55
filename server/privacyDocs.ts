import {
  annotatedPlaces,
  detailPlaces,
  isPersonalFilter,
  isShownAsFlag,
  type PersonalPlace,
  readPlaces,
} from '../language/personal.ts'
import { isMasked, maskValue, piiClasses, type PiiClass } from '../language/pii.ts'
import type { ConsoleModel } from '../language/registry.ts'
import type { ResolvedColumn, Resource } from '../language/resource.ts'

export const code = (text: string): string => `\`${text}\``

/** A table; the formatter aligns it. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')

/** One value with personal data: where its definition has it, its class, and where staff meet it. */
interface PersonalValue {
  readonly place: string
  readonly pii: PiiClass
  readonly shown: string
  readonly where: string
}

/** What the browser receives of a class, in words. */
const shownOf = (pii: PiiClass): string => (isMasked(pii) ? 'masked' : 'whole')

const fieldsOf = ({ field, and, fallback }: ResolvedColumn): readonly (string | undefined)[] => [
  field,
  ...and,
  ...fallback.map((other) => other.field),
]

/** Where staff meet a field of the records: where they type it, its column, or only the answer to the browser. */
function whereOf(definition: Resource, field: string): string {
  if (definition.kind === 'form') return `typed into ${definition.label}`
  const column = definition.list.columns.find((each) => fieldsOf(each).includes(field))
  const list = definition.kind === 'nested' ? 'page' : 'list'
  return column === undefined ? `${list}, without a column` : `${list}, column '${column.label}'`
}

const recordValues = (definition: Resource): readonly PersonalValue[] =>
  Object.entries(definition.record.properties).flatMap(([field, schema]) =>
    annotatedPlaces(schema, `/${field}`).map(([place, pii]) => ({
      place,
      pii,
      where: whereOf(definition, field),
      shown: definition.kind === 'form' ? 'typed' : isMasked(pii) && isShownAsFlag(schema) ? 'yes or no' : shownOf(pii),
    })),
  )

const at = (where: string, places: readonly PersonalPlace[], shown?: string): readonly PersonalValue[] =>
  places.map(([place, pii]) => ({ place, pii, shown: shown ?? shownOf(pii), where }))

function typedValues(definition: Resource): readonly PersonalValue[] {
  const { list, actions } = definition
  const filters = Object.entries(list?.filters ?? {}).filter(([name]) => isPersonalFilter(definition, name))
  return [
    ...at('search of the list', annotatedPlaces(list?.search?.schema), 'typed'),
    ...filters.flatMap(([name, schema]) => at('filter of the list', annotatedPlaces(schema, `/${name}`), 'typed')),
    ...Object.values(actions).flatMap(({ label, input }) =>
      Object.entries(input).flatMap(([name, { schema }]) =>
        at(`typed into ${label}`, annotatedPlaces(schema, `/${name}`), 'typed'),
      ),
    ),
  ]
}

/** Every value with personal data that a definition brings to the browser or sends, each place once. */
function personalValues(definition: Resource): readonly PersonalValue[] {
  const { detail, reads, bindings } = definition
  const values = [
    ...recordValues(definition),
    ...(detail === null ? [] : at('page', detailPlaces(definition))),
    ...Object.keys(reads).flatMap((name) => at(`page, ${name}`, readPlaces(definition, name))),
    ...Object.entries(bindings).flatMap(([verb, { response }]) =>
      at(`answer of ${verb}`, annotatedPlaces(response.schema)),
    ),
    ...typedValues(definition),
  ]
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

const rolesWith = ({ registry }: ConsoleModel, permission: string): string => {
  const roles = Object.entries(registry.roles).filter(([, own]) => own.includes(permission))
  return roles.map(([role]) => (role === '*' ? 'any other role' : role)).join(', ')
}

/** Who may see a masked value of a definition whole. */
function revealedBy(definition: Resource, model: ConsoleModel): string {
  const owner =
    definition.partOf === null ? definition : model.definitions.find(({ name }) => name === definition.partOf.resource)
  const permission = owner?.reveal
  return permission === undefined
    ? 'No one sees a masked value whole.'
    : `A masked value of the page is shown whole to those with ${code(permission)} (${rolesWith(model, permission)}), one value ` +
        'at a time, with a reason, and recorded in the audit trail.'
}

function sectionOf(definition: Resource, model: ConsoleModel): string {
  const values = personalValues(definition)
  if (values.length === 0) return ''
  const permissions = [
    ...new Set(
      Object.values(definition.bindings).flatMap(({ effect, permission }) => (effect === 'read' ? [permission] : [])),
    ),
  ]
  const rows = values.map(({ place, pii, shown, where }) => [code(place === '' ? '/' : place), pii, shown, where])
  const isAnyMasked = values.some(({ shown }) => shown === 'masked')
  return [
    `## ${definition.label}`,
    [
      code(definition.name),
      ...permissions.map((permission) => `read with ${code(permission)} (${rolesWith(model, permission)})`),
    ].join(', '),
    table(['value', 'class', 'in the browser', 'where'], rows),
    ...(isAnyMasked ? [revealedBy(definition, model)] : []),
  ].join('\n\n')
}

/** The content of `docs/privacy.md`: every value with personal data, its class, where it is shown, who may see it whole. */
export function privacyPage(model: ConsoleModel): string {
  const classes = piiClasses.map((pii) => [
    pii,
    isMasked(pii) ? `masked: ${code(String(maskValue('123456789', pii)))}` : 'whole',
  ])
  const sections = model.definitions.map((definition) => sectionOf(definition, model))
  return [
    '# Personal data',
    'Made from the definitions by the command `docs`. A value is personal when its ' +
      'definition gives it a class. The gateway masks some of the classes before a value leaves it.',
    table(['class', 'in the browser'], classes),
    'No personal value is written to an address, a log or the storage of a browser. What a definition does not declare is ' +
      'dropped by the gateway.',
    'Who opens a record with a personal value, or searches by one, is recorded with person, record and time, and so is each value ' +
      'shown whole and each file.',
    'Every ten minutes one gateway deletes what is past its time. The audit trail is never deleted from.',
    table(
      ['what', 'how long'],
      [
        ['who has read which record, searches as digests', `${code('VIEWS_KEPT_DAYS')}, 400 days`],
        ['decided approvals', `${code('APPROVALS_KEPT_DAYS')}, 400 days`],
        ['answers to changes, also with an unknown outcome', '24 hours'],
        ['sessions', '30 minutes without activity, 8 hours at most'],
        ['uploaded files', 'until sent on, a few minutes after a crash'],
        ['what is typed into a form', 'in the memory of the tab only'],
      ],
    ),
    'All that is kept is in [security.md](security.md#what-the-console-keeps-and-for-how-long).',
    ...sections.filter((section) => section !== ''),
  ].join('\n\n')
}
