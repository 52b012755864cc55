import type { FastifyInstance } from 'fastify'
import { csvFile } from '../../../language/csvFile.ts'
import type { AccessReview, StaffAccess } from '../../../language/staffAccess.ts'
import { recordEvent } from '../audit/auditTrail.ts'
import { failWith } from '../core/errors.ts'
import { type GatewayContext, grantedPermissions } from '../core/gatewayContext.ts'
import { assertAdministrator } from './permitted.ts'

/** Values shown whole are counted over this time. */
const REVEALS_MS = 30 * 24 * 60 * 60_000

async function reviewOf(context: GatewayContext): Promise<AccessReview> {
  const { permissions, roles } = context.console.model.registry
  const { store, console, now } = context
  const operations = console.model.definitions.map(({ name }) => `${name}.reveal`)
  const [staff, reveals] = await Promise.all([
    store.access.list(),
    store.audit.countByPerson(operations, now() - REVEALS_MS),
  ]).catch(failWith('STORE_UNAVAILABLE'))
  const people = staff.map((person) => ({
    ...person,
    permissions: grantedPermissions(context, person),
    reveals: reveals.get(person.userId) ?? 0,
  }))
  return { permissions, roles, people }
}

const instant = (time: number | undefined): string => (time === undefined ? '' : new Date(time).toISOString())

/** A line for each permission that a person has, as of their last sign-in. */
const linesOf = (people: readonly StaffAccess[]): readonly (readonly string[])[] =>
  people.flatMap(({ userId, name, email, role, signedInAt, permissions, uses }) =>
    permissions.map((permission) => [
      role,
      permission,
      String(userId),
      name,
      email,
      instant(signedInAt),
      instant(uses[permission]),
    ]),
  )

const titles = ['Role', 'Permission', 'User ID', 'Name', 'Email', 'Last sign-in', 'Last used']

/**
 * Adds `GET /console/access`, who may do what as of their last sign-in and when they last did it, and
 * `GET /console/access.csv`, the same as a file for reviews, on record (R14).
 */
export function registerAccess(app: FastifyInstance, context: GatewayContext): void {
  app.get('/console/access', async (request) => {
    await assertAdministrator(context, request, 'console.access')
    return reviewOf(context)
  })
  app.get('/console/access.csv', async (request, reply) => {
    const staff = await assertAdministrator(context, request, 'console.exportAccess')
    const { people } = await reviewOf(context)
    await recordEvent(context.store, 'console.exportAccess', staff, { result: 'ok', people: people.length })
    const day = new Date(context.now()).toISOString().slice(0, 10)
    void reply.header('content-disposition', `attachment; filename="access-${day}.csv"`)
    return reply.type('text/csv; charset=utf-8').send(csvFile([titles, ...linesOf(people)]))
  })
}
