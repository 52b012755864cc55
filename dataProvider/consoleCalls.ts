import { type HistoryEvent, type HistoryPage, historyPage } from '../language/history.ts'
import { revealedValue } from '../language/pii.ts'
import { answerOf } from './answerOf.ts'
import { unexpectedAnswer } from './HttpError.ts'
import { jsonBody } from './readJson.ts'
import { exchange, type Transport } from './send.ts'
import type { ClaimParams, RevealAnswer, RevealParams, HistoryAnswer, HistoryParams, SavedViewParams } from './types.ts'

interface Asked {
  readonly body?: unknown
  readonly effect?: 'read' | 'mutate'
  readonly signal: AbortSignal | undefined
}

/** Calls one of the gateway's own routes: a POST where there is a body. */
function ask(transport: Transport, url: string, { body, effect = 'read', signal }: Asked, method?: string) {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const call = { url, method: method ?? (body === undefined ? 'GET' : 'POST'), headers: {}, body: text, effect }
  return exchange(call, transport, signal)
}

/** Fetches one masked value in full (S-31). The gateway records who asked and why before it answers. */
export async function fetchReveal(
  transport: Transport,
  resource: string,
  { id, field, item, reason, signal }: RevealParams,
): Promise<RevealAnswer> {
  const body = { resource, id, field, reason, item }
  const { value } = await answerOf(revealedValue, await ask(transport, '/console/reveal', { body, signal }))
  return { data: { ok: true, value } }
}

/** Says that a record which was read ahead is now on the screen: the gateway records it as seen. */
export async function sendViewed(
  transport: Transport,
  resource: string,
  id: string | number,
): Promise<{ data: object }> {
  await ask(transport, '/console/viewed', { body: { resource, id: String(id) }, signal: undefined })
  return { data: {} }
}

/** Reads who works on which record of a resource, after a change if there is a body. */
export async function fetchClaims(
  transport: Transport,
  resource: string,
  { change, signal }: ClaimParams,
): Promise<{ data: unknown }> {
  const effect = change === undefined ? 'read' : 'mutate'
  const response = await ask(transport, `/console/claims/${resource}`, { body: change, effect, signal })
  return { data: await jsonBody(response, { effect }) }
}

/** Reads the saved views of a list, or changes one, at the addresses that simple-rest gives them. */
export async function fetchSavedViews(
  transport: Transport,
  resource: string,
  { change, signal }: SavedViewParams,
): Promise<{ data: unknown }> {
  const query = new URLSearchParams({ filter: JSON.stringify({ resource }) })
  const { method, id, body } = change ?? {}
  const url = `/console/views${id === undefined ? '' : `/${id}`}${change === undefined ? `?${query.toString()}` : ''}`
  const effect = change === undefined ? 'read' : 'mutate'
  return { data: await jsonBody(await ask(transport, url, { body, effect, signal }, method), { effect }) }
}

/** More pages than any record has. Beyond this limit something is wrong, and a part must not pass for the whole. */
const MOST_PAGES = 100

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
    const response = await ask(transport, `/console/history?${query.toString()}`, { signal })
    const page: HistoryPage = await answerOf(historyPage, response)
    events.push(...page.events)
    before = page.next
    if (before === null) return { data: { ok: true, events } }
  }
  throw unexpectedAnswer('The history of this record is too long to be shown whole.')
}
