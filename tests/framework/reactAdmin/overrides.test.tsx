import { Button } from '@mui/material'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { RaRecord } from 'ra-core'
import { useGetOne, useListContext, useRecordContext, useResourceContext, useUpdate } from 'ra-core'
import { Datagrid, FunctionField, List, SimpleForm, TextField, TextInput, Edit } from 'react-admin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ComponentType } from 'react'
import { model } from '../../../examples/library/schemas/index.ts'
import { installConsole, installedConsole } from '../../../src/console/installedConsole.tsx'
import type { BannerTextProps, CellProps, SlotProps } from '../../../src/console/extensions.ts'
import type { Load } from '../../../src/ui/registered.tsx'
import { listResource } from '../../../src/model/consoleModel.ts'
import { consolePathOf, ReactAdminFrame, ReactAdminPage } from '../../../src/reactAdmin/ReactAdminFrame.tsx'
import { libraryProvider, recordProvider, renderLibrary } from './lendingConsole.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

interface Book extends RaRecord {
  readonly title: string
}

const covers = async () => {
  await screen.findByText('Sea Charts')
  return screen.getAllByRole('row').slice(1)
}

describe('a cell of the console', () => {
  const Cover = ({ text, label }: CellProps) => {
    const record = useRecordContext()
    const { total, data = [] } = useListContext()
    const { data: other } = useGetOne<Book>('books', { id: 2 })
    return <i>{`${label} ${text}: ${record?.['title']}, 1 of ${total}, ${data.length}, not ${other?.title}`}</i>
  }

  it('knows its record and its list by the hooks of react-admin, and may read others', async () => {
    renderLibrary(libraryProvider(), { Cover })
    expect(await screen.findByText('Cover A1: Sea Charts, 1 of 2, 2, not Knots')).toBeDefined()
  })

  it('that throws says so in its place, and the rest of the page stays', async () => {
    let isBroken = true
    const Broken = ({ text }: CellProps) => {
      if (isBroken && text === 'A1') throw new Error('no picture')
      return <i>{`Picture of ${text}`}</i>
    }
    renderLibrary(libraryProvider(), { Cover: Broken })
    const [first] = await covers()
    expect(await within(first!).findByText('This part of the page could not be shown.')).toBeDefined()
    expect(screen.getByText('Picture of B2')).toBeDefined()
    isBroken = false
    fireEvent.click(within(first!).getByRole('button', { name: 'Retry' }))
    expect(await within(first!).findByText('Picture of A1')).toBeDefined()
  })

  it('draws components of react-admin and Material UI in the look of the console', async () => {
    renderLibrary(libraryProvider(), {
      Cover: () => (
        <ReactAdminFrame resource="books">
          <TextField source="shelf" />
          <Button>Look</Button>
        </ReactAdminFrame>
      ),
    })
    const [first] = await covers()
    expect(await within(first!).findByText('A1')).toBeDefined()
    expect(getComputedStyle(await within(first!).findByRole('button', { name: 'Look' })).textTransform).toBe('none')
  })
})

describe('the own text of a banner', () => {
  const draw = (load: Load<BannerTextProps>) => {
    installConsole({ model, extensions: { bannerTexts: { members: { late: load } } } })
    const Late = installedConsole().bannerTexts['members']?.['late']
    const members = listResource('members')
    render(
      <p>
        {Late !== undefined && members !== undefined && (
          <Late
            definition={members}
            record={{ id: 3 }}
            detail={{ id: 3 }}
            answers={{}}
            text="A loan is late."
            waiting="Being checked…"
            draw={(text) => text}
          />
        )}
      </p>,
    )
  }

  it('is being checked until its code is there', async () => {
    const { promise, resolve } = Promise.withResolvers<ComponentType<BannerTextProps>>()
    draw(() => promise)
    expect(screen.getByText('Being checked…')).toBeDefined()
    resolve(() => 'A loan is a day late.')
    expect(await screen.findByText('A loan is a day late.')).toBeDefined()
  })

  it('gives way to the declared one where its code fails to load, or throws', async () => {
    draw(() => Promise.reject(new Error('no connection')))
    expect(await screen.findByText('A loan is late.')).toBeDefined()
    cleanup()
    draw(async () => () => {
      throw new Error('no day')
    })
    expect(await screen.findByText('A loan is late.')).toBeDefined()
  })
})

