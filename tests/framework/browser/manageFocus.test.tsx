import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { manageFocus, type FocusManager } from '../../../src/ui/focus.ts'

const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))

let manager: FocusManager
let last: HTMLElement
let next: HTMLElement
const intoView = vi.fn()

beforeEach(() => {
  document.body.innerHTML = '<main><button>Reject</button><p tabindex="-1">Passport</p></main>'
  const [main, first, second] = ['main', 'button', 'p'].map((name) => document.querySelector<HTMLElement>(name)!)
  last = first!
  next = second!
  next.scrollIntoView = intoView
  document.elementFromPoint = () => null
  manager = manageFocus(main!, { controls: 'button', placeOf: (control) => ({ control }), nextAfter: () => next })
})

afterEach(() => {
  manager.stop()
  intoView.mockClear()
  window.scrollTo(0, 0)
})

it('shows what has the focus next, where the browser has scrolled to the control that is gone', async () => {
  last.focus()
  window.scrollTo(0, 300)
  await nextFrame()
  last.remove()
  manager.restore()
  expect(document.activeElement).toBe(next)
  expect(intoView).toHaveBeenCalledOnce()
})

it('leaves the page where the person has scrolled since', async () => {
  last.focus()
  await nextFrame()
  window.scrollTo(0, 300)
  last.remove()
  manager.restore()
  expect(document.activeElement).toBe(next)
  expect(intoView).not.toHaveBeenCalled()
})
