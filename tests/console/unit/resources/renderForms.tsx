import '../../support/installBrokerage.ts'
import type { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { CoreAdminContext, memoryStore, useNotificationContext, type AuthProvider, type DataProvider } from 'ra-core'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, vi } from 'vitest'
import { type Shell, ShellContext } from '../../../../src/auth/ShellContext.ts'
import { FormPage } from '../../../../src/form/FormPage.tsx'
import { type Resource, formsOf, type FormPage as Page } from '../../../../language/resource.ts'
import { ownModel } from '../../support/ownModel.ts'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import { muteExpectedErrors, personsClient } from './renderPage.tsx'

const { screens } = ownModel

/** Every page of forms. */
const formPages = screens.filter((one): one is Page => 'groups' in one)

/** Every form with the address it is found at. */
export const allForms = formPages.flatMap((page) =>
  formsOf(page).map((form) => ({
    name: form.name,
    form,
    address: formsOf(page).length === 1 ? page.path : `${page.path}?form=${form.name}`,
  })),
)

/** The provider's methods that forms use, each a mock that succeeds. */
export const formProvider = () => ({
  action: vi.fn().mockResolvedValue({ data: { id: 'form', ok: true, message: undefined, answer: {} } }),
  getList: vi.fn().mockResolvedValue({ data: [], total: 0 }),
  getOne: vi.fn().mockRejectedValue(new Error('no detail is read here')),
  upload: vi.fn().mockResolvedValue({ data: { ok: true, answer: {} } }),
  history: vi.fn().mockResolvedValue({ data: { ok: true, events: [] } }),
})

/** A provider of mocks. */
export type FormProvider = ReturnType<typeof formProvider>

const Notices = () => {
  const { notifications } = useNotificationContext()
  return (
    <ul aria-label="Notices">
      {notifications.map(({ message, type }, index) => (
        <li key={index}>{`${type}: ${typeof message === 'string' ? message : ''}`}</li>
      ))}
    </ul>
  )
}

const authProvider = (held: readonly string[]): AuthProvider => ({
  login: () => Promise.resolve(),
  logout: () => Promise.resolve(),
  checkAuth: () => Promise.resolve(),
  checkError: (error: unknown) =>
    typeof error === 'object' && error !== null && 'status' in error && error.status === 401
      ? Promise.reject(Object.assign(new Error('over'), { message: false, logoutUser: false }))
      : Promise.resolve(),
  getPermissions: () => Promise.resolve(held),
  getIdentity: () => Promise.resolve({ id: '1' }),
})

interface Options {
  readonly provider?: FormProvider
  readonly held?: readonly string[]
  /** That of an earlier rendering: what was typed there is known here. */
  readonly queryClient?: QueryClient
  /** The session, for forms that ask the gateway themselves. */
  readonly shell?: Shell
}

/** Renders the pages of forms at an address. */
export function renderForms(
  address: string,
  { provider = formProvider(), held = permissions, queryClient = personsClient(), shell }: Options = {},
) {
  cleanup()
  const within_ = (content: React.ReactNode) => (
    <CoreAdminContext
      dataProvider={provider as unknown as DataProvider}
      authProvider={authProvider(held)}
      queryClient={queryClient}
      store={memoryStore()}
    >
      {shell === undefined ? content : <ShellContext value={shell}>{content}</ShellContext>}
      <Notices />
    </CoreAdminContext>
  )
  const router = createMemoryRouter(
    [
      ...formPages.map((page) => ({
        path: page.path,
        element: within_(<FormPage key={page.name} page={page} permissions={held} />),
      })),
      { path: '*', element: within_(<h1>Elsewhere</h1>) },
    ],
    { initialEntries: [address] },
  )
  render(<RouterProvider router={router} />)
  return { router, provider, queryClient }
}

/** A value that every field of this name takes. */
const valid: Readonly<Record<string, string>> = {
  email: 'mara+quill@example.test',
  user_email: 'mara.quill@example.test',
  old_user_email: 'mara.quill@example.test',
  new_user_email: 'quill@example.test',
  account_no: '8NA16576',
  es_number: '8NA16576',
  user_id: '4107',
  division_userid: 'd-7',
  division: 'North',
  firstname: "Mara 'O",
  lastname: 'Quill 🙂',
  first_name: 'Mara',
  last_name: 'Quill',
  phone: '2125550100',
  zipcode: '10001',
  state: 'NY',
  city: 'New York',
  address: '1 Main St',
  activate_mentor: 'false',
}

/** A text that the named field takes. */
export const validText = (name: string): string => {
  const text = valid[name]
  if (text === undefined) throw new Error(`the battery knows no valid value for ${name}: add one`)
  return text
}

/** A customer in the list of accounts, whose address every field `email` takes. */
export const MARA = { id: 4107, name: 'Mara Quill', user__email: validText('email'), account_no: '9ZZ10041' }