describe('a change by the hooks of react-admin', () => {
  const changing =
    (data: object, options: object = {}) =>
    () => {
      const record = useRecordContext()
      const [update] = useUpdate()
      const change = () => void update('books', { id: record?.id, data, previousData: record }, options)
      return (
        <button type="button" onClick={change}>
          {`Change ${record?.id}`}
        </button>
      )
    }

  it('is the declared action that makes it, with what was asked of the person', async () => {
    const provider = libraryProvider()
    const { refetched } = renderLibrary(provider, { Cover: changing({ shelf: 'C3', title: 'Sea Charts' }) })
    fireEvent.click(await screen.findByRole('button', { name: 'Change 1' }))
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(1))
    const [resource, params] = provider.action.mock.calls[0] ?? []
    expect([resource, params]).toMatchObject(['books', { name: 'move', input: { shelf: 'C3' }, record: { id: 1 } }])
    await waitFor(() => expect(refetched).toEqual(['books', 'loans']))
  })

  it('is refused where no action makes it, or the one that does is not for the record', async () => {
    const provider = libraryProvider()
    const { dataProvider } = renderLibrary(provider, {})
    const lent = { id: 2, title: 'Knots', shelf: 'B2', isLent: true }
    const update = (data: object, previousData: object) => dataProvider.update('books', { id: 2, data, previousData })
    await expect(update({ title: 'Splices' }, lent)).rejects.toThrow('No action of books changes title')
    await expect(update({ isLent: true }, lent)).rejects.toThrow('No action of books changes nothing')
    await expect(update({ isLent: true, shelf: 'C3' }, { ...lent, isLent: false })).rejects.toThrow('shelf, isLent')
    await expect(dataProvider.create('books', { data: { shelf: 'C3' } })).rejects.toThrow('adds a record of shelf')
    expect(provider.action).not.toHaveBeenCalled()
    await expect(dataProvider.create('books', { data: { title: 'Tides' } })).resolves.toMatchObject({ data: { id: 3 } })
  })

  it('in the mode that reports success before anything is sent is refused, and said to be', async () => {
    const provider = libraryProvider()
    renderLibrary(provider, { Cover: changing({ shelf: 'C3' }, { mutationMode: 'undoable' }) })
    fireEvent.click(await screen.findByRole('button', { name: 'Change 1' }))
    expect(await screen.findByText(/^Nothing was changed\./)).toBeDefined()
    expect(provider.action).not.toHaveBeenCalled()
  })
})

describe('a plain page of react-admin', () => {
  it('lists the records with its own grid, under the titles of the definition', async () => {
    const Shelf = () => (
      <ReactAdminPage resource="books">
        <List disableSyncWithLocation storeKey={false} pagination={false} actions={false}>
          <Datagrid bulkActionButtons={false}>
            <TextField source="title" />
            <FunctionField label="Where" render={({ shelf }) => `Shelf ${shelf}`} />
          </Datagrid>
        </List>
      </ReactAdminPage>
    )
    renderLibrary(libraryProvider(), { Shelf })
    expect(await screen.findByText('Shelf A1')).toBeDefined()
    expect(screen.getByRole('columnheader', { name: 'Title' })).toBeDefined()
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Books')
  })

  it('edits a record by the declared action', async () => {
    const provider = libraryProvider()
    const Shelf = () => (
      <ReactAdminPage resource="books">
        <Edit id={1} redirect={false}>
          <SimpleForm>
            <TextInput source="shelf" />
          </SimpleForm>
        </Edit>
      </ReactAdminPage>
    )
    renderLibrary(provider, { Shelf })
    fireEvent.change(await screen.findByLabelText('Shelf'), { target: { value: 'D4' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(provider.action.mock.calls[0]?.[1]).toMatchObject({ name: 'move', input: { shelf: 'D4' } }),
    )
    expect(await screen.findByText('Saved')).toBeDefined()
  })

  it('links to the addresses of the console', () => {
    renderLibrary(libraryProvider(), {})
    expect(consolePathOf('/books/7/show')).toBe('/book/7')
    expect(consolePathOf('/books/7')).toBe('/book/7')
    expect(consolePathOf('/books/create')).toBe('/books')
    expect(consolePathOf('/settings')).toBe('/settings')
  })
})

it('is known where it is', async () => {
  const Where = () => <b>{useResourceContext()}</b>
  renderLibrary(libraryProvider(), {
    Cover: () => (
      <ReactAdminFrame resource="books">
        <Where />
      </ReactAdminFrame>
    ),
  })
  expect((await screen.findAllByText('books')).length).toBe(2)
})

describe('a slot of a page', () => {
  const Order = () => <button>{`Order more than ${useListContext().total}`}</button>
  const Stamp = ({ definition, record }: SlotProps) => {
    const { title } = useRecordContext<Book>() ?? {}
    return <p>{`${definition.label} ${record?.id}: ${title}`}</p>
  }

  it("next to a list's buttons reads the list", async () => {
    renderLibrary(libraryProvider(), { slots: { list: { actions: async () => Order } } })
    expect(await screen.findByRole('button', { name: 'Order more than 2' })).toBeDefined()
  })

  it("next to a record's buttons, and next to its blocks, knows the record", async () => {
    const Aside = (props: SlotProps) => <Stamp {...props} />
    renderLibrary(recordProvider(), {
      id: '1',
      slots: { show: { actions: async () => Stamp, aside: async () => Aside } },
    })
    const [inHeader, inAside] = await screen.findAllByText('Books 1: Sea Charts')
    expect(inHeader?.closest('header')).not.toBeNull()
    expect(inAside?.closest('aside')).not.toBeNull()
  })
})
