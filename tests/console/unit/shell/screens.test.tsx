import '../../support/installBrokerage.ts'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { NotificationContextProvider, useNotify } from 'ra-core'
import type { ReactNode } from 'react'
import { MemoryRouter, type InitialEntry } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LoginMode } from '../../../../src/auth/session.ts'
import { Dialog } from '../../../../src/ui/Dialog.tsx'
import { Toasts } from '../../../../src/ui/Toasts.tsx'
import { ExceptionPage } from '../../../../src/layout/ExceptionPage.tsx'
import { Login } from '../../../../src/pages/Login.tsx'
import { BrokerageCallback } from '../../../../resources/BrokerageCallback.tsx'
import { definitions } from '../../../../schemas/index.ts'
import { openShell } from '../../../framework/browser/openPage.tsx'
import { type fakeGateway, json, sessionBody } from '../../../framework/browser/support.ts'

afterEach(cleanup)

const shellAround = async (
  children: ReactNode,
  replies: Parameters<typeof fakeGateway>[0],
  at: InitialEntry = '/login',
  loginMode: LoginMode = 'form',
  changePasswordUrl: string | null = null,
) => {
  const settings = { productName: 'Countersign', loginMode, changePasswordUrl }
  const { gateway, Shell } = await openShell(
    { '/auth/session': () => json(401, {}), ...replies },
    settings,
    definitions,
  )
  render(
    <Shell>
      <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
    </Shell>,
  )
  return gateway
}
const button = (name: string) => screen.getByRole('button', { name })
const field = (label: string) => screen.getByLabelText(label)

describe('the page that the brokerage returns people to', () => {
  it.each(['?state=abcdefgh&code=1', '?state=abcdefgh&error=denied', '?state=%3Cscript%3E', ''])(
    'answers %s as any other query, and removes it from the address',
    async (query) => {
      window.history.replaceState(null, '', `/etrade/callback${query}`)
      await shellAround(<BrokerageCallback />, {})
      expect(screen.getByRole('heading').textContent).toBe('Nothing to do here')
      expect(document.body.textContent).not.toMatch(/script|denied|abcdefgh/)
      expect(window.location.search).toBe('')
    },
  )
})

