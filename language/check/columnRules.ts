import { guessPlace } from './answers.ts'
import { schemaAt } from '../schema.ts'
import type { ResolvedColumn, TableResource } from '../resource.ts'
import { isShownAsFlag, maskedAt, recordPlaces } from '../personal.ts'
import { fieldsOfPredicate } from '../predicate.ts'
import { displayOf } from '../resolveFact.ts'
import { entriesOf, joinNames, type Rule, type Finding, type Rules, foundIf, strangers } from './problem.ts'
import { amountFlaw } from './valueRules.ts'

const labelledColumns: Rule<TableResource> = ({ name, record, list }) =>
  list.columns.flatMap(({ id, field, label, count }) => {
    if (id === '') return [{ where: `${name}.list.columns`, message: `a column without a field needs an 'id'` }]
    const isKnown = (one: string | undefined) => one === undefined || record.properties[one] !== undefined
    const where = `${name}.list.columns.${id}`
    return [
      ...foundIf(
        label === '' && isKnown(field),
        where,
        `has no title: give the field a 'title' or the column a 'label'`,
      ),
      ...foundIf(
        count?.label === '' && isKnown(count.field),
        where,
        `counts '${count?.field}': give that field a 'title'`,
      ),
    ]
  })

type Named = readonly (readonly [where: string, field: string | undefined])[]

const namedByColumns = ({ list }: TableResource): Named =>
  list.columns.flatMap((column): Named => {
    const where = `list.columns.${column.id}`
    const { count } = column
    const tested = fieldsOfPredicate(count?.when)
    return [['list.columns', column.field], [where, count?.field], ...tested.map((field) => [where, field] as const)]
  })

const namedByActions = ({ actions }: TableResource): Named =>
  entriesOf(actions).flatMap(([action, { when, expect, blocked }]) => {
    const tested = [when, ...blocked.map((state) => state.when)].flatMap(fieldsOfPredicate)
    const fields = [...tested, ...Object.keys(expect ?? {})]
    return [...new Set(fields)].map((field) => [`actions.${action}`, field] as const)
  })

const declaredFields: Rule<TableResource> = (definition) => {
  const { name, record, list } = definition
  const named: Named = [
    ...namedByColumns(definition),
    ['list.sort', list.sort?.field],
    ...[list.search?.field ?? []].flat().map((field) => ['list.search', field] as const),
    ...Object.values(list.find).flatMap((fields): Named => fields.map((field) => ['list.find', field])),
    ['list.status', list.status?.field],
    ['list.hideWithout', list.hideWithout],
    ...namedByActions(definition),
  ]
  return named
    .filter(([, field]) => field !== undefined && !Object.hasOwn(record.properties, field))
    .map(([where, field]) => ({
      where: `${name}.${where}`,
      message: `names '${field}', which is no field; fields are: ${joinNames(Object.keys(record.properties), field)}`,
    }))
}

/** The remedy for a place inside a property that the record's key hides. */
const hiddenByKey = ({ idFields }: TableResource, field: string): string =>
  field === 'id' && idFields.length > 0 && !idFields.includes('id')
    ? `; 'id' is the record's key here: give the property another name and path: '/id'`
    : ''

const columnPlaces: Rule<TableResource> = (definition) => {
  const { name, record, list } = definition
  return list.columns.flatMap((column) => {
    if (column.field === undefined || !Object.hasOwn(record.properties, column.field)) return []
    return foundIf(
      schemaAt(record.properties[column.field], column.path) === undefined,
      `${name}.list.columns.${column.id}`,
      `'${column.path}' is not declared inside '${column.field}'${guessPlace(record.properties[column.field], column.path)}${hiddenByKey(definition, column.field)}`,
    )
  })
}

const distinctColumns: Rule<TableResource> = ({ name, list }) => {
  const ids = list.columns.map(({ id }) => id)
  return ids
    .filter((id, index) => ids.indexOf(id) !== index)
    .map((id) => ({
      where: `${name}.list.columns.${id}`,
      message: `is listed twice: give one of them an 'id' of its own`,
    }))
}

const briefColumns: Rule<TableResource> = ({ name, list }) => {
  const ids = list.columns.map(({ id }) => id)
  return strangers(
    `${name}.list.phoneColumns`,
    list.phoneColumns,
    ids,
    (id) => `names '${id}', which is no column: take `,
  )
}

const isText = ({ field, toggle, view }: ResolvedColumn): boolean =>
  field !== undefined && toggle === undefined && view === undefined

