import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { httpError, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'
import type { StubProvider } from './renderPage.tsx'

beforeEach(muteExpectedErrors)

const notices = () =>
  within(screen.getByRole('list', { name: 'Notices' }))
    .queryAllByRole('listitem')
    .map((line) => line.textContent)
const dialog = () => screen.getByRole('dialog')
const field = () => within(dialog()).getByRole<HTMLInputElement>('textbox', { name: 'Ticker' })
const button = (name: string) => within(dialog()).getByRole('button', { name })
const warning = () => dialog().querySelector('.cs-field output')?.textContent
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const input = (provider: StubProvider): unknown => {
  const call = provider.action.mock.calls.at(-1) as readonly unknown[] | undefined
  return (call?.[1] as { readonly input: unknown } | undefined)?.input
}

const tickers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, ticker: `ZZ${String(index + 1).padStart(2, '0')}` }))

/** A provider that holds the whole list and pages it, as the console's own does. */
const cash = (held = tickers(1)) => {
  const rows = [...held]
  const provider = stubProvider()
  provider.getList.mockImplementation((_resource: string, { pagination }: { pagination: { page: number } }) => {
    const start = (pagination.page - 1) * 20
    const shown = page(rows.slice(start, start + 20), {
      page: pagination.page,
      total: rows.length,
      totalPages: Math.max(1, Math.ceil(rows.length / 20)),
    })
    return Promise.resolve(shown)
  })
  return { provider, rows }
}

const edit = async (provider: StubProvider) => {
  renderPage('/cash', { provider })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit: ZZ01' }))
  await screen.findByRole('dialog', { name: 'Edit ZZ01' })
}
const add = async (provider: StubProvider) => {
  renderPage('/cash', { provider })
  await screen.findByRole('rowheader', { name: 'ZZ01' })
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  await screen.findByRole('dialog', { name: 'Add a cash ticker' })
}

describe('an input that starts from the record', () => {
  it('holds what the record says, all of it selected', async () => {
    await edit(cash().provider)
    expect(field().value).toBe('ZZ01')
    await waitFor(() => expect(document.activeElement).toBe(field()))
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, 4])
  })

  it('sends nothing while nothing has changed, and says so', async () => {
    const { provider } = cash()
    await edit(provider)
    expect(button('Save').getAttribute('aria-disabled')).toBe('true')
    type(' zz01 ')
    fireEvent.submit(dialog().querySelector('form')!)
    expect(within(dialog()).getByText('Nothing has changed.')).toBeDefined()
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(provider.action).not.toHaveBeenCalled()
    type('ZZ02')
    expect(button('Save').getAttribute('aria-disabled')).toBe('false')
  })

  it('shows what another person changed meanwhile, though the row has left its page', async () => {
    const { provider, rows } = cash()
    await edit(provider)
    rows.length = 0
    provider.action.mockRejectedValue(httpError(409, 'RECORD_CHANGED', 'Look again. Nothing was sent.'))
    provider.getMany.mockResolvedValue({ data: [{ id: 1, ticker: 'ZZ99' }] })
    fireEvent.keyDown(field(), { key: 'Z' })
    expect(dialog().hasAttribute('data-unread')).toBe(false)
    type('ZZ02')
    fireEvent.click(button('Save'))
    expect(await within(dialog()).findByText('Ticker: ZZ01 → ZZ99')).toBeDefined()
    // The second of two presses of Enter overwrites nothing.
    expect(dialog().hasAttribute('data-unread')).toBe(true)
    expect(field().value).toBe('ZZ02')
    expect(button('Overwrite ZZ99 with ZZ02').getAttribute('type')).toBe('submit')
    type('ZZ99')
    expect(button('Try again')).toBeDefined()
  })

  it('can be a change of case alone', async () => {
    const { provider } = cash([{ id: 1, ticker: 'zz01' }])
    renderPage('/cash', { provider })
    fireEvent.click(await screen.findByRole('button', { name: 'Edit: zz01' }))
    await screen.findByRole('dialog')
    expect(field().value).toBe('ZZ01')
    fireEvent.click(button('Save'))
    await waitFor(() => expect(input(provider)).toEqual({ ticker: 'ZZ01' }))
  })

  it('is told of by what the record says afterwards, 600 ms later', async () => {
    const { provider } = cash()
    provider.action.mockResolvedValue({ data: { id: 1, ok: true, record: { id: 1, ticker: 'ZZ77', type: null } } })
    await edit(provider)
    type('zz77')
    const before = Date.now()
    fireEvent.click(button('Save'))
    await waitFor(() => expect(notices()).toEqual(['success: Ticker - ZZ77 EDITED']))
    expect(Date.now() - before).toBeGreaterThanOrEqual(590)
    expect(input(provider)).toEqual({ ticker: 'ZZ77' })
  })
})

