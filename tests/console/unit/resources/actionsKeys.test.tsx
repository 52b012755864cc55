import { act, cleanup, createEvent, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchPresses } from '../../../../src/ui/afterPress.ts'
import { Dialog } from '../../../../src/ui/Dialog.tsx'
import { renderFlow } from './renderFlow.tsx'
import { muteExpectedErrors } from './renderPage.tsx'
import { accountDocuments, accountInvestigations, reinstate } from '../../support/resources.ts'

beforeEach(() => {
  muteExpectedErrors()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const open = () => {
  const { action } = renderFlow({
    action: 'submit',
    definition: reinstate,
    record: { id: 'reinstate', email: 'mara.quill@example.test', user_id: '4107' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Start' }))
  return action
}

const after = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

/** Presses a key as a browser does: it presses the button that has the focus unless someone keeps it from that. */
async function press(key: 'Enter' | ' ', repeat = false): Promise<void> {
  const button = document.activeElement
  if (!(button instanceof HTMLButtonElement)) throw new Error('the focus is on no button')
  const event = createEvent.keyDown(button, { key, repeat })
  fireEvent(button, event)
  if (!event.defaultPrevented) fireEvent.click(button)
  await act(async () => {})
}

/** Presses the mouse in a place, some time from now, and says whether it takes the focus and whether it presses the button. */
function pressMouse(button: HTMLElement, [clientX, clientY]: readonly [number, number], afterMs = 0) {
  fireEvent.pointerDown(button, { clientX, clientY })
  const events = [createEvent.mouseDown(button, { detail: 1 }), createEvent.click(button, { detail: 1 })]
  return events.map((event) => {
    Object.defineProperty(event, 'timeStamp', { value: performance.now() + afterMs })
    return fireEvent(button, event)
  })
}

describe('the mouse that has opened a question', () => {
  const answer = () => within(screen.getByRole('dialog')).getAllByRole('button').at(-1) ?? expect.fail()

  const openByMouse = async () => {
    watchPresses()
    fireEvent.pointerDown(document.body, { clientX: 600, clientY: 300 })
    const action = open()
    await act(async () => {})
    return action
  }

  it('does not answer it by a second press in the same place, which does not take the focus either', async () => {
    const action = await openByMouse()
    expect(pressMouse(answer(), [602, 297])).toEqual([false, false])
    expect(pressMouse(answer(), [602, 297], 400)).toEqual([false, false])
    await act(async () => {})
    expect(action).not.toHaveBeenCalled()
    expect(screen.getByRole('dialog')).toBeDefined()
  })

  it('answers it at once in another place', async () => {
    const action = await openByMouse()
    expect(pressMouse(answer(), [640, 300])[0]).toBe(true)
    await act(async () => {})
    expect(action).toHaveBeenCalledTimes(1)
  })

  it('answers it at once in a place where it was pressed before', async () => {
    const action = await openByMouse()
    fireEvent.pointerDown(screen.getByRole('dialog'), { clientX: 640, clientY: 300 })
    fireEvent.mouseDown(screen.getByRole('dialog'), { detail: 1 })
    expect(pressMouse(answer(), [640, 300])[0]).toBe(true)
    await act(async () => {})
    expect(action).toHaveBeenCalledTimes(1)
  })

  it('answers it in the same place once it could be read', async () => {
    const action = await openByMouse()
    expect(pressMouse(answer(), [600, 300], 600)[0]).toBe(true)
    await act(async () => {})
    expect(action).toHaveBeenCalledTimes(1)
  })
})

describe('the key that has opened a question', () => {
  it.each(['Enter', ' '] as const)(
    'does not answer it by a second press of %j at once, or 150 ms later',
    async (key) => {
      const action = open()
      await press(key)
      after(150)
      await press(key)
      after(349)
      await press(key)
      expect(action).not.toHaveBeenCalled()
      expect(screen.getByRole('dialog')).toBeDefined()
    },
  )

  it('does not answer it by being held down, however long', async () => {
    const action = open()
    await press('Enter', true)
    after(5000)
    await press('Enter', true)
    expect(action).not.toHaveBeenCalled()
  })

  it('does not cancel it either', async () => {
    open()
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }).focus()
    await press('Enter')
    expect(screen.getByRole('dialog')).toBeDefined()
  })

  it('answers it once it could be read', async () => {
    const action = open()
    after(500)
    await press('Enter')
    expect(action).toHaveBeenCalledTimes(1)
  })

  it('answers it at once after any other key', async () => {
    const action = open()
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Tab' })
    await press('Enter')
    expect(action).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['answers it at once where a letter has opened it', 'a', 1],
    ['does not answer it at once where Enter has opened it', 'Enter', 0],
  ])('%s, with Ctrl', async (_what, key, times) => {
    fireEvent.keyDown(document.body, { key })
    const action = open()
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter', ctrlKey: true })
    await act(async () => {})
    expect(action).toHaveBeenCalledTimes(times)
  })

  it('is nothing to the mouse', async () => {
    const action = open()
    const [, yes] = within(screen.getByRole('dialog')).getAllByRole('button')
    if (yes === undefined) throw new Error('there is nothing to answer with')
    fireEvent.click(yes)
    await act(async () => {})
    expect(action).toHaveBeenCalledTimes(1)
  })
})

describe('the keys of a question', () => {
  it.each([
    ['a comment', accountInvestigations, 'appeal', ['Ctrl Enter confirms']],
    ['ready-made reasons', accountDocuments, 'approve', ['1 to 4 choose · Ctrl Enter confirms · Alt 1 does both']],
    ['no text of several lines', reinstate, 'submit', []],
  ])('are named once below %s', (_, definition, action, hints) => {
    renderFlow({ action, definition, record: { id: 1, matching: [], hits: [] } })
    fireEvent.click(screen.getByRole('button', { name: 'Start' }))
    const shown = [...document.querySelectorAll('dialog p')].map(({ textContent }) => textContent)
    expect(shown.filter((text) => text.includes('Ctrl Enter'))).toEqual(hints)
  })

  const chord = { key: '¡', code: 'Digit1', altKey: true }
  const askToApprove = () => {
    const { action } = renderFlow({ action: 'approve', definition: accountDocuments, record: { id: 1 } })
    fireEvent.click(screen.getByRole('button', { name: 'Start' }))
    return action
  }

  it.each([
    ['the text', () => screen.getByRole('textbox')],
    ['a button', () => screen.getByRole('button', { name: 'No' })],
    ['nothing', () => document.body],
  ])('give and send a ready-made reason with the focus on %s', async (_where, target) => {
    const action = askToApprove()
    expect(fireEvent.keyDown(target(), { ...chord, code: 'Digit9' })).toBe(true)
    expect(fireEvent.keyDown(target(), { ...chord, repeat: true })).toBe(true)
    expect(fireEvent.keyDown(target(), chord)).toBe(false)
    await act(async () => {})
    expect(action).toHaveBeenCalledTimes(1)
    expect(action.mock.calls[0]?.[1]).toMatchObject({ name: 'approve', input: { reason: 'Matches the record' } })
  })

  it('are for the dialog that is on top, and for no page', async () => {
    const action = askToApprove()
    const above = render(<Dialog title="Above" onCancel={() => {}} buttons={<button type="button">Stay</button>} />)
    fireEvent.keyDown(screen.getByRole('button', { name: 'Stay' }), chord)
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('')
    above.unmount()
    fireEvent.click(screen.getByRole('button', { name: 'No' }))
    expect(fireEvent.keyDown(document.body, chord)).toBe(true)
    await act(async () => {})
    expect(action).not.toHaveBeenCalled()
  })
})

describe('a question of someone who is offline', () => {
  it('says that nothing can be sent, before anything is typed, until they are back', async () => {
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    open()
    const note = screen.getByText('You are offline. Nothing can be sent until you are back.')
    isOnline.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(note.isConnected).toBe(false)
  })
})
