import {
  clockSources,
  decisionHours,
  decisionsByPerson,
  OVERVIEW_PERMISSION,
  waitingStates,
} from '../../schemas/overview.ts'
import { staffRoute } from '../../server/openApi/ownRoutes.ts'

export const overviewRoutes = {
  '/console/decisions': {
    get: staffRoute({
      summary: 'How many decisions were made in the last two weeks, hour by hour; recorded',
      permission: OVERVIEW_PERMISSION,
      answer: decisionHours,
    }),
  },
  '/console/decisions/people': {
    get: staffRoute({
      summary: 'Who made the decisions of the last two weeks; recorded',
      permission: 'audit.read',
      answer: decisionsByPerson,
    }),
  },
  '/console/waiting/{source}': {
    get: staffRoute({
      summary: 'How long transfers or bank changes of the first accounts of a list have waited; recorded',
      permission: OVERVIEW_PERMISSION,
      parameters: [{ name: 'source', in: 'path', required: true, schema: { enum: Object.keys(clockSources) } }],
      answer: waitingStates,
    }),
  },
}
