import { messageIn } from '../language/answer.ts'
import type { Operation } from '../language/operations.ts'
import { fillPath } from '../language/template.ts'
import { defaultNotice, notReached } from '../language/messages.ts'
import { secondsIn, waitText } from '../language/retryAfter.ts'
import { isValues, valueAt } from '../language/pointer.ts'
import type { OperationRequest } from './buildRequest.ts'
import { HttpError, offline, type FailureBody, type FailureCode } from './HttpError.ts'
import type { FormInit, PostForm } from './postForm.ts'

/** How calls reach the gateway. */
export interface Transport {
  readonly fetch: typeof globalThis.fetch
  readonly postForm?: PostForm | undefined
  /** Empty in the browser; absolute in Node. */
  readonly origin: string
  readonly newKey: () => string
}

export interface SendOptions {
  readonly signal?: AbortSignal | undefined
  readonly idempotencyKey?: string | undefined
  readonly outcomeChecked?: boolean | undefined
  /**
   * The files of an upload. The body is then a form with the values first, so that the gateway has them before the files.
   */
  readonly files?: readonly File[] | undefined
  /** The id of the record that the call is about, when its values alone do not include it. */
  readonly owner?: string | undefined
  /** The answer is read ahead and not shown yet. */
  readonly isPrefetch?: boolean | undefined
  /** True for a file that is only shown. */
  readonly isShown?: boolean | undefined
  /** All pages of a list, for a file. */
  readonly isExport?: boolean | undefined
  /** The version of the record that the person saw, for a call that is made only if the record still has it. */
  readonly version?: string | undefined
  /** The digest of what the person typed to confirm. */
  readonly confirmation?: string | undefined
  /** Why a second person should approve it, where the action itself asks for no reason. */
  readonly approvalReason?: string | undefined
  readonly onProgress?: FormInit['onProgress'] | undefined
}

/** A value in a URL: lists and objects as JSON. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const urlOf = ({ service, path, queryInBody }: Operation, request: OperationRequest): string => {
  const address = `/api/${service}${fillPath(path, request.path)}`
  const query = new URLSearchParams(Object.entries(request.query).map(([name, value]) => [name, textOf(value)]))
  return queryInBody || query.size === 0 ? address : `${address}?${query.toString()}`
}

const bodyOf = ({ queryInBody }: Operation, { query, body, evidence }: OperationRequest): string | undefined => {
  if (queryInBody || evidence !== undefined)
    return JSON.stringify({ ...(queryInBody ? { query } : {}), body, evidence })
  return body === undefined ? undefined : JSON.stringify(body)
}

/** In a form, a list is one field for each item, and null an empty text. */
function formOf({ upload }: Operation, { body = {} }: OperationRequest, files: readonly File[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body))
    for (const each of [value].flat()) form.append(name, each === null ? '' : textOf(each))
  for (const file of files) form.append(upload?.field ?? 'file', file, file.name)
  return form
}

const textAt = (body: unknown, pointer: `/${string}`): string | undefined => {
  const found = valueAt(body, pointer)
  return typeof found === 'string' && found !== '' ? found : undefined
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The messages about single values, if there are any. */
function fieldsIn(body: unknown): Pick<FailureBody, 'fields'> {
  const said = valueAt(body, '/fields')
  const entries = isValues(said) ? Object.entries(said) : []
  const fields = entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text] as const] : []))
  return fields.length === 0 ? {} : { fields: Object.fromEntries(fields) }
}

