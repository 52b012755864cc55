import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'
import type { FastifyInstance } from 'fastify'
import {
  type ClockSource,
  clockSources,
  DECISION_DAYS,
  decidingOperations,
  decisionKinds,
  type DecisionHours,
  type DecisionsByPerson,
  MOST_UNKNOWN,
  OVERVIEW_PERMISSION,
} from '../../schemas/overview.ts'
import { recordEvent } from '../../server/gateway/audit/auditTrail.ts'
import { failWith, GatewayError } from '../../server/gateway/core/errors.ts'
import type { GatewayContext } from '../../server/gateway/core/gatewayContext.ts'
import { abandonedBy } from '../../server/gateway/core/limits.ts'
import type { GatewayExtension } from '../../server/gateway/gatewayConsole.ts'
import type { Operations } from '../../server/gateway/operations/preparedOperations.ts'
import { namesOf } from '../../server/store/access.ts'
import { assertAuditReader, assertPermitted } from '../../server/gateway/signIn/permitted.ts'
import { waitingStates } from './waitingStates.ts'

dayjs.extend(utc)
dayjs.extend(timezone)

/** When the first of the counted days began, by the console's time zone: a day of the calendar, because days have 23 to 25 hours. */
function firstMidnight({ console: { model } }: GatewayContext, asOf: number): number {
  const { timeZone } = model.locale
  const today = dayjs(asOf).tz(timeZone).format('YYYY-MM-DD')
  const first = dayjs.utc(today).subtract(DECISION_DAYS - 1, 'day')
  return dayjs.tz(first.format('YYYY-MM-DD'), timeZone).valueOf()
}

const operations = Object.values(decidingOperations).flat()

const unreadable = failWith('AUDIT_UNAVAILABLE')

/** The decisions of the last days, from the audit trail. */
async function decisionHours(context: GatewayContext): Promise<DecisionHours> {
  const { store, now } = context
  const asOf = now()
  const from = firstMidnight(context, asOf)
  const [counts, automatic, unknown] = await Promise.all([
    store.audit.countByHour(operations, from),
    store.audit.countByHour(operations, from, 'automatic'),
    store.audit.search({ result: 'unknown', from, limit: MOST_UNKNOWN }),
  ]).catch(unreadable)
  const automaticIn = (operation: string, hour: number): number =>
    automatic.find((one) => one.operation === operation && one.hour === hour)?.count ?? 0
  return {
    asOf,
    unknown: unknown.map(({ ts }) => ts),
    hours: counts.flatMap(({ operation, hour, count }) => {
      const kind = decisionKinds.find((one) => decidingOperations[one].includes(operation))
      return kind === undefined ? [] : [{ hour, kind, count, automatic: automaticIn(operation, hour) }]
    }),
  }
}

/** Who made the decisions of the last days, the busiest first. */
async function decisionsByPerson(context: GatewayContext): Promise<DecisionsByPerson> {
  const { store, now } = context
  const asOf = now()
  const from = firstMidnight(context, asOf)
  const [counts, automatic, staff] = await Promise.all([
    store.audit.countByPerson(operations, from),
    store.audit.countByPerson(operations, from, 'automatic'),
    store.access.list(),
  ]).catch(unreadable)
  const nameOf = namesOf(staff)
  const people = [...counts].map(([userId, count]) => ({
    userId,
    name: nameOf(userId),
    count,
    automatic: automatic.get(userId) ?? 0,
  }))
  return { asOf, people: people.toSorted((one, other) => other.count - one.count) }
}

const isSource = (name: string): name is ClockSource => Object.hasOwn(clockSources, name)

/**
 * Adds what the overview counts: `GET /console/decisions` and, for readers of the audit trail,
 * `GET /console/decisions/people`; `GET /console/waiting/{source}`, how long transfers and bank changes wait. The
 * answers are ids, numbers and times alone, and each question is on record.
 */
function registerOverview(app: FastifyInstance, context: GatewayContext, prepared: Operations): void {
  const { store } = context

  app.get('/console/decisions', async (request) => {
    const staff = await assertPermitted(context, request, OVERVIEW_PERMISSION, 'console.decisions')
    const answer = await decisionHours(context)
    await recordEvent(store, 'console.decisions', staff, { result: 'ok', days: DECISION_DAYS })
    return answer
  })

  app.get('/console/decisions/people', async (request) => {
    const staff = await assertAuditReader(context, request, 'console.decisionsByPerson')
    const answer = await decisionsByPerson(context)
    await recordEvent(store, 'console.decisionsByPerson', staff, { result: 'ok', days: DECISION_DAYS })
    return answer
  })

  app.get<{ Params: { source: string } }>('/console/waiting/:source', async (request, reply) => {
    const { source } = request.params
    const staff = await assertPermitted(context, request, OVERVIEW_PERMISSION, 'console.waiting')
    if (!isSource(source)) throw new GatewayError('NOT_FOUND')
    const answer = await waitingStates(context, prepared, { source, staff, signal: abandonedBy(reply) })
    const { accounts, unread } = answer
    await recordEvent(store, 'console.waiting', staff, { result: 'ok', source, accounts, unread })
    return answer
  })
}

export const overviewExtension: GatewayExtension = {
  guards: [],
  registerRoutes: registerOverview,
  labels: {
    decisions: 'Count decisions',
    decisionsByPerson: 'Count decisions by person',
    waiting: 'Count what waits',
  },
  readings: ['console.decisions', 'console.decisionsByPerson', 'console.waiting'],
  sweep: () => Promise.resolve(),
  grants: () => true,
}
