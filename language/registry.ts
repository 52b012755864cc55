import type { DeclaredFailure } from './binding.ts'
import type { ListResource, Resource, FormPage } from './resource.ts'

/**
 * The names a console registers, as types. The language is generic over them and knows none. `interface Console extends
 * NamesOf<typeof registry> {}` derives them from a registry.
 */
export interface Names {
  readonly service: string
  readonly permission: string
  readonly tones: string
  /** The statuses that each table of tones has. */
  readonly statuses: Readonly<Record<string, string>>
  /** Display formats in addition to the framework's own. */
  readonly format: string
  /** Coercions of typed texts in addition to the framework's own. */
  readonly coercion: string
  /**
   * Components by their slot: a column's cell, the control of an input or a filter, labelled values, a block, a whole
   * page.
   */
  readonly cell: string
  readonly input: string
  readonly filter: string
  readonly facts: string
  readonly block: string
  readonly page: string
}

/**
 * How the gateway authenticates to a service: `Authorization: Token {token}`, the bare staff token, or the service's
 * own key, which is its `header`. Such a service never receives the staff token.
 */
export type Authorization = 'token' | 'raw' | 'key'

/** One upstream service. */
export interface Service {
  readonly authorization: Authorization
  /** Headers of every call by their names, each with the environment variable that has its value. */
  readonly header?: Readonly<Record<string, string>>
  /** What a failure looks like in this service's answers, after what its calls declare themselves. */
  readonly failure?: DeclaredFailure | readonly DeclaredFailure[]
}

/** What a status means to the reader. Color follows meaning. */
export type Tone = 'done' | 'needsUs' | 'inFlight' | 'stopped' | 'neutral'

/**
 * Tones of one enumeration; `plain` statuses are drawn without the dot marker. Server enumerations are open: an unknown
 * status is neutral and keeps its raw text.
 */
export type ToneTable = Readonly<Record<string, Tone | readonly [tone: Tone, marker: 'plain']>>

/**
 * The slots of the console's own components: the place in the language where a component's name may be written. A `route`
 * is a page at an address of its own, which no definition names.
 */
export type Slot = 'format' | 'coercion' | 'cell' | 'input' | 'filter' | 'facts' | 'block' | 'page' | 'route'

/** A component with the further calls of the definition that it is drawn from, and the permissions that its own routes need. */
interface Component {
  readonly kind: Slot
  readonly bindings?: readonly string[]
  readonly permissions?: readonly string[]
}

/**
 * The permissions of the framework's own pages. A console registers those that it gives to a role; without one, no one has
 * what it opens: everyone's access and sessions, the audit trail with its records and their export, there the recording of how
 * an unknown outcome was settled, and saved views of lists that everyone sees who may read these.
 */
export const frameworkPermissions = {
  administer: 'staff.administer',
  readAudit: 'audit.read',
  settleOutcomes: 'audit.settle',
  shareViews: 'views.share',
} as const

/** Names that a console adds to the language, as pure data. The framework knows none of them. */
export interface Registry {
  readonly services: Readonly<Record<string, Authorization | Service>>
  /** Those that its calls name, and those of `frameworkPermissions` that it gives. */
  readonly permissions: readonly string[]
  /** Permissions by role; `*` is for a session whose role the console does not know. */
  readonly roles: Readonly<Record<string, readonly string[]>> & { readonly '*': readonly string[] }
  /** Permissions that may be used only shortly after a sign-in. The gateway asks for one otherwise (S-27). */
  readonly freshSignIn?: readonly string[]
  readonly tones: Readonly<Record<string, ToneTable>>
  /** Components by name, with their slot. The browser's entry provides each component. */
  readonly components?: Readonly<Record<string, Slot | Component>>
}

type InSlot<R, S extends Slot> = R extends { readonly components: infer C }
  ? { [Name in keyof C]: C[Name] extends S | { readonly kind: S } ? Name : never }[keyof C] & string
  : never

/** A registry as types. A console names it: `interface Console extends NamesOf<typeof registry> {}`. */
export interface NamesOf<R extends Registry> {
  readonly service: keyof R['services'] & string
  readonly permission: R['permissions'][number]
  readonly tones: keyof R['tones'] & string
  readonly statuses: { readonly [T in keyof R['tones']]: keyof R['tones'][T] & string }
  readonly format: InSlot<R, 'format'>
  readonly coercion: InSlot<R, 'coercion'>
  readonly cell: InSlot<R, 'cell'>
  readonly input: InSlot<R, 'input'>
  readonly filter: InSlot<R, 'filter'>
  readonly facts: InSlot<R, 'facts'>
  readonly block: InSlot<R, 'block'>
  readonly page: InSlot<R, 'page'>
}

export const componentsOf = ({ components = {} }: Registry): readonly (Component & { readonly name: string })[] =>
  Object.entries(components).map(([name, own]) => ({ name, ...(typeof own === 'string' ? { kind: own } : own) }))

/** Whose clocks and money a console shows and reads. No definition is written by it, so it is no part of the language. */
export interface Locale {
  /** IANA name of the time zone: `Europe/Berlin`. */
  readonly timeZone: string
  /** ISO 4217 code of the currency: `EUR`. */
  readonly currency: string
}

/** A console without its code: the provider, pages, gateway, documents and tests read it. */
export interface ConsoleModel {
  readonly registry: Registry
  readonly locale: Locale
  /** Lists and pages of forms in menu order. */
  readonly screens: readonly (ListResource | FormPage)[]
  /** The screen that people see first after signing in. */
  readonly home: `/${string}`
  /** Every definition: those of the screens, and the nested records. */
  readonly definitions: readonly Resource[]
}

/** What a sign-in without a role means: every permission, those of an unknown role, or no sign-in at all. */
export const withoutRole = ['full', 'read', 'refuse'] as const

export type WithoutRole = (typeof withoutRole)[number]

/**
 * Permissions of a role from the sign-in; `noRole` decides for a sign-in without one. A role that the console does not
 * know gets those of `*`, so a new upstream role never opens anything by accident (D-10).
 */
export function permissionsOf({ permissions, roles }: Registry, role: string, noRole: WithoutRole): readonly string[] {
  if (role === '' && noRole !== 'read') return noRole === 'full' ? permissions : []
  return (Object.hasOwn(roles, role) ? roles[role] : undefined) ?? roles['*']
}

/** A service in its full form; `undefined` for one that the console does not have. */
export function serviceOf({ services }: Registry, name: string): Service | undefined {
  const own = Object.hasOwn(services, name) ? services[name] : undefined
  return typeof own === 'string' ? { authorization: own } : own
}

/** How the gateway authenticates to a service; `undefined` for a service that the console does not have. */
export const authorizationOf = (registry: Registry, service: string): Authorization | undefined =>
  serviceOf(registry, service)?.authorization

function entryOf(table: ToneTable, status: string): ToneTable[string] | undefined {
  const spelling = [status, status.toUpperCase(), status.toLowerCase()].find((text) => Object.hasOwn(table, text))
  return spelling === undefined ? undefined : table[spelling]
}

/** Tone of a status in any letter case (D-68); neutral if the table does not have it. */
export function toneOf(table: ToneTable, status: string): Tone {
  const entry = entryOf(table, status) ?? 'neutral'
  return typeof entry === 'string' ? entry : entry[0]
}

export const hasDot = (table: ToneTable, status: string): boolean => typeof entryOf(table, status) !== 'object'
