import type { FastifyInstance } from 'fastify'
import type { ConsoleModel } from '../../language/registry.ts'
import type { HeaderCredential } from '../config.ts'
import type { SessionData } from '../store/sessions.ts'
import type { GatewayContext } from './gatewayContext.ts'
import type { OperationCall } from './operations/operationCall.ts'
import type { PreparedOperation } from './operations/preparedOperations.ts'
import type { StaffCheck } from './signIn/staffCheck.ts'
import type { Labels } from './trail/historyEvent.ts'

/** The operations of the definitions by their ids. */
export type Operations = ReadonlyMap<string, PreparedOperation>

/**
 * Looks at a change that is permitted and well-formed before anything is recorded or sent, and lets it pass by
 * returning. Every change passes every guard; a guard decides by `call.prepared` whether the change concerns it.
 *
 * @throws GatewayError where the change is refused; nothing has been sent then
 */
export type Guard = (context: GatewayContext, operations: Operations, call: OperationCall) => Promise<void>

/** Rules of one subject that no definition can tell, added to the generic gateway by a console. */
export interface GatewayExtension {
  readonly guards: readonly Guard[]
  /** Adds routes behind the session guard. Each of them checks permissions by itself. */
  registerRoutes(app: FastifyInstance, context: GatewayContext, operations: Operations): void
  /** What people call its own operations, by the part of the id after the resource. */
  readonly labels: Labels
  /** Removes from the store what the extension no longer needs: called every ten minutes. */
  sweep(context: GatewayContext): Promise<unknown>
  /** Whether this member of staff, whose role has the permission, has it here. */
  grants(permission: string, staff: Pick<SessionData, 'role' | 'userId'>): boolean
}

/** What a console registers at the gateway. */
export interface GatewayConsole {
  readonly model: ConsoleModel
  /** Asks the console's own service who an identity is. */
  createStaffCheck(context: GatewayContext): StaffCheck
  /** Headers that bindings ask for by `credential`; null where one is not configured, and then they answer so. */
  readonly credentials: Readonly<Record<string, HeaderCredential | null>>
  readonly extensions: readonly GatewayExtension[]
}
