import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDataProvider } from '../../../../dataProvider/createDataProvider.ts'
import { postForm, type PostForm } from '../../../../dataProvider/postForm.ts'
import { compileValidators } from '../../../../dataProvider/validators/compileValidators.ts'
import { definitions } from '../../../../schemas/index.ts'
import { answer, bench } from './support.ts'

const file = new File(['pixels'], 'card.png', { type: 'image/png' })
const record = { id: 3, account_no: '9ZZ10058' }
const params = { name: 'uploadDocument', record, files: [file], idempotencyKey: '6c825783-55c5-4050-9de8-752357f16e0d' }
const saved = { result: { record_id: 'snap-9' } }

/** One request as a browser's own object for it would have made it, answered by the test. */
class FakeRequest extends EventTarget {
  static last: FakeRequest | undefined
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  method = ''
  url = ''
  body: unknown = undefined
  isAborted = false
  status = 0
  statusText = ''
  responseText = ''
  responseURL = ''
  constructor() {
    super()
    FakeRequest.last = this
  }
  open(method: string, url: string): void {
    Object.assign(this, { method, url })
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }
  getAllResponseHeaders(): string {
    return 'content-type: application/json\r\nretry-after: 5\r\n'
  }
  send(body: unknown): void {
    this.body = body
  }
  abort(): void {
    this.isAborted = true
    this.dispatchEvent(new Event('abort'))
  }
  progress(loaded: number, total: number): void {
    const event = Object.assign(new Event('progress'), { loaded, total, lengthComputable: total > 0 })
    this.upload.dispatchEvent(event)
  }
  answers(status: number, body: unknown, responseURL = `http://console.test${this.url}`): void {
    Object.assign(this, { status, responseText: JSON.stringify(body), responseURL })
    this.dispatchEvent(new Event('load'))
  }
}

const withProgress = (send: PostForm = postForm) =>
  createDataProvider({
    definitions,
    validators: compileValidators(definitions),
    fetch: () => Promise.reject(new Error('went by fetch')),
    postForm: send,
  })

const lastRequest = async (): Promise<FakeRequest> => {
  await expect.poll(() => FakeRequest.last?.body).toBeInstanceOf(FormData)
  if (FakeRequest.last === undefined) throw new Error('nothing was sent')
  return FakeRequest.last
}

describe('an upload whose progress is asked for', () => {
  beforeEach(() => {
    FakeRequest.last = undefined
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    vi.stubGlobal('location', new URL('http://console.test/account/3'))
  })
  afterEach(() => vi.unstubAllGlobals())

  it('sends the values, then the file, and tells how far it has come', async () => {
    const heard: (readonly [number, number])[] = []
    const pending = withProgress().upload('accounts', { ...params, onProgress: (...told) => heard.push(told) })
    const request = await lastRequest()
    request.progress(10, 100)
    request.progress(50, 0)
    request.progress(100, 100)
    request.answers(200, saved)
    expect((await pending).data).toMatchObject({ ok: true, answer: saved })
    expect(heard).toEqual([
      [10, 100],
      [100, 100],
    ])
    expect([request.method, request.url]).toEqual(['POST', '/api/main/user/apex/snap/images'])
    expect([...(request.body as FormData).keys()]).toEqual(['tag', 'account', 'file'])
    expect(request.headers).toEqual({
      'X-Countersign': '1',
      Accept: 'application/json',
      'X-Operation': 'accounts.uploadDocument',
      'X-Owner': '3',
      'Idempotency-Key': params.idempotencyKey,
    })
  })

  it.each([413, 401, 503])('fails with the words of an answer of %i', async (status) => {
    const pending = withProgress().upload('accounts', { ...params, onProgress: () => undefined })
    const body = { code: 'SOME_CODE', message: 'Said by the gateway', requestId: 'r-1' }
    ;(await lastRequest()).answers(status, body)
    await expect(pending).rejects.toMatchObject({ status, message: body.message, body })
  })

  it('does not know what has happened when the connection breaks, and takes no answer from elsewhere', async () => {
    const provider = withProgress()
    const pending = provider.upload('accounts', { ...params, onProgress: () => undefined })
    ;(await lastRequest()).dispatchEvent(new Event('error'))
    await expect(pending).rejects.toMatchObject({ status: 0, body: { code: 'NETWORK' } })
    FakeRequest.last = undefined
    const redirected = provider.upload('accounts', { ...params, onProgress: () => undefined })
    ;(await lastRequest()).answers(200, saved, 'http://evil.test/')
    await expect(redirected).rejects.toMatchObject({ status: 0, body: { code: 'NETWORK' } })
  })

  it('stays cancelled when it is cancelled, before or while it is sent', async () => {
    const cancel = new AbortController()
    const sent = { ...params, onProgress: () => undefined, signal: cancel.signal }
    const pending = withProgress().upload('accounts', sent)
    const request = await lastRequest()
    cancel.abort()
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
    expect(request.isAborted).toBe(true)
    FakeRequest.last = undefined
    await expect(withProgress().upload('accounts', sent)).rejects.toMatchObject({ name: 'AbortError' })
    expect(FakeRequest.last).toBeUndefined()
  })
})

it('an upload goes by fetch where nothing else is there, or no one asks for its progress', async () => {
  const { provider, calls } = bench(() => answer(saved))
  await provider.upload('accounts', { ...params, onProgress: () => undefined })
  expect(calls[0]?.init.body).toBeInstanceOf(FormData)
  await expect(withProgress(() => Promise.reject(new Error('no'))).upload('accounts', params)).rejects.toMatchObject({
    body: { code: 'NETWORK' },
  })
})
