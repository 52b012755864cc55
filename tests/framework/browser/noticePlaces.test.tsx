import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { NotificationContextProvider, useNotify } from 'ra-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Toasts } from '../../../src/ui/Toasts.tsx'

/** A window of 1000 × 700 with a pile of 300 × 60 in one of its corners. */
const pileAt: Readonly<Record<string, DOMRect>> = {
  start: new DOMRect(16, 624, 300, 60),
  end: new DOMRect(684, 624, 300, 60),
  top: new DOMRect(684, 56, 300, 60),
}

const rects = new Map<string, DOMRect>()

/** Puts something of the page at the place where the pile would be. */
const put = (label: string, place: 'start' | 'end' | 'top' | 'away') =>
  rects.set(label, pileAt[place] ?? new DOMRect(400, 300, 80, 32))

beforeEach(() => {
  rects.clear()
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    if (this.classList.contains('cs-toasts')) return pileAt[this.dataset['place'] ?? 'start'] ?? new DOMRect()
    return rects.get(this.textContent) ?? new DOMRect(-100, -100, 1, 1)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const Page = () => {
  const notify = useNotify()
  return (
    <main>
      <button type="button" onClick={() => notify('User not found', { type: 'error' })}>
        speak
      </button>
      <nav>
        <a href="#one">one</a>
        <a href="#two">two</a>
        <a href="#three">three</a>
      </nav>
      <input aria-label="Email" />
      <button type="submit">Send</button>
    </main>
  )
}

const show = () =>
  render(
    <NotificationContextProvider>
      <Page />
      <Toasts />
    </NotificationContextProvider>,
  )

const speak = async () => {
  fireEvent.click(screen.getByText('speak'))
  await screen.findByText('User not found')
}

const place = () => screen.getByRole('log').dataset['place'] ?? 'start'

describe('a notice', () => {
  it('lies at the bottom left where nothing is in its way', async () => {
    put('Send', 'away')
    show()
    await speak()
    expect(place()).toBe('start')
  })

  it('lies beside the button that sends a form, never on it', async () => {
    put('Send', 'start')
    show()
    await speak()
    expect(place()).toBe('end')
  })

  it('lies at the top where something is in both corners below', async () => {
    put('Send', 'start')
    put('one', 'end')
    show()
    await speak()
    expect(place()).toBe('top')
  })

  it('lies rather on many ways on than on the one button', async () => {
    for (const [label, at] of [
      ['one', 'start'],
      ['two', 'start'],
      ['three', 'end'],
    ] as const)
      put(label, at)
    put('Send', 'end')
    rects.set('speak', pileAt['top'] ?? new DOMRect())
    show()
    screen.getByText('speak').focus()
    await speak()
    expect(place()).toBe('start')
  })

  it('stays where it is as good as anywhere else', async () => {
    put('Send', 'start')
    show()
    await speak()
    put('Send', 'away')
    put('one', 'start')
    put('two', 'end')
    put('three', 'top')
    fireEvent.scroll(window)
    expect(place()).toBe('end')
  })

  it.each(['scroll', 'resize'])('goes aside when a %s brings the button to it', async (occasion) => {
    show()
    await speak()
    put('Send', 'start')
    fireEvent(window, new Event(occasion))
    expect(place()).toBe('end')
    put('Send', 'away')
    fireEvent(window, new Event(occasion))
    expect(place()).toBe('end')
  })

  it('goes aside from a field that takes the focus', async () => {
    show()
    await speak()
    rects.set('', pileAt['start'] ?? new DOMRect())
    act(() => screen.getByLabelText('Email').focus())
    expect(place()).toBe('end')
  })

  it('stays under the hand of whoever reaches for it', async () => {
    show()
    await speak()
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
    put('Send', 'start')
    fireEvent(window, new Event('scroll'))
    expect(place()).toBe('start')
  })

  it('begins in the usual place when the pile was empty', async () => {
    put('Send', 'start')
    show()
    await speak()
    put('Send', 'away')
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await speak()
    expect(place()).toBe('start')
  })
})
