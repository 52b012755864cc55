import type { JSONSchema } from 'json-schema-to-ts'
import type { Source } from './binding.ts'
import type { AnyAction, AnyDefinition } from './defineResource.ts'
import { maskedClasses } from './pii.ts'
import { stepsOf } from './pointer.ts'
import type { Pointer } from './schema.ts'
import { placeholdersOf } from './template.ts'

/** One thing that types cannot see and that would go wrong later. */
export interface Problem {
  /** `Resource.part.name`: where to look. */
  readonly where: string
  readonly message: string
}

type Rule = (definition: AnyDefinition) => readonly Problem[]

const entriesOf = <V>(map: Readonly<Record<string, V>> | undefined): readonly (readonly [string, V])[] =>
  Object.entries(map ?? {})

const fieldsOf = (definition: AnyDefinition): readonly string[] => Object.keys(definition.record.properties)

const nearest = (names: readonly string[]): string => (names.length === 0 ? 'none is declared' : names.join(', '))

/** The part of a JSON Schema that a pointer into a matching document names; `*` and numbers are items of an array. */
function schemaAt(schema: JSONSchema | undefined, pointer: Pointer): JSONSchema | undefined {
  let at: JSONSchema | undefined = schema
  for (const step of stepsOf(pointer)) {
    if (at === undefined || typeof at === 'boolean') return undefined
    const isItem = step === '*' || /^\d+$/.test(step)
    const items = isItem ? (at.items as JSONSchema | undefined) : undefined
    at = items ?? (at.properties?.[step] as JSONSchema | undefined)
  }
  return at
}

const hasId: Rule = ({ name, record }) =>
  'id' in record.properties && record.required?.includes('id') === true
    ? []
    : [
        {
          where: `${name}.record`,
          message: `has no required 'id': every record needs one, add it to properties and required`,
        },
      ]

const labelledColumns: Rule = ({ name, record, list }) =>
  list.columns.flatMap((column) => {
    const field = typeof column === 'string' ? column : column.field
    const label = typeof column === 'string' ? undefined : column.label
    const schema = field === undefined ? undefined : record.properties[field]
    const title = typeof schema === 'object' ? schema.title : undefined
    const id = typeof column === 'string' ? column : (column.id ?? column.field)
    if (id === undefined) return [{ where: `${name}.list.columns`, message: `a column without a field needs an 'id'` }]
    return label === undefined && title === undefined
      ? [
          {
            where: `${name}.list.columns.${id}`,
            message: `has no title: give the field a 'title' or the column a 'label'`,
          },
        ]
      : []
  })

const columnPlaces: Rule = ({ name, record, list }) =>
  list.columns.flatMap((column) => {
    if (typeof column === 'string' || column.at === undefined || column.field === undefined) return []
    return schemaAt(record.properties[column.field], column.at) === undefined
      ? [
          {
            where: `${name}.list.columns.${column.id ?? column.field}`,
            message: `'${column.at}' is not declared inside '${column.field}'`,
          },
        ]
      : []
  })

const distinctColumns: Rule = ({ name, list }) => {
  const ids = list.columns.map((column) => (typeof column === 'string' ? column : (column.id ?? column.field)))
  return ids
    .filter((id, index) => ids.indexOf(id) !== index)
    .map((id) => ({
      where: `${name}.list.columns.${id}`,
      message: `stands twice: give one of them an 'id' of its own`,
    }))
}

const clientPaging: Rule = ({ name, list, bindings }) => {
  if (list.paging === 'client') {
    return list.sort === undefined
      ? [{ where: `${name}.list.sort`, message: `is missing: client paging needs a stable order` }]
      : []
  }
  return [
    ...(list.sort === undefined
      ? []
      : [{ where: `${name}.list.sort`, message: `does nothing: a server list keeps the server's order; remove it` }]),
    ...(bindings['list']?.response?.pageCount === undefined
      ? [
          {
            where: `${name}.bindings.list.response.pageCount`,
            message: `is missing: server paging needs to know where the page count sits`,
          },
        ]
      : []),
  ]
}

