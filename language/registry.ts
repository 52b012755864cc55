import type { ListResource, Resource } from './resource.ts'
import type { FormPage } from './formPage.ts'

/** How the gateway authenticates to a service: `Authorization: Token {token}`, the bare staff token, or the service's own key. */
export type Authorization = 'token' | 'raw' | 'key'

/** What a status means to the reader. Color follows meaning. */
export type Tone = 'done' | 'needsUs' | 'inFlight' | 'stopped' | 'neutral'

/** Tones of one enumeration. Server enumerations are open: an unknown status is neutral and keeps its raw text. */
export interface ToneTable {
  readonly tones: Readonly<Record<string, Tone>>
  /** Statuses drawn without the dot marker. */
  readonly withoutDot?: readonly string[]
}

/** Names that a console adds to the language, as pure data. The framework knows none of them. */
export interface Registry {
  readonly services: Readonly<Record<string, { readonly authorization: Authorization }>>
  readonly permissions: readonly string[]
  /** Those that the console's own routes ask for: no definition names them. */
  readonly routePermissions?: readonly string[]
  readonly roles: Readonly<Record<string, readonly string[]>>
  /** Role of a session whose role the console does not know. */
  readonly unknownRole: string
  readonly tones: Readonly<Record<string, ToneTable>>
  /** Words of constants that keep their capitals in a sentence. */
  readonly abbreviations?: readonly string[]
  /** Display formats beyond the framework's own. */
  readonly formats?: readonly string[]
  /** Components by the slot they fit. The browser's entry brings one for each of these names. */
  readonly cells?: readonly string[]
  readonly inputs?: readonly string[]
  readonly filters?: readonly string[]
  /** Blocks of a record's page and of dialogs, with the reads of the definition that each is drawn from. */
  readonly blocks?: Readonly<Record<string, { readonly reads?: readonly string[] }>>
  readonly pages?: readonly string[]
}

type Listed<R, Key extends string> = R extends { readonly [K in Key]: readonly (infer Name extends string)[] }
  ? Name
  : never

/** A registry as types. A console names it: `interface Console extends NamesOf<typeof registry> {}`. */
export interface NamesOf<R extends Registry> {
  readonly service: keyof R['services'] & string
  readonly permission: R['permissions'][number]
  readonly tones: keyof R['tones'] & string
  readonly format: Listed<R, 'formats'>
  readonly cell: Listed<R, 'cells'>
  readonly input: Listed<R, 'inputs'>
  readonly filter: Listed<R, 'filters'>
  readonly block: R extends { readonly blocks: infer Blocks } ? keyof Blocks & string : never
  readonly page: Listed<R, 'pages'>
}

/** Everything a console is made of besides its code: what provider, pages, gateway, documents and tests read. */
export interface ConsoleModel {
  readonly registry: Registry
  /** Lists and pages of forms in menu order. */
  readonly screens: readonly (ListResource | FormPage)[]
  /** The screen that people land on after signing in. */
  readonly home: `/${string}`
  /** Every definition: those of the screens, and the records inside other records. */
  readonly definitions: readonly Resource[]
}

/**
 * Permissions of a role as the sign-in answers it. A sign-in without a role gets all of them; a role that the console
 * does not know gets those of `unknownRole`, so that a new upstream role never opens anything by accident (D-10).
 */
export function permissionsOf(
  { permissions, roles, unknownRole }: Registry,
  role: string | null | undefined,
): readonly string[] {
  if (role === undefined || role === null || role === '') return permissions
  return roles[Object.hasOwn(roles, role) ? role : unknownRole] ?? []
}

/** How the gateway authenticates to a service; `undefined` for one that the console does not have. */
export const authorizationOf = ({ services }: Registry, service: string): Authorization | undefined =>
  Object.hasOwn(services, service) ? services[service]?.authorization : undefined

/** Tone of a status in any letter case (D-68); neutral if the table does not have it. */
export function toneOf({ tones }: ToneTable, status: string): Tone {
  const spelling = [status, status.toUpperCase(), status.toLowerCase()].find((text) => Object.hasOwn(tones, text))
  return (spelling === undefined ? undefined : tones[spelling]) ?? 'neutral'
}

/** True when the status is drawn with the dot marker. */
export const hasDot = ({ withoutDot }: ToneTable, status: string): boolean => withoutDot?.includes(status) !== true
