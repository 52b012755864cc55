import { clockSources, decisionKinds, OVERVIEW_PERMISSION } from '../../schemas/overview.ts'
import { count, object, staffRoute, text } from '../../server/openApi/ownRoutes.ts'

const listOf = (items: ReturnType<typeof object>) => ({ type: 'array', items })
const flag = { type: 'boolean' } as const

/** The routes of the overview, for the OpenAPI document. */
export const overviewRoutes = {
  '/console/decisions': {
    get: staffRoute({
      summary: 'How many decisions were made in the last two weeks, hour by hour; recorded',
      permission: OVERVIEW_PERMISSION,
      answer: object({
        asOf: count,
        hours: listOf(object({ hour: count, kind: { enum: decisionKinds }, count })),
      }),
    }),
  },
  '/console/decisions/people': {
    get: staffRoute({
      summary: 'Who made the decisions of the last two weeks; recorded',
      permission: 'audit.read',
      answer: object({ asOf: count, people: listOf(object({ userId: count, name: text, count })) }),
    }),
  },
  '/console/waiting/{source}': {
    get: staffRoute({
      summary: 'How long transfers or bank changes of the first accounts of a list have waited; recorded',
      permission: OVERVIEW_PERMISSION,
      parameters: [{ name: 'source', in: 'path', required: true, schema: { enum: Object.keys(clockSources) } }],
      answer: object({
        asOf: count,
        accounts: count,
        unread: count,
        isCut: flag,
        states: listOf(object({ id: text, state: text, since: text, isFirstSeen: flag })),
      }),
    }),
  },
}