const hasSource = (sources: Readonly<Record<string, Source>> | undefined, test: (source: Source) => boolean): boolean =>
  Object.values(sources ?? {}).some(test)

const searchIsSent: Rule = ({ name, list, bindings }) => {
  if (list.search === undefined) return []
  if (list.paging === 'client') {
    return list.search.field === undefined
      ? [{ where: `${name}.list.search.field`, message: `is missing: client paging searches one field` }]
      : []
  }
  return hasSource(bindings['list']?.query, (source) => 'param' in source && source.param === 'search')
    ? []
    : [
        {
          where: `${name}.list.search`,
          message: `is never sent: map { param: 'search' } in the query of bindings.list`,
        },
      ]
}

const sourcesExist: Rule = ({ name, bindings, list }) =>
  entriesOf(bindings).flatMap(([binding, { query, body }]) =>
    entriesOf({ ...query, ...body }).flatMap(([wire, source]) =>
      'filter' in source && list.filters?.[source.filter] === undefined
        ? [
            {
              where: `${name}.bindings.${binding}.${wire}`,
              message: `takes filter '${source.filter}', declared are: ${nearest(Object.keys(list.filters ?? {}))}`,
            },
          ]
        : [],
    ),
  )

const filterMenuExists: Rule = ({ name, list, bindings }) =>
  (list.filterMenu?.sections ?? []).flatMap((section) => {
    const where = `${name}.list.filterMenu.${section.name}`
    const declared = Object.keys(list.filters ?? {})
    if ('fromExtra' in section.options) {
      const extras = Object.keys(bindings['list']?.response?.extras ?? {})
      return [
        ...(extras.includes(section.options.fromExtra)
          ? []
          : [{ where, message: `reads extra '${section.options.fromExtra}', declared are: ${nearest(extras)}` }]),
        ...(declared.includes(section.options.sets)
          ? []
          : [{ where, message: `sets filter '${section.options.sets}', declared are: ${nearest(declared)}` }]),
      ]
    }
    return section.options.flatMap((option) =>
      Object.keys(option.sets)
        .filter((filter) => !declared.includes(filter))
        .map((filter) => ({
          where: `${where}.${option.value}`,
          message: `sets filter '${filter}', declared are: ${nearest(declared)}`,
        })),
    )
  })

const textsOf = (action: AnyAction): readonly string[] => {
  const { confirm, success, unchanged } = action
  const asked =
    typeof confirm === 'string' ? [confirm] : confirm === undefined ? [] : [confirm.title, confirm.body ?? '']
  return [...asked, typeof success === 'string' ? success : success.otherwise, unchanged ?? '']
}

const templatesFill: Rule = (definition) =>
  entriesOf(definition.actions).flatMap(([action, declared]) =>
    textsOf(declared)
      .flatMap(placeholdersOf)
      .filter((placeholder) => declared.scope === 'list' || !fieldsOf(definition).includes(placeholder))
      .map((placeholder) => ({
        where: `${definition.name}.actions.${action}`,
        message: `says {${placeholder}}, which no record has; fields are: ${nearest(fieldsOf(definition))}`,
      })),
  )

const actionNames: Rule = ({ name, actions }) =>
  entriesOf(actions)
    .filter(([action]) => action === 'list' || action === 'getOne' || !/^[a-z][A-Za-z0-9]*$/.test(action))
    .map(([action]) => ({
      where: `${name}.actions.${action}`,
      message: `is not a usable name: start with a lower-case letter, and not 'list' or 'getOne'`,
    }))

const expectationsSpeak: Rule = ({ name, actions }) =>
  entriesOf(actions)
    .filter(([, action]) => (action.expect === undefined) !== (action.unchanged === undefined))
    .map(([action]) => ({
      where: `${name}.actions.${action}`,
      message: `needs 'expect' and 'unchanged' together: what to look for, and what to say`,
    }))

