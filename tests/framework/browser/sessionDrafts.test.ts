import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { draftsIn } from '../../../src/data/drafts.ts'
import { createSessionFetch } from '../../../src/auth/createSessionFetch.ts'
import { sessionEndMessage } from '../../../src/auth/signIn.ts'
import { watchDrafts } from '../../../src/sessionEffects.ts'
import { installLibrary } from './installLibrary.ts'
import { fakeChannels, fakeGateway, json, openTab, sessionBody } from './support.ts'

installLibrary()

const change = { method: 'POST', headers: { 'Idempotency-Key': 'b0c1' } }
const signedIn = (overrides = {}) => ({ '/auth/session': () => json(200, sessionBody(overrides)) })

/** A tab in which someone is signed in, and its way to the gateway. */
const workingTab = async (replies: Parameters<typeof fakeGateway>[0] = {}) => {
  const gateway = fakeGateway({ ...signedIn(), ...replies })
  const channels = fakeChannels()
  const tab = openTab(gateway.fetcher, channels.open())
  const session = await tab.sessionManager.load()
  const mark = session?.mark ?? ''
  return { ...tab, gateway, channels, mark, call: createSessionFetch(tab.sessionManager, gateway.fetcher) }
}

describe('what the end of a session means for a change', () => {
  it('is nothing where none was under way', async () => {
    const { sessionManager, call } = await workingTab({ '/api/main/x': () => json(401, {}) })
    await call('/api/main/x')
    expect(sessionManager.state().status).toBe('none')
    expect(sessionManager.changes.fate()).toBe('none')
  })

  it('is that it was refused where its own answer was the 401', async () => {
    const { sessionManager, call } = await workingTab({ '/api/main/x': () => json(401, {}) })
    await call('/api/main/x', change)
    expect(sessionManager.changes.fate()).toBe('refused')
  })

  it('is unknown until its answer is a 401 too, and unknown for good when it is anything else', async () => {
    for (const [status, fate] of [
      [401, 'refused'],
      [200, 'unknown'],
      [502, 'unknown'],
    ] as const) {
      const answer = Promise.withResolvers<Response>()
      const { sessionManager, call, mark } = await workingTab({ '/api/main/x': () => answer.promise })
      const pending = call('/api/main/x', change)
      sessionManager.end(mark, 'expired')
      expect(sessionManager.changes.fate()).toBe('unknown')
      answer.resolve(json(status, {}))
      await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
      expect(sessionManager.changes.fate()).toBe(fate)
    }
  })

  it('is unknown when the connection breaks, and told no longer once someone is signed in', async () => {
    const answer = Promise.withResolvers<Response>()
    const { sessionManager, call, mark } = await workingTab({ '/api/main/x': () => answer.promise })
    const pending = call('/api/main/x', change)
    sessionManager.end(mark, 'expired')
    answer.reject(new TypeError('broken'))
    await expect(pending).rejects.toThrow('broken')
    expect(sessionManager.changes.fate()).toBe('unknown')
    await sessionManager.reload()
    expect(sessionManager.changes.fate()).toBe('none')
  })

  it('is that it is not sent at all after the end', async () => {
    const { sessionManager, call, gateway, mark } = await workingTab({ '/api/main/x': () => json(200, {}) })
    sessionManager.end(mark, 'expired')
    await expect(call('/api/main/x', change)).rejects.toMatchObject({ name: 'AbortError' })
    expect(gateway.paths()).not.toContain('/api/main/x')
  })

  it('is said in words that are true', () => {
    expect(sessionEndMessage('none', true)).toBe('Nothing was sent.')
    expect(sessionEndMessage('none', false)).toBe('')
    expect(sessionEndMessage('refused', true)).toBe('Nothing was changed.')
    expect(sessionEndMessage('unknown', true)).toMatch(/not known whether it was made/)
  })
})

describe('what was typed', () => {
  const typed = async () => {
    const tab = await workingTab()
    const drafts = draftsIn(new QueryClient())
    const onOther = vi.fn()
    watchDrafts(tab.sessionManager, drafts, onOther)
    await tab.sessionManager.reload()
    drafts.keep('reason', { reason: 'Documents match' })
    return { ...tab, drafts, onOther }
  }

  it('is held while the session is over, and there again for the same person', async () => {
    const { sessionManager, drafts, mark, onOther, channels } = await typed()
    sessionManager.end(mark, 'expired')
    expect(drafts.isHeld()).toBe(true)
    channels.open().tell({ type: 'started' })
    await vi.waitFor(() => expect(sessionManager.state().status).toBe('active'))
    expect(drafts.isHeld()).toBe(false)
    expect(drafts.read('reason')).toEqual({ reason: 'Documents match' })
    expect(onOther).not.toHaveBeenCalled()
  })

  it('is gone for another person, and the page is loaded afresh', async () => {
    const { sessionManager, drafts, mark, onOther, gateway, channels } = await typed()
    sessionManager.end(mark, 'expired')
    gateway.replies['/auth/session'] = () => json(200, sessionBody({ userId: '2' }))
    channels.open().tell({ type: 'started' })
    await vi.waitFor(() => expect(onOther).toHaveBeenCalledTimes(1))
    expect(drafts.isEmpty()).toBe(true)
  })

  it('is gone after a sign-out in this tab', async () => {
    const { sessionManager, drafts, mark } = await typed()
    sessionManager.end(mark, 'signedOut')
    expect(drafts.isEmpty()).toBe(true)
  })

  it('is held after a sign-out in another tab', async () => {
    const { drafts, mark, channels } = await typed()
    channels.open().tell({ type: 'ended', mark })
    expect(drafts.isEmpty()).toBe(false)
    expect(drafts.isHeld()).toBe(true)
  })
})

describe('a sign-in window', () => {
  it('tells the other tabs when it leaves for the identity provider', () => {
    const channels = fakeChannels()
    const gateway = fakeGateway(signedIn())
    const [waiting, beside] = [openTab(gateway.fetcher, channels.open()), openTab(gateway.fetcher, channels.open())]
    const left = vi.fn()
    const stop = waiting.sessionManager.onLeaving(left)
    beside.sessionManager.leave()
    stop()
    beside.sessionManager.leave()
    expect(left).toHaveBeenCalledTimes(1)
  })
})
