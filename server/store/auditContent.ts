import { type Kysely, type RawBuilder, sql } from 'kysely'
import { RECORD_AFTER } from './auditRecord.ts'
import { trailPages } from './trailPages.ts'
import { type Engine, StoreError, type Tables } from './tables.ts'

/** Few records name a requester: only those are in the indexes, and only their content is read as JSON. */
const namesRequester = `body like '%"requestedBy":%'`

/**
 * PostgreSQL fails on JSON with an escape such as `\u0000`, and a record that has one would not be written: the text is
 * read without escapes.
 */
const content: Readonly<Record<Engine, string>> = {
  sqlite: 'body',
  postgres: String.raw`cast(regexp_replace(body, '\\(u[0-9a-f]{4}|.)', '', 'g') as json)`,
}

/** A part of who requested what an intent sends or an event ends, as JSON. */
const requesterPart = (engine: Engine, part: 'userId' | 'email'): string =>
  `cast(coalesce(${content[engine]} -> 'approval', ${content[engine]} -> 'details') -> 'requestedBy' -> '${part}' as text)`

const idOf = (engine: Engine): string => requesterPart(engine, 'userId')
const emailOf = (engine: Engine): string => `lower(${requesterPart(engine, 'email')})`

/**
 * The indexes that find records by who requested what they are about. They are made from the content itself, so they
 * have what an older gateway writes meanwhile, and there is nothing that could differ from the content. Other conditions
 * than these need other indexes, by a migration of their own.
 */
export const requesterIndexes = (engine: Engine): readonly string[] => [
  `create index audit_requester_id on audit ((${idOf(engine)}), seq) where ${namesRequester}`,
  `create index audit_requester_email on audit ((${emailOf(engine)}), seq) where ${namesRequester}`,
]

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** @throws StoreError that names the first record whose content cannot be in the indexes: they read it as JSON */
export async function assertIndexable(db: Kysely<Tables>): Promise<void> {
  for await (const page of trailPages(db, sql.raw(namesRequester))) {
    const damaged = page.find(({ body }) => !isJson(body))
    if (damaged !== undefined)
      throw new StoreError(
        `record ${damaged.seq} of the audit trail was changed: its content is no JSON. Keep a copy of the database, run \`npm run audit:verify\`, and restore a backup from before the change`,
      )
  }
}

/** A person as records name them, or several. */
export type RecordedPerson = { userId: number } | { userIds: readonly number[] } | { email: string }

/** The condition of the records of what a person requested, in the words of the indexes. */
export function isRequestedBy(engine: Engine, person: RecordedPerson): RawBuilder<boolean> {
  const named = sql.raw(namesRequester)
  if ('email' in person) return sql`${named} and ${sql.raw(emailOf(engine))} = lower(${JSON.stringify(person.email)})`
  const userIds = 'userIds' in person ? person.userIds : [person.userId]
  return sql`${named} and ${sql.raw(idOf(engine))} in (${sql.join(userIds.map(String))})`
}

/** The id of the request that a record is about; an outcome has none. In PostgreSQL it is the last in the text with its name. */
const requestOf: Readonly<Record<Engine, string>> = {
  sqlite: `case when json_valid(body) then body ->> '$.requestId' end`,
  postgres: `substring(body from '.*"requestId":"([^"]*)"')`,
}

/** The index that finds what a request did, from the content as for requesters. */
export const requestIndex = (engine: Engine): string => `create index audit_request on audit ((${requestOf[engine]}))`

/** The condition of the records of a request, in the words of the index. */
export const isOfRequest = (engine: Engine, id: string): RawBuilder<boolean> =>
  sql`${sql.raw(requestOf[engine])} = ${id}`

/** What the gateway did by itself: contents begin with their actor. Each change is followed by a reading that is none. */
const automatic = `body like '{"actor":{"actorType":"automation"%' and body not like '%.${RECORD_AFTER}"%'`

/** The index that finds what the gateway did by itself, from the content as for requesters. */
export const automaticIndex = `create index audit_automatic on audit (seq) where ${automatic}`

/** The condition of the records of what the gateway did by itself, in the words of the index. */
export const isAutomatic: RawBuilder<boolean> = sql.raw(automatic)

/** Selects the numbers of the records that meet a condition on their content. */
export const seqsWhere = (db: Kysely<Tables>, condition: RawBuilder<boolean>) =>
  db.selectFrom('audit').select('seq').where(condition)
