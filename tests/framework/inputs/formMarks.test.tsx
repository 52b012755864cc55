import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FormPage as Page } from '../../../language/resource.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { FormPage } from '../../../src/form/FormPage.tsx'
import { consoleModel } from '../../../src/model/consoleModel.ts'
import { defineForm, registry } from '../libraryLanguage.ts'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'

const permission = 'all'
const text = { type: 'string', minLength: 1 } as const
const day = { type: 'string', format: 'date' } as const

/** What is delivered where: a group with a day inside, next to single fields. */
const parcel = defineForm({
  name: 'parcel',
  label: 'Parcel',
  description: 'Sends a parcel.',
  fields: {
    reader: { schema: text, label: 'Reader', required: 'Enter a reader' },
    day: { schema: day, label: 'Day' },
    place: {
      schema: {
        type: 'object',
        required: ['street', 'city'],
        properties: {
          street: { ...text, title: 'Street', message: { maxLength: 'Too long' }, maxLength: 8 },
          city: { ...text, title: 'City' },
          since: { ...day, title: 'Since' },
        },
      },
      label: 'Place',
    },
  },
  submit: 'Send',
  confirm: 'Send it?',
  success: 'Sent',
  call: {
    call: 'POST {library}/parcels',
    permission,
    body: { reader: { field: 'reader' }, day: { field: 'day' }, place: { field: 'place' } },
  },
})

const model = resolveConsole({
  registry,
  screens: [{ name: 'parcels', label: 'Parcels', path: '/parcels', forms: { All: [parcel] } }],
  home: '/parcels',
  nested: [],
})

const none = { formats: {}, cells: {}, blocks: {}, pages: {}, facts: {}, recordPages: [], routes: [] } as never

async function open() {
  const page = () => {
    const found = consoleModel().screens.find((each): each is Page => 'groups' in each)
    return found === undefined ? null : <FormPage page={found} permissions={['all']} />
  }
  mountConsole({ model, extensions: none, provider: {}, page, address: '/parcels?form=parcel' })
  await screen.findByRole('group', { name: 'Place' })
  fill('Reader', 'Emma')
}

const control = (label: string) => screen.getByLabelText(label)
const fill = (label: string, value: string) => fireEvent.change(control(label), { target: { value } })
/** Leaves a field for the one outside its group, and lets the form check it. */
const leave = (label: string) =>
  act(async () => void fireEvent.blur(control(label), { relatedTarget: control('Reader') }))
const marked = () =>
  ['Reader', 'Street', 'City', 'Since'].filter((label) => control(label).getAttribute('aria-invalid') === 'true')
const send = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send' })))

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('a field inside a group of a form', () => {
  it('is not said to be missing where the group is left, unless it was emptied, until the form is sent', async () => {
    await open()
    fill('Street', 'Elm 1')
    await leave('Street')
    expect(marked()).toEqual([])
    fill('City', 'Oslo')
    fill('Street', '')
    await leave('Street')
    expect(marked()).toEqual(['Street'])
    fill('Street', 'Elm 1')
    fill('City', '')
    await leave('City')
    expect(marked()).toEqual(['City'])
  })

  it('is said to be missing once the form is sent', async () => {
    await open()
    fill('Street', 'Elm 1')
    await send()
    expect(marked()).toEqual(['City'])
  })

  it('is said to be wrong once the group is left', async () => {
    await open()
    fill('Street', 'Long Street 1')
    expect(marked()).toEqual([])
    await leave('Street')
    expect(marked()).toEqual(['Street'])
    expect(screen.getByText('Too long')).toBeDefined()
  })
})

describe.each([
  ['a day', 'Day'],
  ['a day inside a group', 'Since'],
])('%s that is half typed', (_what, label) => {
  const half = () =>
    Object.defineProperty(control(label), 'validity', { value: { badInput: true }, configurable: true })

  it('is said to be not complete once it is left, until it is complete', async () => {
    await open()
    half()
    await leave(label)
    expect(screen.getByText(`${label} is not complete`)).toBeDefined()
    expect(control(label).getAttribute('aria-invalid')).toBe('true')
    fill(label, '2026-03-04')
    expect(screen.queryByText(`${label} is not complete`)).toBeNull()
  })

  it('keeps the form from being sent, and has the focus', async () => {
    await open()
    fill('Street', 'Elm 1')
    fill('City', 'Oslo')
    half()
    await send()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(control(label))
    expect(screen.getByText(`${label} is not complete`)).toBeDefined()
  })
})
