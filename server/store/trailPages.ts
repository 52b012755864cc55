import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

const PAGE = 1000

/** The records of the trail that meet a condition, all of them by default, in pages from the first on. */
export async function* trailPages(
  db: Kysely<Tables>,
  condition: RawBuilder<boolean> = sql`true`,
): AsyncGenerator<readonly { readonly seq: number; readonly body: string }[]> {
  let after = 0
  for (;;) {
    const rows = await db
      .selectFrom('audit')
      .select(['seq', 'body'])
      .where('seq', '>', after)
      .where(condition)
      .orderBy('seq')
      .limit(PAGE)
      .execute()
    yield rows
    after = rows.at(-1)?.seq ?? after
    if (rows.length < PAGE) return
  }
}
