import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { keysOfPage, useKeys } from '../../../src/ui/useKeys.ts'

const run = vi.fn()
const find = vi.fn()
const Page = () => {
  useKeys({ j: { label: 'Next row', run }, 'ctrl+k': { label: 'Go to', run: find } })
  return <input aria-label="Reason" />
}
const press = (init: Parameters<typeof fireEvent.keyDown>[1], on: Element = document.body) =>
  fireEvent.keyDown(on, init)

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  delete document.documentElement.dataset['keys']
})

it('runs a command once for each press of its key, in either case, and lists it', () => {
  render(<Page />)
  press({ key: 'j' })
  press({ key: 'J', shiftKey: true })
  press({ key: 'j', repeat: true })
  expect(run).toHaveBeenCalledTimes(2)
  expect(keysOfPage()).toEqual([
    ['j', 'Next row'],
    ['ctrl+k', 'Go to'],
  ])
  cleanup()
  expect(keysOfPage()).toEqual([])
})

it('leaves a key alone that is typed, is part of a chord, or is turned off; a chord works everywhere', () => {
  render(<Page />)
  press({ key: 'j' }, screen.getByLabelText('Reason'))
  press({ key: 'j', ctrlKey: true })
  press({ key: 'k' })
  document.documentElement.dataset['keys'] = 'off'
  press({ key: 'j' })
  expect(run).not.toHaveBeenCalled()
  expect(find).not.toHaveBeenCalled()
  press({ key: 'k', metaKey: true }, screen.getByLabelText('Reason'))
  expect(find).toHaveBeenCalledTimes(1)
})

it('leaves keys to an open dialog', () => {
  render(
    <>
      <Page />
      <dialog open />
    </>,
  )
  press({ key: 'j' })
  press({ key: 'k', ctrlKey: true })
  expect([run, find].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
})
