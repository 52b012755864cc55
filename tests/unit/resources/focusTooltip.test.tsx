import { cleanup, fireEvent, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FocusTooltip } from '../../../src/ui/FocusTooltip.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const WINDOW = 768

const Page = ({ text }: { readonly text: string }) => {
  const within = useRef<HTMLDivElement>(null)
  return (
    <div ref={within}>
      <button type="button" title={text} data-cut="">
        cut
      </button>
      <FocusTooltip within={within} />
    </div>
  )
}

const tooltip = () => document.querySelector<HTMLElement>('.cs-tip')

/** The tip of a control of 20 px at a height of the window, as high as its text. */
const shown = (top: number, height: number) => {
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(WINDOW)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(40, top, 100, 20))
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(height)
  const { getByRole } = render(<Page text="the whole of it" />)
  const button = getByRole('button')
  fireEvent.focusIn(button)
  return button
}

describe('the tip of what has the focus', () => {
  it('stands below, where there is room', () => {
    shown(100, 60)
    expect(tooltip()?.style).toMatchObject({ top: '126px', bottom: 'auto', left: '40px' })
    expect(tooltip()?.getAttribute('dir')).toBe('auto')
  })

  it('stands above near the end of the window', () => {
    shown(WINDOW - 40, 60)
    expect(tooltip()?.style).toMatchObject({ top: 'auto', bottom: '46px' })
  })

  it('is never higher than the window has room for, and scrolls by the arrow keys then', () => {
    const button = shown(500, 4000)
    expect(tooltip()?.style).toMatchObject({ bottom: '274px', maxHeight: '486px', pointerEvents: 'auto' })
    fireEvent.keyDown(button, { key: 'ArrowDown' })
    expect(tooltip()?.scrollTop).toBe(40)
    fireEvent.scroll(tooltip() ?? button)
    expect(tooltip()).not.toBeNull()
  })

  it('moves with what it is about, and goes when that is out of sight or loses the focus', () => {
    const button = shown(100, 60)
    const box = button.parentElement ?? button
    const place = (top: number) => {
      button.getBoundingClientRect = () => new DOMRect(40, top, 9, 20)
    }
    box.getBoundingClientRect = () => new DOMRect(0, 50, 900, 600)
    place(300)
    fireEvent.scroll(box)
    expect(tooltip()?.style.top).toBe('326px')
    place(20)
    fireEvent.scroll(box)
    expect(tooltip()).toBeNull()
    fireEvent.focusIn(button)
    expect(tooltip()).not.toBeNull()
    fireEvent.focusOut(button)
    expect(tooltip()).toBeNull()
  })
})
