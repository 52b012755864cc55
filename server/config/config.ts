import type { Method } from '../../language/binding.ts'
import type { WithoutRole } from '../../language/registry.ts'
import type { FirmFigures } from './figures.ts'

/** Environments of the product, each with its own base URLs; one process serves one of them. */
export const environments = ['dev', 'uat', 'prod', 'research'] as const

export type Environment = (typeof environments)[number]

export interface IdentityConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Base URL of the provider's authentication API (`/api/v1/authn`). */
  readonly oktaUrl: string
}

/** A header that the gateway sends to a service in addition to the staff token (D-64). Only the gateway knows it. */
export interface HeaderCredential {
  readonly header: string
  readonly value: string
  /** The variable with the value, for the log; absent where no one has set it. */
  readonly variable?: string
}

/** A call to a service as an operator names it. */
export interface UpstreamCall {
  readonly method: Method
  readonly service: string
  /** Below the service's base, with `{parameters}` and a leading slash. */
  readonly path: string
}

/** The framework's configuration from the environment, checked and complete. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Origin under which browsers reach the console, without a trailing slash. */
  readonly publicUrl: string
  readonly environment: Environment
  readonly loginMode: 'form' | 'redirect'
  readonly productName: string
  readonly forgotPasswordUrl: string | null
  /** Where the provider changes an expired password. */
  readonly changePasswordUrl: string | null
  /** Who gives permissions here: an address, a page, or words. */
  readonly accessContact: string | null
  /** Who knows it may read `/metrics`; null leaves them open in development and absent elsewhere. */
  readonly metricsToken: string | null
  /** Whether a second person approves what the definitions mark, and how long a request waits for one (U9). */
  readonly approvals: { readonly isOn: boolean; readonly expiryMs: number }
  /** Figures that a firm decides; the gateway's own where one is absent. */
  readonly figures?: FirmFigures
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** 32 bytes: encrypts sessions at rest. */
  readonly sessionKey: Uint8Array
  /** 32 bytes: seals the audit trail. */
  readonly auditKey: Uint8Array
  /** What a sign-in without a role means (D-10). */
  readonly noRole: WithoutRole
  readonly trustProxy: string | false
  /** Connections that one network may have open, except those of a trusted proxy. */
  readonly connectionsPerPeer: number
  /** Base URLs of the configured services, without a trailing slash. */
  readonly services: Readonly<Record<string, string>>
  /** Headers of every call to a service, by service and name. */
  readonly serviceHeaders: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly identity: IdentityConfig
  /** Calls for bindings whose own call is assumed, by `{resource}.{binding}`; outside dev the other bindings are off. */
  readonly assumedCalls: Readonly<Record<string, UpstreamCall>>
}
