import { entriesOf, nearest, schemaAt, type Rule } from './problem.ts'

const labelledColumns: Rule = ({ name, record, list }) =>
  list.columns.flatMap((column) => {
    const field = typeof column === 'string' ? column : column.field
    const label = typeof column === 'string' ? undefined : column.label
    const schema = field === undefined ? undefined : record.properties[field]
    const title = typeof schema === 'object' ? schema.title : undefined
    const id = typeof column === 'string' ? column : (column.id ?? column.field)
    if (id === undefined) return [{ where: `${name}.list.columns`, message: `a column without a field needs an 'id'` }]
    const isStray = field !== undefined && schema === undefined
    return label === undefined && title === undefined && !isStray
      ? [
          {
            where: `${name}.list.columns.${id}`,
            message: `has no title: give the field a 'title' or the column a 'label'`,
          },
        ]
      : []
  })

const declaredFields: Rule = ({ name, record, list, actions }) => {
  const named = [
    ...list.columns.map((column) => ['list.columns', typeof column === 'string' ? column : column.field] as const),
    ['list.sort', list.sort?.field] as const,
    ['list.search', list.search?.field] as const,
    ...entriesOf(actions).flatMap(([action, { when, expect }]) =>
      Object.keys({ ...when, ...expect }).map((field) => [`actions.${action}`, field] as const),
    ),
  ]
  return named
    .filter(([, field]) => field !== undefined && !Object.hasOwn(record.properties, field))
    .map(([where, field]) => ({
      where: `${name}.${where}`,
      message: `names '${field}', which is no field; fields are: ${nearest(Object.keys(record.properties))}`,
    }))
}

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

/** Rules about the columns of the list, and the fields that lists and actions name. */
export const columnRules: readonly Rule[] = [
  declaredFields,
  labelledColumns,
  columnPlaces,
  distinctColumns,
  togglesMatch,
]
