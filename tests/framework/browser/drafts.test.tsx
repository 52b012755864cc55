import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { CoreAdminContext, Form, memoryStore, useInput } from 'ra-core'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { draftsIn, useDraft } from '../../../src/data/drafts.ts'
import { FormDraft } from '../../../src/form/FormView.tsx'

afterEach(cleanup)

const fresh = (person = '1') => {
  const client = new QueryClient()
  draftsIn(client).claim(person)
  return client
}

describe('the drafts of a console', () => {
  it('are there for the person who typed them, whatever has been read and forgotten since', () => {
    const client = fresh()
    draftsIn(client).keep('forms/reinstate', { email: 'mara@example.test', rows: [{ amount: 7 }] })
    client.clear()
    draftsIn(client).hold()
    expect(draftsIn(client).claim('1')).toBe(false)
    expect(draftsIn(client).read('forms/reinstate')).toEqual({ email: 'mara@example.test', rows: [{ amount: 7 }] })
  })

  it('are gone for another person, who is told apart from one who comes where nothing was', () => {
    const drafts = draftsIn(fresh())
    drafts.keep('forms/reinstate', { email: 'mara@example.test' })
    expect(drafts.claim('2')).toBe(true)
    expect(drafts.isEmpty()).toBe(true)
    expect(drafts.claim('1')).toBe(false)
    expect(drafts.read('forms/reinstate')).toBeUndefined()
  })

  it('are gone after a sign-out, and nothing is kept for no one', () => {
    const drafts = draftsIn(fresh())
    drafts.keep('forms/reinstate', { email: 'mara@example.test' })
    drafts.clear()
    drafts.keep('forms/reinstate', { email: 'late@example.test' })
    expect(drafts.claim('1')).toBe(false)
    expect(drafts.isEmpty()).toBe(true)
  })

  it('are held from the end of a session until someone is back', () => {
    const drafts = draftsIn(fresh())
    drafts.hold()
    expect(drafts.isHeld()).toBe(true)
    drafts.claim('1')
    expect(drafts.isHeld()).toBe(false)
  })
})

const Field = ({ source, label }: { readonly source: string; readonly label: string }) => {
  const { field, id } = useInput<unknown>({ source, defaultValue: null })
  return (
    <p>
      <label htmlFor={id}>{label}</label>
      <input id={id} {...field} value={String(field.value ?? '')} />
    </p>
  )
}

const Reinstate = () => {
  const draft = useDraft('forms/reinstate')
  return (
    <Form defaultValues={{ email: null, note: { text: null } }} onSubmit={draft.drop}>
      <FormDraft draft={draft} />
      <Field source="email" label="Email" />
      <Field source="note.text" label="Note" />
      <button type="submit">Send</button>
    </Form>
  )
}

const draw = (client: QueryClient) =>
  render(
    <MemoryRouter>
      <CoreAdminContext queryClient={client} store={memoryStore()}>
        <Reinstate />
      </CoreAdminContext>
    </MemoryRouter>,
  )
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })

describe('a whole form', () => {
  it('has its values again after the session ended and the same person came back', async () => {
    const client = fresh()
    draw(client)
    type('Email', 'mara@example.test')
    type('Note', 'By phone')
    draftsIn(client).hold()
    cleanup()
    client.clear()
    draftsIn(client).claim('1')
    draw(client)
    await waitFor(() => expect(field('Email').value).toBe('mara@example.test'))
    expect(field('Note').value).toBe('By phone')
  })

  it('keeps nothing once it is as it was at first, and nothing after it was sent', async () => {
    const client = fresh()
    draw(client)
    type('Email', 'mara@example.test')
    expect(draftsIn(client).isEmpty()).toBe(false)
    type('Email', '')
    await waitFor(() => expect(draftsIn(client).isEmpty()).toBe(true))
    type('Email', 'ana@example.test')
    await waitFor(() => expect(draftsIn(client).isEmpty()).toBe(false))
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(draftsIn(client).isEmpty()).toBe(true))
    cleanup()
    draw(client)
    expect(field('Email').value).toBe('')
  })

  it('leaves nothing in the browser’s storage', () => {
    draw(fresh())
    type('Email', 'mara@example.test')
    expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain('mara')
  })
})
