import type { AnswerPlace } from '../../../language/binding.ts'
import type { Operation } from '../../../language/operations.ts'
import { isPageParameter } from '../../../language/paging.ts'
import { valueAt } from '../../../language/pointer.ts'
import { fillPath } from '../../../language/template.ts'
import { GatewayError } from '../core/errors.ts'
import type { UpstreamAnswer } from '../core/upstreamAnswer.ts'
import type { CheckedRequest } from './checkedRequest.ts'
import { misfitAt, type Misfit } from './misfits.ts'

/** What an answer says about the whole list, next to its records. */
export interface Paging {
  readonly total?: number | undefined
  /** The cursor of the next page, or another text when there is a next page without one; '' on the last page. */
  readonly next?: string | undefined
}

const MOST_CURSOR = 4096

/** The text or number at a place of an answer or in one of its headers; '' for none. @throws GatewayError UPSTREAM_FORMAT */
export function answerText(place: AnswerPlace, body: unknown, { headers }: UpstreamAnswer): string {
  const found = typeof place === 'string' ? valueAt(body, place) : headers[place.header.toLowerCase()]
  if (typeof found === 'string') return found
  if (typeof found === 'number') return String(found)
  if (found === undefined || found === null || typeof found === 'boolean') return ''
  const misfit = typeof place === 'string' ? misfitAt(place, 'string or number', found) : undefined
  throw new GatewayError('UPSTREAM_FORMAT', { misfit })
}

/** A number, or the end of a range: `items 0-24/319`. */
function totalIn({ response, definition }: Operation, body: unknown, answer: UpstreamAnswer): number | undefined {
  if (response.total === undefined) return undefined
  const [, total] = /^(?:[^/]{0,200}\/)?(\d{1,15})$/.exec(answerText(response.total, body, answer)) ?? []
  if (total !== undefined) return Number(total)
  if (definition.dialect !== null) throw new GatewayError('UPSTREAM_FORMAT')
  return undefined
}

/** The address of the next page in a `Link` header (RFC 8288). */
const linkIn = (header: string): string | undefined =>
  header
    .split(/,(?=\s*<)/)
    .map((link) => /^\s*<([^>]*)>(.*)$/s.exec(link))
    .find((link) => /;\s*rel="?(?:[^"]* )?next(?: [^"]*)?"?\s*(?:;|$)/i.test(link?.[2] ?? ''))?.[1]

/**
 * The page that an address of the service leads to. Only its path and query are used, and only when they are the
 * call's own: the next request is built from the binding, never from the address.
 *
 * @throws GatewayError UPSTREAM_FORMAT for an address of anything else
 */
function pageIn(address: string, { path, query }: Operation, checked: CheckedRequest): string {
  const url = URL.parse(address, 'http://service.invalid')
  const isCall = url !== null && (address.startsWith('?') || url.pathname.endsWith(fillPath(path, checked.path)))
  const stray = [...(url?.searchParams.keys() ?? [])].filter((name) => !Object.hasOwn(query, name))
  const [wire] = Object.entries(query).find(([, source]) => isPageParameter(source)) ?? []
  const page = wire === undefined ? null : url?.searchParams.get(wire)
  if (!isCall || stray.length > 0 || page === null || page === undefined) throw new GatewayError('UPSTREAM_FORMAT')
  return page
}

const isAddress = (text: string): boolean => /^(?:https?:\/\/|\/|\?)/i.test(text)

function nextIn(operation: Operation, body: unknown, answer: UpstreamAnswer, checked: CheckedRequest) {
  const { next } = operation.response
  if (next === undefined) return undefined
  const value = answerText(next, body, answer)
  const isLink = typeof next === 'object' && next.header.toLowerCase() === 'link'
  const text = isLink ? (linkIn(value) ?? '') : value
  const page = isAddress(text) ? pageIn(text, operation, checked) : text
  if (page.length > MOST_CURSOR) throw new GatewayError('UPSTREAM_FORMAT')
  return page
}

/** Reads what an answer says about the whole list. @throws GatewayError UPSTREAM_FORMAT */
export const pagingOf = (
  operation: Operation,
  body: unknown,
  answer: UpstreamAnswer,
  checked: CheckedRequest,
): Paging =>
  operation.kind === 'list'
    ? { total: totalIn(operation, body, answer), next: nextIn(operation, body, answer, checked) }
    : {}

/** The places of a list's answer with records that have no number of pages or records, though the list says that they do. */
export function countMisfits({ kind, response }: Operation, body: unknown): readonly Misfit[] {
  const items = kind === 'list' ? valueAt(body, response.items ?? '') : undefined
  if (!Array.isArray(items) || items.length === 0) return []
  return [response.total, response.pageCount].flatMap((place) => {
    const found = typeof place === 'string' ? valueAt(body, place) : null
    const isCount = found === null || typeof found === 'number' || (typeof found === 'string' && /\d$/.test(found))
    return typeof place !== 'string' || isCount ? [] : [misfitAt(place, 'number', found)]
  })
}
