import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ConsoleRecord, UploadParams } from '../../../../dataProvider/types.ts'
import { buildAccount } from '../../support/fixtures/accounts.ts'
import { answer, bench } from './support.ts'

const account = buildAccount() as ConsoleRecord
const file = new File(['picture'], 'Mara Quill licence.png', { type: 'image/png' })
const params: UploadParams = { name: 'uploadDocument', record: account, files: [file] }
const stored = { result: { record_id: 'snap-b7' } }

afterEach(() => vi.unstubAllGlobals())

describe('an upload', () => {
  it('gives the answer in its own shape, and says ok itself', async () => {
    const { provider } = bench(() => answer(stored))
    expect(await provider.upload('accounts', params)).toMatchObject({ data: { ok: true, answer: stored } })
  })

  it('leaves the type of the body to the sender, so that the boundary is in it', async () => {
    const { provider, calls } = bench(() => answer(stored))
    await provider.upload('accounts', params)
    const headers = new Headers(calls[0]?.init.headers)
    expect(headers.get('Content-Type')).toBeNull()
    expect(headers.get('X-Operation')).toBe('accounts.uploadDocument')
    expect(headers.get('Idempotency-Key')).toBe('a-new-key')
  })

  it('goes under the key it is given, so that it can be tried again', async () => {
    const { provider, calls } = bench(() => answer(stored))
    await provider.upload('accounts', { ...params, idempotencyKey: 'again' })
    expect(new Headers(calls[0]?.init.headers).get('Idempotency-Key')).toBe('again')
  })

  it('says that the outcome was checked, where it was', async () => {
    const { provider, calls } = bench(() => answer(stored))
    await provider.upload('accounts', params)
    await provider.upload('accounts', { ...params, outcomeChecked: true })
    expect(calls.map(({ init }) => new Headers(init.headers).get('X-Outcome-Checked'))).toEqual([null, '1'])
  })

  it('names neither the file nor the person in the address', async () => {
    const { provider, calls } = bench(() => answer(stored))
    await provider.upload('accounts', params)
    expect(calls[0]?.url).toBe('/api/main/user/apex/snap/images')
  })

  it.each([
    ['a refusal', () => answer({ code: 'UPLOAD_TYPE', message: 'Not this' }, { status: 415 }), 415, 'Not this'],
    ['a refusal behind a success', () => answer({ success: false, message: 'Full' }), 422, 'Full'],
    [
      'a page',
      () => new Response('<!doctype html>'),
      502,
      expect.stringMatching(/^The answer could not be read\. It is not known whether this was done/) as string,
    ],
    ['nothing', () => new Response(null, { status: 204 }), 502, 'The answer is not what was asked for.'],
  ])('rejects on %s', async (_what, reply, status, message) => {
    const { provider } = bench(reply)
    await expect(provider.upload('accounts', params)).rejects.toMatchObject({ name: 'HttpError', status, message })
  })

  it('is not sent while the browser is offline, and says so', async () => {
    const { provider, calls } = bench(() => answer(stored))
    vi.stubGlobal('navigator', { onLine: false })
    await expect(provider.upload('accounts', params)).rejects.toMatchObject({
      status: 0,
      body: {
        code: 'OFFLINE',
        message: expect.stringMatching(/^Not sent: you are offline\. Nothing was changed\./) as string,
      },
    })
    expect(calls).toEqual([])
    vi.stubGlobal('navigator', { onLine: true })
    await expect(provider.upload('accounts', params)).resolves.toMatchObject({ data: { ok: true } })
  })

  it('is not made once it is cancelled', async () => {
    const { provider, calls } = bench(() => answer(stored))
    const call = provider.upload('accounts', { ...params, signal: AbortSignal.abort() })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(calls).toEqual([])
  })

  it('is not made for an account without a number, and no part of the account is said', async () => {
    const { provider, calls } = bench(() => answer(stored))
    const record = buildAccount({ account_no: null }) as ConsoleRecord
    const error: unknown = await provider.upload('accounts', { ...params, record }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ status: 400, message: expect.stringContaining('body.account ') as string })
    expect(JSON.stringify(error) + String(error)).not.toContain('Quill')
    expect(calls).toEqual([])
  })

  it.each(['nothing', 'constructor'])('of what is not declared (%s) is an error of the caller', async (name) => {
    const { provider, calls } = bench(() => answer(stored))
    await expect(provider.upload('accounts', { ...params, name })).rejects.toThrow(
      `accounts declares no action ${name}`,
    )
    expect(calls).toEqual([])
  })

  it.each(['markTest', 'export'])('is not how %s is called', async (name) => {
    const { provider, calls } = bench(() => answer(stored))
    await expect(provider.upload('accounts', { ...params, name })).rejects.toThrow(`accounts.${name} is of kind`)
    expect(calls).toEqual([])
  })

  it('is not called as an action', async () => {
    const { provider, calls } = bench(() => answer(stored))
    await expect(provider.action('accounts', params)).rejects.toThrow(
      'accounts.uploadDocument is of kind upload: call upload()',
    )
    expect(calls).toEqual([])
  })
})
