import { staffOf } from './support.ts'
import type { Embedded } from '../../../services/embedded/start.ts'

/** An answer of a service, its body as JSON. */
export interface Answer {
  readonly code: number
  readonly body: unknown
}

/** One JSON call with the given Authorization header; a body makes it one of `method`. */
export async function call(url: string, authorization = '', method = 'GET', body?: object): Promise<Answer> {
  const headers = { ...(authorization && { authorization }), ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return { code: response.status, body: (await response.json()) as unknown }
}

/** A staff member's JSON calls to the main, the admin and the trade service, each in the form that service wants. */
export async function callsOf(embedded: Embedded, known?: string) {
  const { token } = await staffOf(embedded, known)
  const { main, admin, trade } = embedded.urls
  return {
    token,
    main: (path: string) => call(`${main}${path}`, `Token ${token}`),
    trade: (path: string) => call(`${trade}${path}`, token),
    admin: (path: string, method?: string, body?: object) => call(`${admin}${path}`, `Token ${token}`, method, body),
  }
}
