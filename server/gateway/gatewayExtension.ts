import type { FastifyInstance } from 'fastify'
import type { GatewayContext } from './gatewayContext.ts'
import type { OperationCall } from './operations/operationCall.ts'
import type { PreparedOperation } from './operations/preparedOperations.ts'

/** The operations of the definitions by their ids. */
export type Operations = ReadonlyMap<string, PreparedOperation>

/**
 * Looks at a change that is permitted and well-formed before anything is recorded or sent, and lets it pass by
 * returning. Every change passes every guard; a guard decides by `call.prepared` whether the change concerns it.
 *
 * @throws GatewayError where the change is refused; nothing has been sent then
 */
export type Guard = (context: GatewayContext, operations: Operations, call: OperationCall) => Promise<void>

/** Rules of one subject that no definition can tell, added to the generic gateway by whoever composes it. */
export interface GatewayExtension {
  readonly guards: readonly Guard[]
  /** Adds routes behind the session guard. Each of them checks permissions by itself. */
  registerRoutes(app: FastifyInstance, context: GatewayContext, operations: Operations): void
}