/** Another one. */
export const TEO = {
  id: 4108,
  name: 'Teo & Ana Brandt',
  user__email: 'teo.brandt@example.test',
  account_no: '9ZZ10058',
}

/** The answer of a list that has these records. */
export const listed = (...data: readonly object[]) => ({ data, total: data.length })

/** A provider whose lists find these records, whatever is searched for. */
export function providerOf(...found: readonly object[]): FormProvider {
  const provider = formProvider()
  provider.getList.mockResolvedValue(listed(...found))
  return provider
}

/** A provider whose lists find the record that has the very address searched for. */
export function providerByEmail(...all: readonly { readonly user__email: string }[]): FormProvider {
  const provider = formProvider()
  provider.getList.mockImplementation(async (_resource, { meta }) =>
    listed(...all.filter((one) => one.user__email === meta?.search)),
  )
  return provider
}

/** Keeps expected errors quiet in the tests of a file, and leaves nothing of a test behind. `clock` is for `rested`. */
export function setUpForms({ clock = false }: { readonly clock?: boolean } = {}): void {
  beforeEach(muteExpectedErrors)
  if (clock) beforeEach(passTime)
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
}

/** What stands in the form's own fields, those of a dialog excepted. */
export const control = (name: string): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>(`.cs-form [name="${name}"]`)
  if (found === null) throw new Error(`there is no field ${name}`)
  return found
}

/** Types into a field, or chooses in it. */
export function fill(form: Resource, name: string, text = validText(name)): void {
  const choices = form.form?.fields[name]?.choices
  if (choices === undefined) fireEvent.change(control(name), { target: { value: text } })
  else fireEvent.click(screen.getByLabelText(choices.find(({ value }) => String(value) === text)?.label ?? ''))
}

/** Starts a clock of the test's own, which goes on as any other, and can be put forward. */
export const passTime = (): void =>
  void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 4 })

/** Puts the clock forward by as long as typing has to rest before records are looked up, and waits for what is found then. */
export async function rested<T>(find: () => Promise<T>): Promise<T> {
  await act(() => vi.advanceTimersByTimeAsync(400))
  return find()
}

/** A table of so many bytes. */
export const table = (name = 'lines.csv', bytes = 2048): File => {
  const lines = 'account_no,ticker,side,quantity,price,trade_date\n9ZZ10041,ZZTK,buy,3,41.23,2026-03-02\n'
  const file = new File([lines], name, { type: 'text/csv' })
  Object.defineProperty(file, 'size', { value: bytes })
  return file
}

/** Fills in everything a form has, and chooses its file. */
export function fillAll(form: Resource): void {
  for (const name of Object.keys(form.form?.fields ?? {})) fill(form, name)
  const label = form.bindings['submit']?.upload?.label
  if (label !== undefined) fireEvent.change(screen.getByLabelText(label), { target: { files: [table()] } })
}

/** The form's own button. */
export const submitButton = (): HTMLButtonElement => {
  const found = document.querySelector<HTMLButtonElement>('.cs-form [type=submit]')
  if (found === null) throw new Error('there is no form')
  return found
}

const typedText = (form: Resource): string => {
  const confirm = form.actions['submit']?.confirm
  const text = confirm?.typed?.text
  return text === undefined ? '' : text.replace(/\{(\w+)\}/g, (_all, name: string) => validText(name))
}

/** Answers the question, where the form asks one; types what it wants typed. */
export async function answerYes(form: Resource): Promise<void> {
  const confirm = form.actions['submit']?.confirm ?? null
  if (confirm === null) return
  const dialog = within(await screen.findByRole('dialog'))
  const typed = typedText(form)
  if (typed !== '') fireEvent.change(dialog.getByRole('textbox'), { target: { value: typed } })
  const buttons = dialog.getAllByRole('button')
  const yes = buttons.find((one) => one.getAttribute('type') === 'submit')
  if (yes === undefined) throw new Error('there is nothing to answer with')
  fireEvent.click(yes)
}

/** Sends the form as it is filled in, through its question. */
export async function send(form: Resource): Promise<void> {
  fireEvent.click(submitButton())
  await answerYes(form)
}

/** The calls of a provider, whichever way the form sends. */
export const callsOf = (form: Resource, provider: FormProvider) =>
  form.bindings['submit']?.upload === undefined ? provider.action : provider.upload

/** The notices on screen. */
export const notices = (): readonly (string | null)[] =>
  within(screen.getByRole('list', { name: 'Notices' }))
    .queryAllByRole('listitem')
    .map((line) => line.textContent)

/** What the form says that was done, without the time. */
export const doneText = (): string | undefined =>
  document.querySelector('.cs-form-done > p')?.firstChild?.textContent?.replace(/ · $/, '')

/** An error as the provider rejects with it. */
export const httpError = (status: number, code: string, message: string) =>
  Object.assign(new Error(message), { name: 'HttpError', status, body: { code, message, requestId: 'req-77' } })