describe('the login screen', () => {
  it.each([
    [undefined, {}],
    [{ refused: 'NOT_STAFF' }, { isFresh: true }],
  ])('has the provider ask who it is after a refusal: %j', async (state, body) => {
    const reply = () => json(500, {})
    const gateway = await shellAround(<Login />, { '/auth/sso': reply }, { pathname: '/login', state })
    fireEvent.click(button('Sign in with single sign-on'))
    await waitFor(() => expect(gateway.seen.at(-1)?.body).toEqual(body))
  })

  it('shows an error only once its field has been touched, and all of them after a submit', async () => {
    await shellAround(<Login />, {})
    expect(screen.getByRole('heading', { name: 'Welcome to Countersign' })).toBeDefined()
    expect(document.activeElement).toBe(field('Email Address'))
    fireEvent.blur(field('Email Address'))
    expect(screen.queryByText('Email is a required field')).toBeNull()
    fireEvent.change(field('Email Address'), { target: { value: 'nobody' } })
    expect(screen.queryByText('Email must be a valid email')).toBeNull()
    fireEvent.blur(field('Email Address'))
    expect(screen.getByText('Email must be a valid email')).toBeDefined()
    expect(screen.queryByText('Password is a required field')).toBeNull()
    fireEvent.click(button('Sign in'))
    expect(screen.getByText('Password is a required field')).toBeDefined()
    expect(document.activeElement).toBe(field('Email Address'))
  })

  it('has the field that has the focus get it again with its error, which screen readers say only then', async () => {
    await shellAround(<Login />, {})
    const said: (string | null)[] = []
    field('Email Address').addEventListener('focus', () => {
      const error = field('Email Address').getAttribute('aria-describedby')
      said.push(error && (document.getElementById(error)?.textContent ?? null))
    })
    fireEvent.submit(field('Email Address'))
    expect(said).toEqual(['Email is a required field'])
    expect(document.activeElement).toBe(field('Email Address'))
  })

  it('is disabled while it submits, then shows the refusal and forgets the password', async () => {
    const reply = Promise.withResolvers<Response>()
    await shellAround(<Login />, { '/auth/login': () => reply.promise })
    fireEvent.change(field('Email Address'), { target: { value: 'a@b.co' } })
    fireEvent.change(field('Password'), { target: { value: 'wrong' } })
    fireEvent.click(button('Sign in'))
    expect(button('Sign in')).toHaveProperty('disabled', true)
    reply.resolve(json(401, { code: 'E0000064' }))
    await screen.findByText('Password is expired')
    expect(screen.getByText('To set a new one, contact an administrator.')).toBeDefined()
    expect(button('Sign in')).toHaveProperty('disabled', false)
    await waitFor(() => expect(field('Password')).toHaveProperty('value', ''))
    expect(screen.queryByText('Password is a required field')).toBeNull()
  })

  it('says that no answer came, and sends the same password at the next press', async () => {
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const lost = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))
    const reply = vi.fn(lost)
    await shellAround(<Login />, { '/auth/login': () => reply() })
    expect(screen.getByText('You are offline. Nothing can be sent until you are back.')).toBeDefined()
    fireEvent.change(field('Email Address'), { target: { value: 'a@b.co' } })
    fireEvent.change(field('Password'), { target: { value: 'old' } })
    fireEvent.click(button('Sign in'))
    await screen.findByText('The console cannot be reached. Check the connection, then try again.')
    isOnline.mockRestore()
    fireEvent(window, new Event('online'))
    expect(screen.queryByText(/^You are offline/)).toBeNull()
    reply.mockResolvedValue(json(401, { code: 'E0000064' }))
    fireEvent.click(button('Sign in'))
    await screen.findByText('Password is expired')
    await waitFor(() => expect(field('Password')).toHaveProperty('value', ''))
  })

  it('leads from an expired password to where the provider changes it', async () => {
    await shellAround(
      <Login />,
      { '/auth/login': () => json(401, { code: 'E0000064' }) },
      '/login',
      'form',
      'https://id.example.test/change',
    )
    fireEvent.change(field('Email Address'), { target: { value: 'a@b.co' } })
    fireEvent.change(field('Password'), { target: { value: 'old' } })
    fireEvent.click(button('Sign in'))
    const link = await screen.findByRole('link', { name: 'Change your password' })
    expect(link.getAttribute('href')).toBe('https://id.example.test/change')
  })

  it('asks for the e-mail address alone where the provider has its own page', async () => {
    await shellAround(<Login />, {}, '/login', 'redirect')
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(screen.queryByText('Sign in with single sign-on')).toBeNull()
    expect(screen.getByRole('link', { name: 'Forgot Password?' }).getAttribute('href')).toBe('/forgotpwd')
  })

  it('leads by Tab from the address to the password, and then to what helps who has forgotten it', async () => {
    await shellAround(<Login />, {})
    const stops = [...document.querySelectorAll('.cs-login :is(input, a)')]
    const forgot = screen.getByRole('link', { name: 'Forgot Password?' })
    expect(stops).toEqual([field('Email Address'), field('Password'), forgot])
  })

  it('says so after a sign-out', async () => {
    await shellAround(<Login />, {}, '/login?signedOut=1')
    expect(screen.getByText('You are signed out.')).toBeDefined()
  })
})

