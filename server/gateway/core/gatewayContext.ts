import { type ConsoleModel, frameworkPermissions, permissionsOf } from '../../../language/registry.ts'
import type { Config, HeaderCredential } from '../../config/config.ts'
import type { Background } from './background.ts'
import type { Bursts } from './bursts.ts'
import type { DriftLog } from './driftLog.ts'
import { GatewayError } from './errors.ts'
import type { Limits } from './limits.ts'
import type { PersonPlaces } from './places.ts'
import type { Upstream } from './upstream.ts'
import type { UseLog } from './useLog.ts'
import type { Store } from '../../store/openStore.ts'
import type { SessionData } from '../../store/sessions.ts'

/** Who asks, as permissions depend on it. */
type Asker = Pick<SessionData, 'role' | 'userId'>

export interface ConsoleFacts {
  readonly model: ConsoleModel
  /** Opens what is about the console itself: drift and explanations. Without it, no one has them. */
  readonly inspectPermission?: string
  /** Headers that bindings ask for by `credential`; null where one is not configured, and then they answer so. */
  readonly credentials: Readonly<Record<string, HeaderCredential | null>>
  readonly extensions: readonly {
    /** What people call the extension's own operations, by the part of the id after the resource. */
    readonly labels: Readonly<Record<string, string>>
    /** Its operations by which pages only count or show something: on record, but nothing that a person did. */
    readonly readings?: readonly string[]
    /** Its operations that change what colleagues see of a record, also where they fail. */
    readonly changes?: readonly string[]
    /** Whether this member of staff, whose role has the permission, has it here. */
    grants(permission: string, staff: Asker): boolean
  }[]
}

export interface GatewayContext {
  readonly config: Config
  readonly console: ConsoleFacts
  readonly store: Store
  readonly limits: Limits
  /** The clock, UTC milliseconds. */
  readonly now: () => number
  readonly upstreams: Readonly<Record<string, Upstream>>
  readonly drift: DriftLog
  readonly uses: UseLog
  readonly bursts: Bursts
  /** Where a person's downloads wait for each other. */
  readonly downloads: PersonPlaces
  readonly background: Background
}

/** The service, or NOT_CONFIGURED where this environment has no address for it. */
export function upstreamOf({ upstreams }: GatewayContext, service: string): Upstream {
  const upstream = Object.hasOwn(upstreams, service) ? upstreams[service] : undefined
  if (upstream === undefined) throw new GatewayError('NOT_CONFIGURED')
  return upstream
}

/** What this member of staff may do here: the permissions of their role that no extension of the console withholds. */
export const grantedPermissions = (
  { config, console: { model, extensions } }: Pick<GatewayContext, 'config' | 'console'>,
  staff: Asker,
): readonly string[] =>
  permissionsOf(model.registry, staff.role, config.noRole).filter((permission) =>
    extensions.every((extension) => extension.grants(permission, staff)),
  )

const has = (context: Pick<GatewayContext, 'config' | 'console'>, staff: Asker, permission: string | undefined) =>
  permission !== undefined && grantedPermissions(context, staff).includes(permission)

const HOUR_MS = 3_600_000

/** How long what this member of staff does may wait for a second person; null where nothing of it does. */
export const approvalHours = (context: Pick<GatewayContext, 'console' | 'config'>, staff: Asker): number | null => {
  const { isOn, expiryMs } = context.config.approvals
  const granted = grantedPermissions(context, staff)
  const actions = context.console.model.definitions.flatMap((definition) => Object.values(definition.actions))
  const takesPart = actions.some(
    ({ secondApprover, permission }) => secondApprover !== undefined && granted.includes(permission),
  )
  return isOn && takesPart ? expiryMs / HOUR_MS : null
}

/** Whether this member of staff may see what is about the console itself. */
export const mayInspect = (context: Pick<GatewayContext, 'config' | 'console'>, staff: Asker): boolean =>
  has(context, staff, context.console.inspectPermission)

/** Whether this member of staff may see everyone's access and end everyone's sessions. */
export const mayAdminister = (context: Pick<GatewayContext, 'config' | 'console'>, staff: Asker): boolean =>
  has(context, staff, frameworkPermissions.administer)

/** Whether this member of staff may read the audit trail. */
export const mayReadAudit = (context: Pick<GatewayContext, 'config' | 'console'>, staff: Asker): boolean =>
  has(context, staff, frameworkPermissions.readAudit)

/** The refusal of a person without a permission: it names the permission, and who gives it. */
export const forbidden = ({ config }: Pick<GatewayContext, 'config'>, permission: string | undefined): GatewayError =>
  new GatewayError('FORBIDDEN', { permission, contact: config.accessContact })

/** Refuses a member of staff without this permission. @throws GatewayError FORBIDDEN */
export function assertGranted(
  context: Pick<GatewayContext, 'config' | 'console'>,
  { session }: { readonly session: { readonly data: Asker } },
  permission: string,
): void {
  if (!grantedPermissions(context, session.data).includes(permission)) throw forbidden(context, permission)
}

export const extensionLabels = ({ console }: Pick<GatewayContext, 'console'>): Readonly<Record<string, string>> =>
  Object.fromEntries(console.extensions.flatMap(({ labels }) => Object.entries(labels)))
