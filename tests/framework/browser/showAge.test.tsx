import { afterEach, describe, expect, it } from 'vitest'
import { ageText, showAge } from '../../../src/ui/showAge.ts'

const now = new Date('2026-03-05T12:00:00Z')

afterEach(() => document.body.replaceChildren())

describe('the age of a moment', () => {
  it.each([
    ['2026-03-05T11:59:30Z', 'just now'],
    ['2026-03-05T11:58:01Z', '1 minute ago'],
    ['2026-03-05T08:59:00Z', '3 hours ago'],
    ['2026-03-03T11:00:00Z', '2 days ago'],
    ['2024-03-01T00:00:00Z', '2 years ago'],
    ['2026-03-06T13:00:00Z', 'in 1 day'],
  ])('%s is %s, in its largest whole unit', (at, text) => {
    expect(ageText(new Date(at), now)).toBe(text)
  })

  const shown = (html: string, target: string) => {
    document.body.innerHTML = `<table><tbody><tr>${html}</tr></tbody></table>`
    document.addEventListener('focusin', showAge)
    document.querySelector(target)?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    document.removeEventListener('focusin', showAge)
    return document.querySelector('td')?.title
  }

  it('joins the time in the title of its cell, whichever of both is reached', () => {
    const cell = '<td title="03/05/2015"><time datetime="2015-03-05 07:00:00">03/05/2015</time></td>'
    for (const target of ['td', 'time']) expect(shown(cell, target)).toMatch(/^03\/05\/2015 · \d+ years ago$/)
  })

  it('is not said of a day alone, of no moment and of a cell without one', () => {
    expect(shown('<td title="as is"><time datetime="2015-03-05">03/05/2015</time></td>', 'td')).toBe('as is')
    expect(shown('<td title="as is"><time datetime="soon">-</time></td>', 'td')).toBe('as is')
    expect(shown('<td title="as is">03/05/2015</td>', 'td')).toBe('as is')
  })
})