describe('the exception pages', () => {
  it.each([
    [403, 'Sorry, you do not have permission to access this page'],
    [404, 'Sorry, the page you visited does not exist.'],
    [500, 'Sorry, the server has gone wrong'],
  ] as const)('%i says its sentence and leads home', async (code, sentence) => {
    await shellAround(<ExceptionPage code={code} />, {})
    expect(screen.getByRole('heading', { name: sentence })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Return home' }).getAttribute('href')).toBe('/login')
  })

  it.each([
    [['books.read'], 'You need the permission books.read.'],
    [['books.read', 'books.lend'], 'You need one of the permissions books.read, books.lend.'],
  ])('name what is missing: %s', async (permissions, text) => {
    await shellAround(<ExceptionPage code={403} permissions={permissions} />, {})
    expect(screen.getByText((said) => said.startsWith(text))).toBeDefined()
  })

  it('lead to the accounts when someone is signed in', async () => {
    await shellAround(<ExceptionPage code={404} />, { '/auth/session': () => json(200, sessionBody()) })
    expect(screen.getByRole('link', { name: 'Return home' }).getAttribute('href')).toBe('/accounts')
  })
})

describe('notices', () => {
  const Speaker = () => {
    const notify = useNotify()
    const say = () => {
      notify('SSN 123-45-6789 refused', { type: 'error' })
      notify('SSN 123-45-6789 refused', { type: 'error' })
      notify('Gone soon', { type: 'success', autoHideDuration: 20 })
    }
    return (
      <button type="button" onClick={say}>
        speak
      </button>
    )
  }

  const Teller = ({ until }: { readonly until: AbortSignal }) => {
    const notify = useNotify()
    return (
      <button type="button" onClick={() => notify('Nobody was found', { type: 'error', until })}>
        tell
      </button>
    )
  }
  const told = (isMute: boolean, until = new AbortController().signal) => (
    <NotificationContextProvider>
      <Teller until={until} />
      <Toasts isMute={isMute} />
    </NotificationContextProvider>
  )

  it('go when what they were about is over', async () => {
    const over = new AbortController()
    render(told(false, over.signal))
    fireEvent.click(button('tell'))
    await screen.findByText('Nobody was found')
    act(() => over.abort())
    expect(screen.queryByText('Nobody was found')).toBeNull()
  })

  it('are dropped where no one is there to be told', () => {
    const { rerender } = render(told(true))
    fireEvent.click(button('tell'))
    rerender(told(false))
    expect(screen.queryByText('Nobody was found')).toBeNull()
  })

  it('that do not last make room for the next; errors stay, and a success next to a note', async () => {
    const Steps = () => {
      const notify = useNotify()
      const say = (text: string, type: 'success' | 'error' | 'info') => () =>
        notify(text, { type, messageArgs: { _: text } })
      return (
        <>
          <button onClick={say('First done', 'success')}>one</button>
          <button onClick={say('It failed', 'error')}>two</button>
          <button onClick={say('Nothing is free', 'info')}>three</button>
          <button onClick={say('Second done', 'success')}>four</button>
        </>
      )
    }
    render(
      <NotificationContextProvider>
        <Steps />
        <Toasts />
      </NotificationContextProvider>,
    )
    fireEvent.click(button('one'))
    await screen.findByText('First done')
    fireEvent.click(button('two'))
    await screen.findByText('It failed')
    expect(screen.queryByText('First done')).toBeNull()
    fireEvent.click(button('three'))
    await screen.findByText('Nothing is free')
    fireEvent.click(button('four'))
    await screen.findByText('Second done')
    expect(screen.queryByText('Nothing is free')).toBeNull()
    expect(screen.getByText('It failed')).toBeDefined()
    fireEvent.click(button('three'))
    await screen.findByText('Nothing is free')
    expect(screen.getByText('Second done')).toBeDefined()
  })

  it('of errors stay, however many follow, and the pile shows the newest', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockReturnValue(900)
    const texts = ['one', 'two', 'three', 'four', 'five'].map((number) => `Number ${number} failed`)
    const Failing = () => {
      const notify = useNotify()
      return <button onClick={() => texts.forEach((text) => notify(text, { type: 'error' }))}>fail</button>
    }
    render(
      <NotificationContextProvider>
        <Failing />
        <Toasts />
      </NotificationContextProvider>,
    )
    fireEvent.click(button('fail'))
    for (const text of texts) expect(await screen.findByText(text)).toBeDefined()
    await waitFor(() => expect(document.querySelector('[aria-label=Notices] > ul')?.scrollTop).toBe(900))
    vi.restoreAllMocks()
  })

  it('appear once each, scrubbed; errors stay until dismissed, others go by themselves', async () => {
    render(
      <NotificationContextProvider>
        <Speaker />
        <Toasts />
      </NotificationContextProvider>,
    )
    fireEvent.click(button('speak'))
    await screen.findByText('SSN ••••••••• refused')
    await waitFor(() => expect(screen.queryByText('Gone soon')).toBeNull())
    expect(screen.getAllByText('SSN ••••••••• refused')).toHaveLength(1)
    fireEvent.click(button('Dismiss'))
    expect(screen.queryByText('SSN ••••••••• refused')).toBeNull()
  })

  it('lie above a dialog that opens after them, and inside of it, so that they can be dismissed', () => {
    const drawn: string[] = []
    vi.spyOn(HTMLElement.prototype, 'hidePopover').mockImplementation(() => void drawn.push('hidden'))
    vi.spyOn(HTMLElement.prototype, 'showPopover').mockImplementation(function shown(this: HTMLElement) {
      drawn.push(`${this.getAttribute('aria-label') ?? ''} above ${document.querySelectorAll('dialog[open]').length}`)
    })
    render(
      <NotificationContextProvider>
        <Toasts />
        <Dialog title="Sure?" onCancel={() => undefined} buttons={null} />
      </NotificationContextProvider>,
    )
    vi.restoreAllMocks()
    expect(drawn.slice(-2)).toEqual(['hidden', 'Notices above 1'])
    expect(document.querySelector('[aria-label=Notices]')?.closest('dialog')).not.toBeNull()
  })
})
