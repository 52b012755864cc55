import { isValues, valueAt, type Values } from '../../language/pointer.ts'
import { isPresent } from '../../language/predicate.ts'
import type { Pointer } from '../../language/schema.ts'
import type { ReadStatus } from '../shared/enumerations.ts'
import { unreadableIn, unreadablePart } from '../../language/unreadable.ts'

interface Read {
  /** What could not be read of it, by the places of the answer, for `isUnread`. */
  readonly unread: Values
}

/** A document the clearing firm requests: the proof type that is sent, and its label (D-104). */
export interface RequestedDocument {
  readonly proof: string
  readonly description: string
}

/** One category of the identity check, for example ADDRESS. */
export interface CipCategory extends Read {
  readonly name: string
  readonly state: ReadStatus<'investigation'>
  readonly documents: readonly RequestedDocument[]
}

/** How a field of a listed person matches the applicant's. */
export interface MatchReason {
  readonly field: string
  readonly strength: string
}

export interface DowJonesProfile {
  readonly name: string
  readonly certainty: string
  readonly shortSummary: string
  readonly summary: readonly string[]
  readonly reasons: readonly MatchReason[]
}

/** A record of the do-not-do-business list, as far as it leaves the gateway: never with a third party's number. */
export interface DndbProfile {
  readonly name: string
  readonly comments: string
  readonly certainty: string
  readonly reasons: readonly MatchReason[]
}

/** One reason of the credit bureau: its constant and its words. */
export interface EquifaxReason {
  readonly key: string
  readonly text: string
}

export interface HistoryEntry {
  readonly user: string
  readonly timestamp: string
  readonly stateChange: ReadStatus<'investigation'>
  readonly comment: string
}

/** The home address that was checked. Missing parts are empty. */
export interface HomeAddress {
  readonly street: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
  readonly country: string
}

/** One identity case of one applicant, read leniently: missing values are empty, and unknown values stay unchanged. */
export interface Investigation extends Read {
  readonly sketchId: string
  readonly status: ReadStatus<'investigation'>
  readonly isArchived: boolean
  readonly error: string
  readonly history: readonly HistoryEntry[]
  readonly applicant: string
  readonly homeAddress: HomeAddress
  readonly categories: readonly CipCategory[]
  /** True when there is any result yet, be it one that could not be read. */
  readonly hasResult: boolean
  /** Which lists have answered. No answer is not a clean result. */
  readonly answered: { readonly dndb: boolean; readonly dowJones: boolean; readonly equifax: boolean }
  readonly evaluation: { readonly state: string; readonly dataSources: readonly string[]; readonly comment: string }
  readonly dndb: readonly DndbProfile[]
  readonly dowJones: readonly DowJonesProfile[]
  readonly equifax: {
    readonly accept: readonly EquifaxReason[]
    readonly indeterminate: readonly EquifaxReason[]
    readonly reject: readonly EquifaxReason[]
  }
  /** Empty before an answer; NO_MATCH means clean. */
  readonly ofacMatch: string
}

const textAt = (value: unknown, pointer: Pointer): string => {
  const found = valueAt(value, pointer)
  return typeof found === 'string' ? found.trim() : typeof found === 'number' ? String(found) : ''
}

const itemsAt = (value: unknown, pointer: Pointer): readonly Values[] => {
  const found = valueAt(value, pointer)
  return Array.isArray(found) ? found.filter(isValues) : []
}

const textsAt = (value: unknown, pointer: Pointer): readonly string[] => {
  const found = valueAt(value, pointer)
  return [found].flat().filter((item): item is string => typeof item === 'string' && item.trim() !== '')
}

const slug = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')

const documentOf = (value: Values): RequestedDocument => {
  const description = textAt(value, '/description')
  const proof = textAt(value, '/name') || slug(description)
  return { proof, description: description || proof }
}

/** True when a part of a case or category could not be read, or something in it: without a value it is not known to be empty. */
export const isUnread = ({ unread }: Read, place: Pointer): boolean => unreadableIn(unread, place) !== undefined

/** The items of a list, each with what could not be read of it. One that could not be read itself stays, without values. */
export function itemsWithUnread(value: unknown, pointer: `/${string}`, places: unknown) {
  const found = valueAt(value, pointer)
  const items: readonly unknown[] = Array.isArray(found) ? found : []
  return items
    .map((item, index) => ({ item, unread: unreadablePart(places, `${pointer}/${index}`) }))
    .flatMap(({ item, unread }) =>
      isValues(item) ? [{ item, unread }] : Object.keys(unread).length > 0 ? [{ item: {}, unread }] : [],
    )
}