const inputsExist: Rule = ({ name, actions, bindings }) =>
  entriesOf(actions).flatMap(([action, declared]) => {
    const binding = bindings[declared.binding]
    if (binding === undefined)
      return [
        {
          where: `${name}.actions.${action}`,
          message: `uses binding '${declared.binding}', declared are: ${nearest(Object.keys(bindings))}`,
        },
      ]
    return entriesOf({ ...binding.query, ...binding.body }).flatMap(([wire, source]) =>
      'input' in source && declared.input?.[source.input] === undefined
        ? [
            {
              where: `${name}.actions.${action}.input`,
              message: `lacks '${source.input}', which ${declared.binding} sends as '${wire}'`,
            },
          ]
        : [],
    )
  })

const togglesMatch: Rule = ({ name, list, actions }) =>
  list.columns.flatMap((column) => {
    if (typeof column === 'string' || column.toggle === undefined) return []
    const { field, toggle } = column
    return [toggle.on, toggle.off]
      .filter((action) => field === undefined || actions?.[action]?.when?.[field] === undefined)
      .map((action) => ({
        where: `${name}.actions.${action}.when`,
        message: `must name '${field ?? '?'}', the field its switch shows`,
      }))
  })

const pagesExist: Rule = ({ name, recordPath, bindings, show, detail, record }) => {
  const shape = detail?.schema ?? record
  const pointers =
    show === undefined
      ? []
      : [
          show.exists,
          show.header.title,
          ...(show.header.status === undefined ? [] : [show.header.status.at]),
          ...show.header.facts.map((fact) => fact.at),
        ]
  return [
    ...(recordPath !== undefined && bindings['getOne'] === undefined
      ? [{ where: `${name}.recordPath`, message: `has no binding: declare bindings.getOne, which reads the record` }]
      : []),
    ...(show !== undefined && recordPath === undefined
      ? [{ where: `${name}.show`, message: `has no address: declare recordPath` }]
      : []),
    ...pointers
      .filter((pointer) => schemaAt(shape, pointer) === undefined)
      .map((pointer) => ({
        where: `${name}.show`,
        message: `shows '${pointer}', which the detail's schema does not declare`,
      })),
  ]
}

const isText = (schema: JSONSchema | undefined): boolean =>
  typeof schema === 'object' &&
  [schema.type].flat().every((type) => type === 'string' || type === 'number' || type === 'integer' || type === 'null')

const personalPlaces: Rule = ({ name, detail, record, pii }) => [
  ...entriesOf(detail?.pii)
    .filter(([pointer]) => schemaAt(detail?.schema, pointer as Pointer) === undefined)
    .map(([pointer]) => ({
      where: `${name}.detail.pii`,
      message: `names '${pointer}', which the detail's schema does not declare`,
    })),
  ...entriesOf(pii)
    .filter(([field, pii]) => pii !== undefined && maskedClasses.includes(pii) && !isText(record.properties[field]))
    .map(([field]) => ({
      where: `${name}.pii.${field}`,
      message: `is masked, so its schema must allow text, numbers and null only`,
    })),
]

const rules: readonly Rule[] = [
  hasId,
  labelledColumns,
  columnPlaces,
  distinctColumns,
  clientPaging,
  searchIsSent,
  sourcesExist,
  filterMenuExists,
  templatesFill,
  actionNames,
  expectationsSpeak,
  inputsExist,
  togglesMatch,
  pagesExist,
  personalPlaces,
]

function twice(definitions: readonly AnyDefinition[]): readonly Problem[] {
  const names = definitions.map(({ name }) => name)
  return names
    .filter((name, index) => names.indexOf(name) !== index)
    .map((name) => ({
      where: name,
      message: `stands twice in schemas/index.ts: every resource needs a name of its own`,
    }))
}

/** Everything that is wrong with the definitions, all at once; empty when they can be used. */
export const checkDefinitions = (definitions: readonly AnyDefinition[]): readonly Problem[] => [
  ...twice(definitions),
  ...definitions.flatMap((definition) => rules.flatMap((rule) => rule(definition))),
]
