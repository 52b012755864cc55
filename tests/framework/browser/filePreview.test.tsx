import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { model } from '../../../examples/cookbook/index.ts'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'

const invoices = model.definitions.find(({ name }) => name === 'invoices')

/** Opens the invoices, presses the button of the first one, and notes what is saved. */
async function show(file: Blob, fileName: string) {
  const saved: (readonly [address: string, name: string])[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([this.href, this.download])
  })
  const download = vi.fn(async () => ({ data: { ok: true, blob: file, fileName } }))
  const getList = vi.fn(async () => ({
    data: [{ id: 7, customer: 'Mara Quill', amount: '1.00', state: 'PAID' }],
    pageInfo: { hasNextPage: false, hasPreviousPage: false },
  }))
  mountConsole({
    model,
    extensions: {},
    provider: { getList, download },
    address: '/invoices',
    page: () => invoices?.kind === 'list' && <ListPage definition={invoices} />,
  })
  fireEvent.click(await screen.findByRole('button', { name: /^Show picture: / }))
  await waitFor(() => expect(download).toHaveBeenCalledOnce())
  return saved
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('an image is shown from memory, and saved by a button', async () => {
  const saved = await show(new Blob(['picture'], { type: 'image/png' }), 'picture-7.png')
  const dialog = within(await screen.findByRole('dialog', { name: 'Show picture' }))
  const image = await dialog.findByRole('img')
  await waitFor(() => expect(image.getAttribute('src')).toBe('blob:picture'))
  expect(saved).toEqual([])
  expect(screen.queryByText('Picture saved')).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Download' }))
  expect(saved).toEqual([['blob:picture', 'picture-7.png']])
  fireEvent.error(image)
  expect(dialog.getByText(/can't be shown as an image/)).toBeDefined()
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it.each([
  ['a document', 'application/pdf', 'letter.pdf'],
  ['a drawing that could run', 'image/svg+xml', 'picture.svg'],
])('%s is saved at once', async (_what, type, name) => {
  const saved = await show(new Blob(['file'], { type }), name)
  await screen.findByText('Picture saved')
  expect(saved).toEqual([['blob:picture', name]])
  expect(screen.queryByRole('dialog')).toBeNull()
})