/** Who changed the record of a refused call, if the gateway says so. */
function changedIn(body: unknown): Pick<FailureBody, 'changed'> {
  if (valueAt(body, '/changed') === null) return { changed: null }
  const [name, at] = [textAt(body, '/changed/name'), textAt(body, '/changed/at')]
  const action = textAt(body, '/changed/action')
  if (name === undefined || at === undefined || action === undefined) return {}
  const isSuperseded = valueAt(body, '/changed/isSuperseded') === true
  return { changed: { name, at, action, ...(isSuperseded && { isSuperseded }) } }
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

const unreachable = (
  { effect }: Pick<Operation, 'effect'>,
  what = 'The connection broke before an answer came',
): HttpError =>
  new HttpError(0, {
    code: 'NETWORK',
    message: effect === 'mutate' ? `${what}. It is not known whether this was done.` : notReached,
  })

/** How many seconds to wait before a call is made again; a minute where the answer does not say it. */
const waitOf = ({ headers }: Response): number => secondsIn(headers.get('Retry-After') ?? '') ?? 60

/** The message for a failure that says nothing itself. A change that a proxy refuses has not reached the gateway. */
function usualMessage(response: Response, effect: Operation['effect']): string {
  const { status } = response
  const wait = status === 429 ? ` Wait ${waitText(waitOf(response))}, then try again.` : ''
  if (effect !== 'mutate') return wait === '' ? defaultNotice : `Too many requests.${wait}`
  return `Refused before it reached the gateway (HTTP ${status}). Nothing was changed.${wait}`
}

/**
 * The failure that a response reports. Only the gateway's own answer has a code. A proxy that fails in its place does
 * not know what became of a change.
 */
async function failureOf(response: Response, effect: Operation['effect']): Promise<HttpError> {
  const { status } = response
  const body = parsed(await response.text())
  const code = textAt(body, '/code') as FailureCode | undefined
  if (code === undefined && status >= 500 && effect === 'mutate')
    return unreachable(
      { effect },
      `Something between the browser and the console answered in its place (HTTP ${status})`,
    )
  const requestId = textAt(body, '/requestId')
  const permission = textAt(body, '/permission')
  const contact = textAt(body, '/contact')
  return new HttpError(status, {
    code: code ?? `HTTP_${status}`,
    message: messageIn(body) ?? (code === undefined ? usualMessage(response, effect) : defaultNotice),
    ...(valueAt(body, '/isDefaultMessage') === true && { isDefaultMessage: true }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(permission === undefined ? {} : { permission }),
    ...(contact === undefined ? {} : { contact }),
    ...changedIn(body),
    ...fieldsIn(body),
  })
}

/** Turns any error of a broken connection into one error. A cancelled call stays cancelled. */
export const asFailure = (error: unknown, operation: Pick<Operation, 'effect'>): unknown =>
  error instanceof HttpError || isAbort(error) ? error : unreachable(operation)

/** One request to the gateway. */
interface Exchange {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FormData | undefined
  readonly effect: Operation['effect']
  /** The digest of what the person typed to confirm. */
  readonly confirmation?: string | undefined
  readonly onProgress?: FormInit['onProgress'] | undefined
}

/** Sends one call. A form with a progress callback uses `postForm` when there is one. */
function call(
  { url, method, headers, body, onProgress }: Omit<Exchange, 'effect'>,
  { fetch, postForm, origin }: Transport,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const cancelled = signal === undefined ? {} : { signal }
  if (body instanceof FormData && onProgress !== undefined && postForm !== undefined)
    return postForm(`${origin}${url}`, { method, headers, body, onProgress, ...cancelled })
  return fetch(`${origin}${url}`, {
    method,
    headers,
    redirect: 'error',
    cache: 'no-store',
    ...(body === undefined ? {} : { body }),
    ...cancelled,
  })
}

/** How long a read waits at most before it is made again, in seconds. */
const SHORT_WAIT = 3

/** The answer of a call. A read that the gateway had no room for is made once more if there is room soon. */
async function answerOf(asked: Exchange, transport: Transport, signal: AbortSignal | undefined): Promise<Response> {
  const response = await call(asked, transport, signal)
  const seconds = waitOf(response)
  if (response.status !== 429 || asked.effect !== 'read' || seconds > SHORT_WAIT) return response
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  signal?.throwIfAborted()
  return call(asked, transport, signal)
}

/** True when the browser knows that it has no network. Node has no such knowledge. */
const isOffline = (): boolean => 'navigator' in globalThis && 'onLine' in navigator && !navigator.onLine

/**
 * The only place that calls the gateway. A change is not sent while the browser is offline. Resolves with the answer of a 2xx; rejects with `HttpError` for every other
 * status and for a broken connection. `AbortError` passes unchanged.
 */
export async function exchange(
  { headers, effect, ...rest }: Exchange,
  transport: Transport,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    // Without this, Node starts to read a form that is never sent, and fails outside the call.
    signal?.throwIfAborted()
    if (effect === 'mutate' && isOffline()) throw offline()
    const full = {
      'X-Countersign': '1',
      Accept: 'application/json',
      ...headers,
      ...(typeof rest.body === 'string' ? { 'Content-Type': 'application/json' } : {}),
    }
    const response = await answerOf({ ...rest, effect, headers: full }, transport, signal)
    if (!response.ok) throw await failureOf(response, effect)
    return response
  } catch (error) {
    throw asFailure(error, { effect })
  }
}

/** Sends one operation to the gateway. A change has an idempotency key. */
export const send = (
  operation: Operation,
  request: OperationRequest,
  transport: Transport,
  {
    signal,
    idempotencyKey,
    outcomeChecked,
    files = [],
    owner,
    isPrefetch,
    isShown,
    isExport,
    version,
    confirmation,
    approvalReason,
    ...rest
  }: SendOptions,
): Promise<Response> => {
  const key = operation.effect === 'mutate' ? { 'Idempotency-Key': idempotencyKey ?? transport.newKey() } : {}
  const checked = outcomeChecked === true ? { 'X-Outcome-Checked': '1' } : {}
  const about = {
    ...(owner === undefined ? {} : { 'X-Owner': owner }),
    ...(isPrefetch === true ? { 'X-Prefetch': '1' } : {}),
    ...(isShown === true ? { 'X-Shown': '1' } : {}),
    ...(isExport === true ? { 'X-Export': '1' } : {}),
    ...(version === undefined ? {} : { 'X-Record-Version': version }),
    ...(confirmation === undefined ? {} : { 'X-Confirmation': confirmation }),
    ...(approvalReason === undefined ? {} : { 'X-Approval-Reason': encodeURIComponent(approvalReason) }),
  }
  const asked = {
    url: urlOf(operation, request),
    method: operation.browserMethod,
    headers: { 'X-Operation': operation.id, ...about, ...key, ...checked },
    body: operation.upload === undefined ? bodyOf(operation, request) : formOf(operation, request, files),
    effect: operation.effect,
    onProgress: rest.onProgress,
  }
  return exchange(asked, transport, signal)
}
