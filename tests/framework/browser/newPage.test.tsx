import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useEffect, useRef, useState } from 'react'
import { createMemoryRouter, Outlet, type RouterNavigateOptions, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useNewPage } from '../../../src/layout/useNewPage.ts'

const scrollTo = vi.spyOn(window, 'scrollTo')

beforeEach(() => scrollTo.mockReset())
afterEach(cleanup)

const Frame = () => {
  useNewPage()
  return (
    <>
      <nav>
        <a href="/books">Books</a>
        <button>Menu</button>
      </nav>
      <main id="main">
        <Outlet />
      </main>
    </>
  )
}

/** A page whose heading comes later than the page, as that of a page whose code is loaded, and then still without its text. */
const Late = () => {
  const [steps, setSteps] = useState(0)
  return (
    <>
      {steps > 0 && <h1>{steps > 1 && 'Late'}</h1>}
      <button onClick={() => setSteps(steps + 1)}>Loading</button>
    </>
  )
}

const Form = () => {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <>
      <h1>Form</h1>
      <input ref={field} aria-label="Title" />
    </>
  )
}

const open = (start = '/books') => {
  const children = [
    { path: '/books', element: <h1>Books</h1> },
    {
      path: '/shelves',
      element: (
        <section>
          <h1>Shelves</h1>
        </section>
      ),
    },
    { path: '/late', element: <Late /> },
    { path: '/form', element: <Form /> },
  ]
  const router = createMemoryRouter(
    [
      { element: <Frame />, children },
      { path: '/callback', element: <p>Signing in</p> },
    ],
    {
      initialEntries: [start],
    },
  )
  render(<RouterProvider router={router} />)
  const goTo = (to: string, options?: RouterNavigateOptions) => act(() => router.navigate(to, options))
  return { router, goTo }
}
const focused = () => document.activeElement?.textContent
const heading = (name: string) => screen.getByRole('heading', { name })

describe('a new page', () => {
  it('begins at its top with the focus on its heading, also where a link of the top bar had it', async () => {
    const { goTo } = open()
    expect(document.activeElement).toBe(document.body)
    await goTo('/shelves')
    expect(document.activeElement).toBe(heading('Shelves'))
    expect(heading('Shelves').tabIndex).toBe(-1)
    screen.getByRole('link', { name: 'Books' }).focus()
    await goTo('/books')
    expect(document.activeElement).toBe(heading('Books'))
    expect(scrollTo.mock.calls).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  it('has the focus on its heading once that is there, unless the focus has moved by then', async () => {
    const { goTo } = open()
    const arrive = () => void fireEvent.click(screen.getByText('Loading'))
    await goTo('/late')
    arrive()
    expect(screen.getByRole('heading').textContent).toBe('')
    await act(async () => {})
    expect(document.activeElement).toBe(document.body)
    arrive()
    await waitFor(() => expect(focused()).toBe('Late'))
    await goTo('/books')
    await goTo('/late')
    screen.getByRole('button', { name: 'Menu' }).focus()
    arrive()
    arrive()
    await screen.findByRole('heading', { name: 'Late' })
    expect(focused()).toBe('Menu')
  })

  it('leaves the focus to its own field', async () => {
    const { goTo } = open()
    await goTo('/form')
    expect(document.activeElement).toBe(screen.getByLabelText('Title'))
  })

  it('reached by going back keeps its position, with the focus on its heading', async () => {
    const { router, goTo } = open()
    await goTo('/shelves')
    scrollTo.mockReset()
    await act(() => router.navigate(-1))
    expect(document.activeElement).toBe(heading('Books'))
    expect(scrollTo).not.toHaveBeenCalled()
  })

  it('is the first one of the frame, too, where a page without the frame leads to it', async () => {
    const { goTo } = open('/callback')
    await goTo('/shelves', { replace: true })
    expect(document.activeElement).toBe(heading('Shelves'))
  })

  it('is none where only the place on it changes', async () => {
    const { goTo } = open()
    await goTo('/books?tab=2', { replace: true })
    await goTo('/books?tab=3')
    expect(scrollTo).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(document.body)
  })
})