/** The column that names a row must be text, because screen readers and dialogs use it. */
const namingColumns: Rule<TableResource> = ({ name, list }) =>
  list.columns
    .filter((column) => column.id === list.phoneColumns[0] && !isText(column))
    .map(() => ({
      where: `${name}.list.phoneColumns`,
      message: `starts with '${list.phoneColumns[0] ?? ''}', which no record could be called by: start with a column of text`,
    }))

const togglesMatch: Rule<TableResource> = ({ name, list, actions }) =>
  list.columns.flatMap((column) => {
    if (column.toggle === undefined) return []
    const { field, toggle } = column
    return [toggle.on, toggle.off]
      .filter((action) => field === undefined || actions[action]?.when[field] === undefined)
      .map((action) => ({
        where: `${name}.actions.${action}.when`,
        message: `must name '${field ?? '?'}', the field its switch shows`,
      }))
  })

const maskedColumns: Rule<TableResource> = (definition) => {
  const { name, list, record } = definition
  const places = recordPlaces(definition)
  return list.columns.flatMap((column) => {
    const { field, path } = column
    const isMasked = maskedAt(places, `/${field ?? ''}${path}`) !== undefined
    const isShown = column.display === 'masked'
    const isFlag = isMasked && isShownAsFlag(schemaAt(record, `/${field ?? ''}${path}`)) && column.display === 'yesNo'
    if (isMasked === isShown || isFlag) return []
    const message = isMasked
      ? `is masked by the gateway: leave its display out`
      : `is shown as masked, and '${field ?? '?'}' has no class that is`
    return [{ where: `${name}.list.columns.${field ?? '?'}`, message }]
  })
}

/** Rules about the columns of the list, and the fields that lists and actions name. */
export const columnRules: Rules<TableResource> = [
  ['unknown-field', declaredFields],
  ['missing-title', labelledColumns],
  ['unknown-place', columnPlaces],
  ['duplicate-column', distinctColumns],
  ['unknown-column', briefColumns],
  ['invalid-name-column', namingColumns],
  ['toggle-condition', togglesMatch],
  ['masked-display', maskedColumns],
]

const extraFieldsOf = ({ and, fallback }: ResolvedColumn): readonly string[] => [
  ...and,
  ...fallback.flatMap(({ field, when }) => [field, ...fieldsOfPredicate(when)]),
]

type Reading = (column: ResolvedColumn, definition: TableResource) => string | undefined

const strayFields: Reading = (column, { record }) => {
  const stray = extraFieldsOf(column).find((field) => !Object.hasOwn(record.properties, field))
  return stray === undefined
    ? undefined
    : `reads '${stray}', which is no field; fields are: ${joinNames(Object.keys(record.properties), stray)}`
}

const withoutField: Reading = (column) =>
  column.field === undefined && extraFieldsOf(column).length > 0
    ? `has no field that 'and' could follow or 'fallback' replace`
    : undefined

const numbered: Reading = ({ number, field }) =>
  number === true && field !== undefined ? `is the row's number and reads '${field}': give it no field` : undefined

const placed: Reading = ({ decimals }) => {
  if (decimals === undefined) return undefined
  const most = typeof decimals === 'number' ? decimals : decimals[1]
  return Number.isInteger(most) && most >= 0 && most <= 20
    ? undefined
    : `has ${most} decimals: say a number from 0 to 20`
}

const cutShort: Reading = ({ truncate }) =>
  truncate === undefined || (Number.isInteger(truncate) && truncate > 0)
    ? undefined
    : `is truncated at ${truncate}: say a whole number above 0`

/** An object without a member that names it is shown as missing. */
const unwritten: Reading = ({ field = '', path, display, template, widget }, { record }) => {
  const schema = schemaAt(record.properties[field], path)
  const [first] = Object.keys((typeof schema === 'object' ? schema.properties : undefined) ?? {})
  return first === undefined || display !== 'text' || (template ?? widget) !== undefined
    ? undefined
    : `is an object, which has no text of its own: show a part of it by path: '${path}/${first}', or write it by display: '{${first}}'`
}

/** That of the value's schema is another finding. */
const noAmount: Reading = ({ field = '', path, display }, { record }) => {
  const schema = schemaAt(record.properties[field], path)
  return display === displayOf(schema) ? undefined : amountFlaw(schema, display)
}

const findings: readonly Reading[] = [strayFields, withoutField, numbered, placed, cutShort, unwritten, noAmount]

const columnWriting: Rule<TableResource> = (definition) =>
  definition.list.columns.flatMap((column): readonly Finding[] => {
    const where = `${definition.name}.list.columns.${column.id}`
    return findings
      .map((find) => find(column, definition))
      .filter((message) => message !== undefined)
      .map((message) => ({ where, message }))
  })

export const writingRules: Rules<TableResource> = [['invalid-column', columnWriting]]
