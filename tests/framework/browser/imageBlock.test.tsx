import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HttpError } from '../../../dataProvider/HttpError.ts'
import { authored } from '../../../examples/cookbook/index.ts'
import { invoices } from '../../../examples/cookbook/invoices.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { ShowPage } from '../../../src/show/ShowPage.tsx'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'

const record = { id: 7, number: 'I-7', customer: 'Mara Quill', amount: '1.00', state: 'PAID', lines: [] }
const withBlock = (block: object) => {
  const show = { ...invoices.show, blocks: [block] }
  const actions = { ...invoices.actions, picture: { ...invoices.actions?.['picture'], when: { state: 'PAID' } } }
  const others = authored.screens.filter(({ name }) => name !== 'invoices')
  return resolveConsole({ ...authored, screens: [...others, { ...invoices, show, actions } as never] })
}
const picture = { kind: 'image', title: 'Picture', download: 'picture' } as const

type Download = () => Promise<unknown>
const answering = (type: string) => async () => ({
  data: { ok: true, blob: new Blob(['picture'], { type }), fileName: 'picture-7.png' },
})

interface Opened {
  readonly state?: string
  readonly permissions?: readonly string[]
}

/** Opens the page of an invoice with the block. */
function open(answer: Download, { state = 'PAID', permissions }: Opened = {}) {
  const model = withBlock(picture)
  const definition = model.definitions.find(({ name }) => name === 'invoices')
  const download = vi.fn(answer)
  const getOne = async () => ({ data: { ...record, state } })
  mountConsole({
    model,
    extensions: {},
    provider: { getOne, download },
    ...(permissions && { permissions }),
    address: '/invoice/7',
    page: () => definition?.kind === 'list' && <ShowPage definition={definition} id="7" />,
  })
  return download
}

const revoked: string[] = []
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture')
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => {
    // A file that an earlier test has saved is forgotten a while after.
    if (address === 'blob:picture') revoked.push(address)
  })
})
afterEach(() => {
  cleanup()
  revoked.length = 0
  vi.restoreAllMocks()
})

it('shows an image from memory, and forgets it with the page', async () => {
  const download = open(answering('image/png'))
  expect((await screen.findByRole('img', { name: 'Picture' })).getAttribute('src')).toBe('blob:picture')
  expect(download.mock.calls[0]).toMatchObject(['invoices', { name: 'picture', record: { id: 7 } }])
  expect(screen.getByRole('heading', { name: 'Picture' })).toBeDefined()
  cleanup()
  expect(revoked).toEqual(['blob:picture'])
})

it('says that it could not be loaded, and tries again', async () => {
  const failures = [new HttpError(502, { code: 'UPSTREAM_FAILED', message: 'No answer.' })]
  open(async () => {
    const failure = failures.pop()
    if (failure !== undefined) throw failure
    return answering('image/png')()
  })
  expect(await screen.findByText("Couldn't load: Picture.")).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('img', { name: 'Picture' })).toBeDefined()
})

it.each(['application/pdf', 'image/svg+xml'])('offers a file of type %s for download alone', async (type) => {
  open(answering(type))
  expect(await screen.findByText(/can't be shown as an image/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Download' })).toBeDefined()
  expect(screen.queryByRole('img', { name: 'Picture' })).toBeNull()
})

it('fetches nothing where the record has none, or for those who may not', async () => {
  const missing = open(answering('image/png'), { state: 'DUE' })
  await waitFor(() => expect(screen.getByRole('heading', { name: 'I-7' })).toBeDefined())
  expect(missing).not.toHaveBeenCalled()
  cleanup()
  const denied = open(answering('image/png'), { permissions: [] })
  await waitFor(() => expect(screen.getByRole('heading', { name: 'I-7' })).toBeDefined())
  expect(screen.queryByRole('heading', { name: 'Picture' })).toBeNull()
  expect(denied).not.toHaveBeenCalled()
})

it('is checked: the action downloads a file and asks for nothing', () => {
  const found = checkModel(withBlock({ ...picture, download: 'pay' }))
  expect(found.map(({ message }) => message)).toEqual([
    expect.stringContaining("shows what 'pay' downloads; actions that download a file of the record"),
  ])
})
