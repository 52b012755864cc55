import { valueAt } from '../../language/pointer.ts'
import { readRecord } from '../../language/readRecord.ts'
import type { Resource } from '../../language/resource.ts'
import { sessionOver } from '../data/failure.ts'
import type { ScreenProvider } from '../data/useConsoleProvider.ts'
import type { Row } from '../model/columns.ts'
import { recordPathOf } from '../model/consoleModel.ts'
import { differencesOf } from './recordChange.ts'

/** Says that no list on screen shows a record, and nothing else how it is now. */
export const NOT_LISTED = 'It is not in this list any more.'

/**
 * A record of a list as its detail has it now. What only the list has, such as a switch, keeps its value, and would pass for
 * unchanged: unless the detail shows another change, it is not known how the record is, and this throws.
 */
function rowIn(definition: Resource, detail: unknown, record: Row): Row {
  const fresh = readRecord(definition, detail, record.id)
  const fields = Object.keys(record)
  if (fields.every((field) => Object.hasOwn(fresh, field))) return fresh
  const known = fields.filter((field) => fresh[field] !== undefined).map((field) => [field, fresh[field]] as const)
  const row: Row = { ...record, ...Object.fromEntries(known) }
  if (differencesOf(definition, record, row).length === 0) throw new Error(NOT_LISTED)
  return row
}

/** Reads a record by its id, when no list on screen shows it. Rejects if that does not tell how it is now. */
export async function readUnlisted(
  provider: ScreenProvider,
  definition: Resource,
  record: Row,
): Promise<Row | undefined> {
  const { name, bindings } = definition
  if (definition.kind === 'list' && bindings['getOne'] !== undefined) {
    const { data } = await provider.getOne<Row>(name, { id: record.id })
    // react-admin resolves a call whose session ended with nothing.
    if (valueAt(data, '/id') === undefined) throw sessionOver()
    return rowIn(definition, data, record)
  }
  // The row may be on another page of the list now.
  if (definition.kind !== 'list' || definition.list.paging !== 'client') throw new Error(NOT_LISTED)
  const { data } = await provider.getMany<Row>(name, { ids: [record.id] })
  // react-admin resolves a call whose session ended with no list.
  if (!Array.isArray(data)) throw sessionOver()
  return data[0]
}

/** Says of a record that no list on screen shows where else to look. */
export const notListedText = (definition: Resource, { id }: Row): string =>
  definition.kind === 'list' && recordPathOf(definition, id) !== undefined
    ? `${NOT_LISTED} Its page shows what became of it.`
    : NOT_LISTED
