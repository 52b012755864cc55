import type { Permission } from './shared/permissions.ts'

/** Opens the page about what waits and what was decided, for people who lead a team. */
export const OVERVIEW_PERMISSION = 'overview.read' satisfies Permission

/** What is decided. */
export const decisionKinds = ['documents', 'cases', 'requests'] as const

/** One kind of decision. */
export type DecisionKind = (typeof decisionKinds)[number]

/** The operations that decide something, by what is decided. */
export const decidingOperations: Readonly<Record<DecisionKind, readonly string[]>> = {
  documents: ['accountDocuments.approve', 'accountDocuments.reject'],
  cases: ['accountInvestigations.approve', 'accountInvestigations.reject', 'accountInvestigations.appeal'],
  requests: ['accountRequests.approve', 'accountRequests.reject'],
}

/** The days, today among them, whose decisions are counted. */
export const DECISION_DAYS = 14

/** How many decisions were made, hour by hour. Times are UTC milliseconds. */
export interface DecisionHours {
  readonly asOf: number
  readonly hours: readonly { readonly hour: number; readonly kind: DecisionKind; readonly count: number }[]
}

/** How many decisions each person has made. */
export interface DecisionsByPerson {
  readonly asOf: number
  readonly people: readonly { readonly userId: number; readonly name: string; readonly count: number }[]
}

/** The lists of accounts whose clocks are counted, each with the part that has them and its place on the page. */
export const clockSources = {
  transfers: { part: 'accountRequests', tab: 'requests', filters: { transfer_request: true } },
  bankChanges: { part: 'achRelationships', tab: 'linked-account', filters: {} },
} as const

/** What has a clock. */
export type ClockSource = keyof typeof clockSources

/** One state that has lasted since a moment. */
export interface WaitingState {
  /** The account's id. */
  readonly id: string
  readonly state: string
  /** ISO 8601. */
  readonly since: string
  /** True where the moment is only when this console first saw the state. */
  readonly isFirstSeen: boolean
}

/** The clocks of the first accounts of a list. */
export interface WaitingStates {
  readonly asOf: number
  /** The accounts that were read, and those that could not be. */
  readonly accounts: number
  readonly unread: number
  /** True when the list goes on. */
  readonly isCut: boolean
  readonly states: readonly WaitingState[]
}