const statusAt = (value: unknown, pointer: Pointer) => textAt(value, pointer) as ReadStatus<'investigation'>

const categoryOf = ({ item: value, unread }: { readonly item: Values } & Read): CipCategory => ({
  unread,
  name: textAt(value, '/name'),
  state: statusAt(value, '/categoryState'),
  documents: itemsAt(value, '/requestedDocuments').map(documentOf),
})

const reasonsOf = (value: Values): readonly MatchReason[] =>
  itemsAt(value, '/reasons').map((reason) => ({
    field: textAt(reason, '/field'),
    strength: textAt(reason, '/strength'),
  }))

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ')

const dowJonesOf = (value: Values): DowJonesProfile => ({
  name: textAt(value, '/name'),
  certainty: textAt(value, '/certainty'),
  shortSummary: textAt(value, '/shortSummary'),
  summary: textsAt(value, '/summary'),
  reasons: reasonsOf(value),
})

const dndbOf = (value: Values): DndbProfile => ({
  name:
    joined(textAt(value, '/record/givenName'), textAt(value, '/record/familyName')) ||
    textAt(value, '/record/businessName'),
  comments: textAt(value, '/record/comments'),
  certainty: textAt(value, '/certainty'),
  reasons: reasonsOf(value),
})

/** Reads a map of constants to words, or a list of `outcome|key|text` (D-98). */
function equifaxReasons(value: unknown): readonly EquifaxReason[] {
  if (Array.isArray(value)) {
    return value
      .filter((item): item is string => typeof item === 'string')
      .map((item) => {
        const parts = item.split('|').map((part) => part.trim())
        return parts.length < 3 ? { key: '', text: item } : { key: parts[1] ?? '', text: parts.slice(2).join(' | ') }
      })
  }
  return isValues(value) ? Object.entries(value).map(([key, words]) => ({ key, text: textAt(words, '') || key })) : []
}

/** True for a list of matches, each of which could be read: what could not may be one more. */
const isAnswered = (profiles: unknown): boolean => Array.isArray(profiles) && profiles.every(isValues)

/** Reads the `history` of a case or of its record. */
export const readHistory = (value: unknown): readonly HistoryEntry[] =>
  itemsAt(value, '/history').map((entry) => ({
    user: textAt(entry, '/user'),
    timestamp: textAt(entry, '/timestamp'),
    stateChange: statusAt(entry, '/stateChange'),
    comment: textAt(entry, '/comment'),
  }))

const addressOf = (value: unknown): HomeAddress => ({
  street: textsAt(value, '/streetAddress').join(', '),
  city: textAt(value, '/city'),
  state: textAt(value, '/state'),
  postalCode: textAt(value, '/postalCode'),
  country: textAt(value, '/country'),
})

/**
 * Reads one item of `investigations` (account review, section 3 'Verification status').
 *
 * @param unread what could not be read of it
 */
export function readInvestigation(value: Values, unread: Values = {}): Investigation {
  const result = valueAt(value, '/result')
  return {
    unread,
    sketchId: textAt(value, '/sketchId'),
    status: statusAt(value, '/status'),
    isArchived: valueAt(value, '/archived') === true,
    error: textAt(value, '/error'),
    history: readHistory(value),
    applicant: joined(
      textAt(value, '/request/identity/name/givenName'),
      textAt(value, '/request/identity/name/familyName'),
    ),
    homeAddress: addressOf(valueAt(value, '/request/identity/homeAddress')),
    categories: itemsWithUnread(value, '/cipCategories', unread).map(categoryOf),
    hasResult: (isValues(result) && Object.values(result).some(isPresent)) || isUnread({ unread }, '/result'),
    answered: {
      dndb: isAnswered(valueAt(result, '/dndbResult/profiles')),
      dowJones: isAnswered(valueAt(result, '/dowJonesResult/profiles')),
      equifax: isPresent(valueAt(result, '/equifaxResult/results')),
    },
    evaluation: {
      state: textAt(result, '/evaluation/evaluatedState'),
      dataSources: textsAt(result, '/evaluation/dataSources'),
      comment: textAt(result, '/evaluation/comment'),
    },
    dndb: itemsAt(result, '/dndbResult/profiles').map(dndbOf),
    dowJones: itemsAt(result, '/dowJonesResult/profiles').map(dowJonesOf),
    equifax: {
      accept: equifaxReasons(valueAt(result, '/equifaxResult/results/accept')),
      indeterminate: equifaxReasons(valueAt(result, '/equifaxResult/results/indeterminate')),
      reject: equifaxReasons(valueAt(result, '/equifaxResult/results/reject')),
    },
    ofacMatch: textAt(result, '/ofacResult/ofacMatch'),
  }
}