describe('a question that something was typed into', () => {
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

  it('has the browser ask before its page is loaded again, until the question is closed', async () => {
    await edit(cash().provider)
    expect(isAsked()).toBe(false)
    type('ZZ02')
    expect(isAsked()).toBe(true)
    fireEvent.click(button('Cancel'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(isAsked()).toBe(false)
  })
})

describe('an input in capitals', () => {
  it('shows and sends capitals whatever is typed, trimmed', async () => {
    const { provider } = cash()
    await add(provider)
    type(' zzq.9 ')
    expect(field().value).toBe(' ZZQ.9 ')
    fireEvent.click(button('Add'))
    await waitFor(() => expect(input(provider)).toEqual({ ticker: 'ZZQ.9' }))
    await waitFor(() => expect(notices()).toEqual(['success: Ticker ADDED · ZZQ.9']))
  })

  it('sends letters and digits of full width as the ticker that they look like', async () => {
    const { provider } = cash()
    await add(provider)
    type('ｆｄＲＸＸ．９')
    expect(warning()).toBe('')
    fireEvent.click(button('Add'))
    await waitFor(() => expect(input(provider)).toEqual({ ticker: 'FDRXX.9' }))
  })

  it('leaves the caret where it was', async () => {
    await add(cash().provider)
    type('AD')
    fireEvent.change(field(), { target: { value: 'AßcD', selectionStart: 3, selectionEnd: 3 } })
    expect(field().value).toBe('ASSCD')
    expect([field().selectionStart, field().selectionEnd]).toEqual([4, 4])
  })

  it.each(['', '   ', '\u200b\u3164'])('has to be more than %j', async (nothing) => {
    const { provider } = cash()
    await add(provider)
    type('x')
    type(nothing)
    fireEvent.click(button('Add'))
    expect(within(dialog()).getByText('Please enter ticker!')).toBeDefined()
    expect(provider.action).not.toHaveBeenCalled()
    type('zz')
    expect(within(dialog()).queryByText('Please enter ticker!')).toBeNull()
  })

  it('says why two dots in a row are refused', async () => {
    const { provider } = cash()
    await add(provider)
    type('A..B')
    fireEvent.click(button('Add'))
    expect(within(dialog()).getByText('Enter a ticker without two dots in a row')).toBeDefined()
    expect(provider.action).not.toHaveBeenCalled()
  })

  it('points out what is odd, politely, and sends it all the same', async () => {
    const { provider } = cash()
    await add(provider)
    expect(warning()).toBe('')
    type('zz$1')
    expect(warning()).toMatch(/^Tickers usually hold/)
    expect(field().getAttribute('aria-invalid')).toBe('false')
    type('brk.b')
    expect(warning()).toBe('')
    type('brk/b\tfoo')
    expect(warning()).toMatch(/and no blank\.$/)
    type('<b>zz</b>')
    expect(warning()).toMatch(/^Tickers usually hold/)
    fireEvent.click(button('Add'))
    await waitFor(() => expect(input(provider)).toEqual({ ticker: '<B>ZZ</B>' }))
  })
})

describe('a refusal of what was typed', () => {
  it.each([
    {
      status: 409,
      code: 'UPSTREAM_REFUSED',
      message: 'Ticker ZZ01 already exists',
      said: ['There was an error\nTicker ZZ01 already exists', 'Change what you entered, or cancel.'],
      next: 'Add',
    },
    {
      status: 502,
      code: 'UPSTREAM_FAILED',
      message: 'The service failed.',
      said: [
        'There was an error\nThe service failed. It is not known whether this was done.',
        'Close this and look for it in the list before you repeat it.',
      ],
      next: 'Try again',
    },
  ])('$status stays in the dialog, under its title, with what was typed', async (refusal) => {
    const { status, code, message, said, next } = refusal
    const { provider } = cash()
    provider.action.mockRejectedValueOnce(httpError(status, code, message))
    await add(provider)
    type('zz01')
    fireEvent.click(button('Add'))
    const alert = await within(dialog()).findByRole('alert')
    expect([...alert.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(said)
    expect(field().value).toBe('ZZ01')
    expect(notices()).toEqual([])
    type('zz02')
    await waitFor(() => expect(button(next).getAttribute('aria-busy')).toBe('false'))
    expect(within(dialog()).queryAllByRole('button', { name: 'Try again' })).toHaveLength(next === 'Add' ? 0 : 1)
    fireEvent.click(button(next))
    await waitFor(() => expect(notices()).toEqual(['success: Ticker ADDED · ZZ02']))
  })

  it('is in the words of the server where the definition has none', async () => {
    const { provider } = cash()
    provider.action.mockRejectedValueOnce(httpError(409, 'UPSTREAM_REFUSED', 'Ticker ZZ02 already exists'))
    await edit(provider)
    type('zz02')
    fireEvent.click(button('Save'))
    expect(await within(dialog()).findByText('Ticker ZZ02 already exists')).toBeDefined()
    expect(field().value).toBe('ZZ02')
  })
})

describe('a list that the provider holds whole', () => {
  it('is read again after something was added to it', async () => {
    const { provider, rows } = cash()
    provider.action.mockImplementation(() => {
      rows.push({ id: 9, ticker: 'ZZ09' })
      return Promise.resolve({ data: { id: 'cash.add', ok: true } })
    })
    await add(provider)
    type('zz09')
    fireEvent.click(button('Add'))
    expect(await screen.findByRole('rowheader', { name: 'ZZ09' })).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('goes back a page when the last row of its last one is deleted', async () => {
    const { provider, rows } = cash(tickers(21))
    provider.action.mockImplementation(() => {
      rows.pop()
      return Promise.resolve({ data: { id: 21, ok: true, record: { id: 21, ticker: 'ZZ21' } } })
    })
    const { router } = renderPage('/cash?page=2', { provider })
    fireEvent.click(await screen.findByRole('button', { name: 'Delete: ZZ21' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByRole('rowheader', { name: 'ZZ20' })).toBeDefined()
    expect(router.state.location.search).toBe('')
    await waitFor(() => expect(notices()).toEqual(['success: Ticker DELETED · ZZ21']))
  })
})
