import { count, flag, list, moment, object, oneOf, text, type WireOf } from '../language/wire.ts'
import type { Permission } from './shared/permissions.ts'

/** Opens the page about what waits and what was decided, for people who lead a team. */
export const OVERVIEW_PERMISSION = 'overview.read' satisfies Permission

export const decisionKinds = ['documents', 'cases', 'requests'] as const

export type DecisionKind = (typeof decisionKinds)[number]

export const decidingOperations: Readonly<Record<DecisionKind, readonly string[]>> = {
  documents: ['accountDocuments.approve', 'accountDocuments.reject'],
  cases: ['accountInvestigations.approve', 'accountInvestigations.reject', 'accountInvestigations.appeal'],
  requests: ['accountRequests.approve', 'accountRequests.reject'],
}

/** The days, today among them, whose decisions are counted. */
export const DECISION_DAYS = 14

/** How many changes with an unknown outcome are named. */
export const MOST_UNKNOWN = 1000

/** How many decisions were made, hour by hour. Times are UTC milliseconds. */
export const decisionHours = object({
  asOf: count,
  hours: list(
    object({
      hour: count,
      kind: oneOf(decisionKinds),
      count,
      /** How many of them the gateway made on a person's behalf. */
      automatic: count,
    }),
  ),
  /** When changes whose outcome is unknown were begun, decisions among them; the newest first. */
  unknown: list(count),
})
export type DecisionHours = WireOf<typeof decisionHours>

export const decisionsByPerson = object({
  asOf: count,
  people: list(
    object({
      userId: count,
      name: text,
      count,
      /** How many of them the gateway made on the person's behalf. */
      automatic: count,
    }),
  ),
})
export type DecisionsByPerson = WireOf<typeof decisionsByPerson>

/** The lists of accounts whose clocks are counted, each with the part that has them and its place on the page. */
export const clockSources = {
  transfers: { part: 'accountRequests', tab: 'requests', filters: { transfer_request: true } },
  bankChanges: { part: 'achRelationships', tab: 'linked-account', filters: {} },
} as const

/** What has a clock. */
export type ClockSource = keyof typeof clockSources

/** One state that has lasted since a moment. */
const waitingState = object({
  /** The account's id. */
  id: text,
  state: text,
  since: moment,
  /** True where the moment is only when this console first saw the state. */
  isFirstSeen: flag,
})
export type WaitingState = WireOf<typeof waitingState>

/** The clocks of the first accounts of a list. */
export const waitingStates = object({
  asOf: count,
  /** The accounts that were read, and those that could not be. */
  accounts: count,
  unread: count,
  /** True when the list goes on. */
  isCut: flag,
  states: list(waitingState),
})
export type WaitingStates = WireOf<typeof waitingStates>
