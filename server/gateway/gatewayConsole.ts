import type { FastifyInstance } from 'fastify'
import type { ConsoleFacts, GatewayContext } from './core/gatewayContext.ts'
import type { Guard, Review } from './calls/admit.ts'
import type { Operations } from './operations/preparedOperations.ts'
import type { StaffCheck } from './signIn/staffCheck.ts'

/** Rules of one subject that no definition can express, added to the generic gateway by a console. */
export type GatewayExtension = ConsoleFacts['extensions'][number] & {
  readonly guards: readonly Guard[]
  /** What the guards look at apart from the record, for the person who approves a change. */
  readonly reviews?: readonly Review[]
  /** Adds routes behind the session guard. Each of them checks permissions by itself. */
  registerRoutes(app: FastifyInstance, context: GatewayContext, operations: Operations): void
  /** Removes from the store what the extension no longer needs: called every ten minutes. */
  sweep(context: GatewayContext): Promise<unknown>
}

export interface GatewayConsole extends ConsoleFacts {
  createStaffCheck(context: GatewayContext): StaffCheck
  readonly extensions: readonly GatewayExtension[]
}
