import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { FormFields } from '../../../src/form/FormFields.tsx'
import { resolverOf } from '../../../src/form/FormField.tsx'
import { checkModel } from '../../../language/check/checkModel.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { installConsole, installedConsole } from '../../../src/console/installedConsole.tsx'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { consoleModel } from '../../../src/model/consoleModel.ts'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'
import { books } from './books.ts'
import { catalog } from './catalog.ts'
import { registry } from './console.ts'
import { extensions } from './extensions.ts'

const model = resolveConsole({ registry, screens: [books, catalog], home: '/books', nested: [] })

const records = [
  { id: 1, title: 'Knots', state: 'LENT', shelf: 'A1', stars: null },
  { id: 2, title: 'Sea Charts', state: 'AVAILABLE', shelf: 'B2', stars: '3' },
]

const providerOf = (data: readonly object[]) => ({
  getList: vi.fn(async (_resource: string, _params: object) => ({
    data,
    total: data.length,
    pageInfo: { hasNextPage: false, hasPreviousPage: false },
  })),
  action: vi.fn(async (_resource: string, { record }: { record?: object }) => ({
    data: { id: 1, ok: true, message: undefined, record, answer: {} },
  })),
})

const mount = (page: () => React.ReactNode, data: readonly object[] = records) => {
  const provider = providerOf(data)
  mountConsole({ model, extensions, provider, page })
  return provider
}

const list = (name: string) => () => {
  const found = consoleModel().definitions.find((one) => one.name === name)
  if (found?.kind !== 'list') throw new Error(`${name} is no list`)
  const Own = installedConsole().pages[found.list.page ?? '']
  return Own === undefined ? <ListPage definition={found} /> : <Own definition={found} />
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

// The code of react-admin takes its time on a busy machine.
beforeAll(() => import('./Desk.tsx'), 60_000)

describe('docs/guide/overrides.md', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide/overrides.md'), 'utf8')
  const samples = [...guide.matchAll(/^`([\w.]+)`:\n\n```tsx?\n([^]*?)```$/gm)].map(
    ([, file = '', code = '']) => [file, code] as const,
  )

  it('shows a sample of every file that a rung needs', () => {
    expect(samples.map(([file]) => file).toSorted()).toEqual([
      'Catalog.tsx',
      'Cover.tsx',
      'Desk.tsx',
      'LentNow.tsx',
      'NoBooks.tsx',
      'ShelfFilter.tsx',
      'Stars.tsx',
      'books.ts',
      'catalog.ts',
      'console.ts',
      'extensions.ts',
    ])
  })

  it.each(samples)('shows %s as it is compiled and run here', (file, code) => {
    expect(code).toBe(readFileSync(join(import.meta.dirname, file), 'utf8'))
  })

  it('has nothing against its console', () => {
    expect(checkModel(model)).toEqual([])
  })
})

describe('a hint', () => {
  it('gives a status its tone', async () => {
    mount(list('books'))
    expect((await screen.findByText('LENT')).closest('.cs-pill--inFlight')).not.toBeNull()
  })
})

describe('a registered name', () => {
  it('draws a cell, which knows its record', async () => {
    mount(list('books'))
    expect(await screen.findByAltText('Cover of Knots')).toBeDefined()
  })

  it('draws an input: what is required is still asked for, and what is chosen is sent', async () => {
    const provider = mount(list('books'))
    const row = (await screen.findByText('Knots')).closest('tr')!
    fireEvent.click(within(row).getByRole('button', { name: /Rate/ }))
    const stars = await screen.findByLabelText('Stars')
    expect(stars.getAttribute('type')).toBe('range')
    const dialog = screen.getByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Rate' }))
    expect(await within(dialog).findByText('Give a star')).toBeDefined()
    expect(stars.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(stars)
    expect(provider.action).not.toHaveBeenCalled()
    fireEvent.change(stars, { target: { value: '4' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Rate' }))
    await waitFor(() => expect(provider.action.mock.calls[0]?.[1]).toMatchObject({ input: { stars: '4' } }))
  })

  it('is not given what it would not draw', () => {
    const schema = { type: 'string', minLength: 1, maxLength: 2000 } as const
    const stars = { ...books.actions!['rate']!.input!['stars']!, schema }
    const rate = { ...books.actions!['rate']!, input: { stars } }
    const tall = resolveConsole({
      registry,
      screens: [{ ...books, actions: { rate } }, catalog],
      home: '/books',
      nested: [],
    })
    const message = "is drawn by 'stars', which holds one value: give it a maxLength below 1000"
    expect(checkModel(tall)).toMatchObject([{ where: 'books.actions.rate.input.stars', message }])
  })

  it("draws a form's field: its label, its sentence and its focus are those of every field", async () => {
    const fields = {
      stars: { schema: { type: 'string' }, label: 'Stars', required: 'Give a star', widget: 'stars' },
    } as const
    const layout = { description: '', fields, submit: { label: 'Send' } }
    const Form = () => {
      const resolver = resolverOf(({ stars }) => (stars === '' ? { stars: 'Give a star' } : {}))
      const form = useForm<Record<string, unknown>>({ defaultValues: { stars: '' }, resolver })
      const stars = useWatch({ control: form.control, name: 'stars' })
      const errors = form.formState.isSubmitted && stars === '' ? { stars: 'Give a star' } : {}
      return (
        <FormProvider {...form}>
          <form onSubmit={(event) => void form.handleSubmit(() => undefined)(event)}>
            <FormFields form={layout} errors={errors} isLocked={false} isOff={false} />
            <button>Send</button>
          </form>
        </FormProvider>
      )
    }
    mount(() => <Form />)
    const stars = await screen.findByLabelText(/Stars/)
    expect(stars.getAttribute('type')).toBe('range')
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Give a star')).toBeDefined()
    expect(document.activeElement).toBe(stars)
    fireEvent.change(stars, { target: { value: '5' } })
    await waitFor(() => expect(screen.queryByText('Give a star')).toBeNull())
    expect(stars).toHaveProperty('value', '5')
  })

  it('draws a filter, whose value is checked and applied like any other', async () => {
    const provider = mount(list('books'))
    await screen.findByText('Knots')
    fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
    const shelf = await screen.findByLabelText('Shelf')
    await within(shelf).findByText('B2')
    fireEvent.change(shelf, { target: { value: 'B2' } })
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(provider.getList.mock.calls.at(-1)?.[1]).toMatchObject({ filter: { shelf: 'B2' } }))
  })
})

describe('a slot', () => {
  it('is next to the records and reads the list around it', async () => {
    mount(list('books'))
    expect((await screen.findByText('1 of these are lent')).closest('aside')).not.toBeNull()
  })

  it('of a resource that does not exist is refused', () => {
    const slots = { shelves: {} }
    expect(() => installConsole({ model, extensions: { ...extensions, slots } })).toThrow(
      'No resource is called shelves',
    )
  })

  it('takes the place of the empty text', async () => {
    mount(list('books'), [])
    expect(await screen.findByText('No books yet: buy the first one.')).toBeDefined()
  })
})

describe('a page', () => {
  it('of its own is handed the resolved definition', async () => {
    mount(list('catalog'))
    expect(await screen.findByText('Title: Sea Charts')).toBeDefined()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Catalog')
  })

  it('of react-admin has its own components, in the look and the words of the console', async () => {
    mount(() => {
      const Desk = installedConsole().routes[0]!.Page
      return <Desk />
    })
    expect(await screen.findByRole('columnheader', { name: 'Shelf' })).toBeDefined()
    expect(await screen.findByText('Sea Charts')).toBeDefined()
  })
})
