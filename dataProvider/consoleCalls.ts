import { isValues, valueAt } from '../language/pointer.ts'
import { unexpectedAnswer } from './HttpError.ts'
import { exchange, type Transport } from './send.ts'
import type { ClaimParams, RevealAnswer, RevealParams, HistoryAnswer, HistoryParams, ViewParams } from './types.ts'
import {
  type Choice,
  type Evidence,
  historyOutcomes,
  type HistoryEvent,
  type HistoryPage,
} from '../language/evidence.ts'

/** Fetches one masked value in full (S-31). The gateway records who asked and why before it answers. */
export async function fetchReveal(
  transport: Transport,
  resource: string,
  { id, field, item, reason, signal }: RevealParams,
): Promise<RevealAnswer> {
  const body = JSON.stringify({ resource, id, field, reason, ...(item === undefined ? {} : { item }) })
  const call = { url: '/console/reveal', method: 'POST', headers: {}, body, effect: 'read' } as const
  const response = await exchange(call, transport, signal)
  const answer: unknown = await response.json().catch(() => undefined)
  const value = valueAt(answer, '/value')
  if (typeof value !== 'string') throw unexpectedAnswer('The answer is not a value.')
  return { data: { ok: true, value } }
}

/** Says that a record which was read ahead is now on the screen: the gateway records it as seen. */
export async function sendViewed(
  transport: Transport,
  resource: string,
  id: string | number,
): Promise<{ data: object }> {
  const body = JSON.stringify({ resource, id: String(id) })
  const call = { url: '/console/viewed', method: 'POST', headers: {}, body, effect: 'read' } as const
  await exchange(call, transport, undefined)
  return { data: {} }
}

/** Reads who works on which record of a resource, after a change if there is a body. */
export async function fetchClaims(
  transport: Transport,
  resource: string,
  { change, signal }: ClaimParams,
): Promise<{ data: unknown }> {
  const body = change === undefined ? undefined : JSON.stringify(change)
  const method = change === undefined ? 'GET' : 'POST'
  const call = { url: `/console/claims/${resource}`, method, headers: {}, body, effect: 'read' } as const
  const response = await exchange(call, transport, signal)
  return { data: await response.json().catch(() => undefined) }
}

/** Reads the saved views of a list, or changes one, at the addresses that simple-rest gives them. */
export async function fetchViews(
  transport: Transport,
  resource: string,
  { change, signal }: ViewParams,
): Promise<{ data: unknown }> {
  const query = new URLSearchParams({ filter: JSON.stringify({ resource }) })
  const { method = 'GET', id, body } = change ?? {}
  const url = `/console/views${id === undefined ? '' : `/${id}`}${change === undefined ? `?${query.toString()}` : ''}`
  const text = body === undefined ? undefined : JSON.stringify(body)
  const call = { url, method, headers: {}, body: text, effect: change === undefined ? 'read' : 'mutate' } as const
  const response = await exchange(call, transport, signal)
  return { data: await response.json().catch(() => undefined) }
}

/** More pages than any record has. Beyond this limit something is wrong, and a part must not pass for the whole. */
const MOST_PAGES = 100

const isText = (value: unknown): value is string => typeof value === 'string'

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText)

/** The evidence of an event; `undefined` when it has another form. */
function evidenceIn(value: unknown): Evidence | null | undefined {
  if (value === null) return null
  const [reliedOn, acknowledged] = [valueAt(value, '/reliedOn'), valueAt(value, '/acknowledged')]
  if (!Array.isArray(reliedOn) || !isTexts(acknowledged)) return undefined
  const choices = reliedOn.flatMap((item: unknown): readonly Choice[] => {
    const [own, label] = [valueAt(item, '/value'), valueAt(item, '/label')]
    return isText(own) && isText(label) ? [{ value: own, label }] : []
  })
  return choices.length === reliedOn.length ? { reliedOn: choices, acknowledged } : undefined
}

function eventIn(value: unknown): HistoryEvent {
  const event = isValues(value) ? value : {}
  const { seq, at, actor, actorType, operation, label, target, reason, reference, failure } = event
  const outcome = historyOutcomes.find((known) => known === event['outcome'])
  const texts = { at, actor, operation, label, target, reason, reference }
  const evidence = evidenceIn(event['evidence'])
  if (typeof seq !== 'number' || outcome === undefined || evidence === undefined || !Object.values(texts).every(isText))
    throw unexpectedAnswer('The answer is not the history of a record.')
  const told = texts as Record<keyof typeof texts, string>
  const more = {
    ...(isText(failure) ? { failure } : {}),
    ...(event['isView'] === true ? { isView: true as const } : {}),
  }
  return { seq, ...told, ...more, evidence, outcome, actorType: actorType === 'automation' ? 'automation' : 'human' }
}

function pageIn(answer: unknown): HistoryPage {
  const [events, next] = [valueAt(answer, '/events'), valueAt(answer, '/next')]
  if (!Array.isArray(events) || (next !== null && typeof next !== 'number'))
    throw unexpectedAnswer('The answer is not the history of a record.')
  return { events: events.map(eventIn), next }
}

/** Fetches everything on record about one record and its parts, newest first. It returns all pages or rejects. */
export async function fetchHistory(
  transport: Transport,
  resource: string,
  { id, signal }: HistoryParams,
): Promise<HistoryAnswer> {
  const events: HistoryEvent[] = []
  let before: number | null = null
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const query = new URLSearchParams({
      resource,
      id: String(id),
      ...(before === null ? {} : { before: String(before) }),
    })
    const call = { url: `/console/history?${query.toString()}`, method: 'GET', headers: {}, body: undefined } as const
    const response = await exchange({ ...call, effect: 'read' }, transport, signal)
    const page = pageIn(await response.json().catch(() => undefined))
    events.push(...page.events)
    before = page.next
    if (before === null) return { data: { ok: true, events } }
  }
  throw unexpectedAnswer('The history of this record is too long to be shown whole.')
}
