import { fireEvent, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import type { FormField } from '../../../../language/form.ts'
import { fillTemplate } from '../../../../language/template.ts'
import {
  allForms,
  answerYes,
  callsOf,
  control,
  doneText,
  fill,
  fillAll,
  formProvider,
  httpError,
  notices,
  renderForms,
  send,
  submitButton,
  table,
  validText,
  setUpForms,
} from './renderForms.tsx'

setUpForms()

type Broken = readonly [field: string, text: string, sentence: string]

const tooLong = (most: number) => '🙂'.repeat(most + 1)

/** Texts that break one keyword of a field each, with the sentence that is said then. */
function brokenTexts(name: string, { schema, not }: FormField): readonly Broken[] {
  if (typeof schema !== 'object' || schema.type !== 'string') return []
  const { minLength = 1, maxLength, pattern, message: messages = {} } = schema
  const all: (Broken | undefined)[] = [
    minLength > 1 ? [name, 'a'.repeat(minLength - 1), messages.minLength ?? ''] : undefined,
    maxLength === undefined
      ? undefined
      : [name, tooLong(maxLength), messages.maxLength ?? `Must be at most ${maxLength} characters`],
    pattern === undefined ? undefined : [name, 'two words of 8', messages.pattern ?? ''],
    not === undefined ? undefined : [name, ` ${validText(not.field).toUpperCase()} `, not.message],
  ]
  return all.filter((one) => one !== undefined)
}

/** What a form sends when everything is filled in. */
const sentRecord = (name: string, fields: Readonly<Record<string, FormField>>) => ({
  id: name,
  ...Object.fromEntries(
    Object.entries(fields).map(([field, { choices }]) => [
      field,
      choices?.find(({ value }) => String(value) === validText(field))?.value ?? validText(field),
    ]),
  ),
})

const focusedName = () => document.activeElement?.getAttribute('name')

/** A change, a read whose answer is shown, a file, and fields that wait for another. */
const shapes = ['reinstate', 'loginType', 'manualUpload', 'updateUser']

describe.each(allForms)('the form $name', ({ form, address }) => {
  const layout = form.form
  const action = form.actions['submit']
  if (layout === undefined || action === undefined) throw new Error('this is no form')
  const names = Object.keys(layout.fields)
  const [first] = names
  const required = names.filter((name) => layout.fields[name]?.required !== undefined)
  const isChange =
    form.bindings['submit']?.call.startsWith('GET ') !== true || form.bindings['submit'].effect === 'mutate'
  const filled = sentRecord(form.name, layout.fields)
  const { success } = action
  /** A success is said below the form, with what was sent unless it names it; a read's answer on screen needs none. */
  const isTold = (text: string | undefined) =>
    text === undefined ? doneText() === undefined : doneText()?.startsWith(fillTemplate(text, filled))
  const untilTold = () =>
    waitFor(() => {
      expect(document.querySelector('.cs-form-result > h3') === null).toBe(action.result === undefined)
      expect(doneText() === undefined).toBe(success === null)
      expect(submitButton().getAttribute('aria-busy')).toBe('false')
    })
  const open = (provider = formProvider()) => {
    renderForms(address, { provider })
    return { provider, calls: callsOf(form, provider) }
  }
  /** Opens the others, where they wait for one field. */
  const unlock = () => {
    if (layout.unlockedBy !== undefined) fill(form, layout.unlockedBy)
  }

  it('says what is missing when it is sent, goes to the first of it, and sends nothing', async () => {
    const { calls } = open()
    fireEvent.click(submitButton())
    for (const sentence of new Set([
      ...required.map((name) => layout.fields[name]?.required ?? ''),
      form.bindings['submit']?.upload?.required ?? '',
    ])) {
      if (sentence !== '') expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0)
    }
    if (first !== undefined) await waitFor(() => expect(focusedName()).toBe(first))
    expect(calls).not.toHaveBeenCalled()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  const broken = names.flatMap((name) => brokenTexts(name, layout.fields[name] ?? { schema: {}, label: '' }))
  it.each(broken)('says of %s when it is left with %j: %s', async (name, text, sentence) => {
    open()
    if (name !== layout.unlockedBy) unlock()
    const other = layout.fields[name]?.not?.field
    if (other !== undefined) fill(form, other)
    expect(sentence).not.toBe('')
    fireEvent.change(control(name), { target: { value: text } })
    expect(screen.queryByText(sentence)).toBeNull()
    fireEvent.blur(control(name))
    await screen.findByText(sentence)
    expect(control(name).getAttribute('aria-invalid')).toBe('true')
    fill(form, name)
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
  })

  /** Leaves a field, and lets the form check it. */
  const leave = (name: string) => act(async () => void fireEvent.blur(control(name)))
  it.each(required.filter((name) => layout.fields[name]?.choices === undefined))(
    'says that %s is missing once it was emptied and left, and not where it was only left',
    async (name) => {
      open()
      const sentence = layout.fields[name]?.required ?? ''
      await leave(name)
      expect(screen.queryByText(sentence)).toBeNull()
      fill(form, name)
      fireEvent.change(control(name), { target: { value: '' } })
      expect(screen.queryByText(sentence)).toBeNull()
      await leave(name)
      expect(screen.getByText(sentence)).toBeDefined()
    },
  )

  it('sends what is filled in, trimmed, once, and says so; the form is empty then and begins again', async () => {
    const { calls } = open()
    fillAll(form)
    if (first !== undefined && layout.fields[first]?.choices === undefined) {
      fireEvent.change(control(first), { target: { value: `  ${validText(first)} ` } })
    }
    await send(form)
    await untilTold()
    expect(isTold(typeof success === 'string' ? success : success?.fallback)).toBe(true)
    expect(notices()).toEqual([])
    expect(calls).toHaveBeenCalledTimes(1)
    expect(calls).toHaveBeenCalledWith(form.name, expect.objectContaining({ name: 'submit', record: filled }))
    if (first !== undefined) {
      await waitFor(() => expect(focusedName()).toBe(first))
      expect(control(first).value).toBe(action.result === undefined ? '' : `  ${validText(first)} `)
    }
  })

  it('says the words of the service where the definition wants them', async () => {
    const provider = formProvider()
    provider.action.mockResolvedValue({ data: { ok: true, message: 'Done by the service', answer: {} } })
    open(provider)
    fillAll(form)
    await send(form)
    await untilTold()
    expect(
      isTold(typeof success === 'object' && success !== null ? 'Done by the service' : (success ?? undefined)),
    ).toBe(true)
    expect(notices()).toEqual([])
  })

  // What follows is the same for all forms of a shape.
  if (!shapes.includes(form.name)) return

  it('says below the empty form what was done, to whom and when, until it is sent again', async () => {
    const { calls } = open()
    fillAll(form)
    await send(form)
    await waitFor(() => expect(calls).toHaveBeenCalledTimes(1))
    await untilTold()
    if (action.result !== undefined) {
      expect(document.querySelector('.cs-form-done')).toBeNull()
      return
    }
    await waitFor(() => expect(document.querySelector('.cs-form-done')).not.toBeNull())
    const done = document.querySelector('.cs-form-done')
    expect(done?.textContent).toContain(
      first === undefined ? 'File Uploaded: Lines 1, File lines.csv (2 KB)' : validText(first),
    )
    expect(done?.querySelector('time')?.textContent).toMatch(/ [AP]M$/)
    if (first === undefined) fireEvent.change(screen.getByLabelText('File'), { target: { files: [table()] } })
    else fillAll(form)
    expect(document.querySelector('.cs-form-done')).not.toBeNull()
    calls.mockRejectedValue(httpError(422, 'UPSTREAM_REFUSED', 'User not found'))
    await send(form)
    await screen.findByText(/User not found/)
    expect(document.querySelector('.cs-form-done')).toBeNull()
  })

  it.each([
    ['a refusal', 422, 'UPSTREAM_REFUSED', 'User not found'],
    ['an outage', 503, 'UPSTREAM_UNAVAILABLE', 'The service cannot be reached. Nothing was changed.'],
  ])(
    'tells of %s next to the form until that is dismissed, and keeps what was typed',
    async (_what, status, code, words) => {
      const { calls } = open()
      calls.mockRejectedValue(httpError(status, code, words))
      fillAll(form)
      await send(form)
      const alert = await screen.findByText((text) => text.includes(words), { selector: '.cs-form-ending p' })
      expect(alert.textContent?.startsWith(action.failure?.title ?? words)).toBe(true)
      expect(alert.parentElement?.textContent?.includes('req-77')).toBe(code !== 'UPSTREAM_REFUSED')
      expect(notices()).toEqual([])
      await waitFor(() => expect(document.activeElement).toBe(alert.parentElement))
      for (const name of names.filter((one) => layout.fields[one]?.choices === undefined)) {
        expect(control(name).value).toBe(validText(name))
      }
      expect(screen.queryByRole('dialog')).toBeNull()
      fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
      expect(document.querySelector('.cs-form-ending')).toBeNull()
    },
  )

  it('is sent once by a second press while the first is under way', async () => {
    const { calls } = open()
    const answer = Promise.withResolvers<unknown>()
    calls.mockReturnValue(answer.promise)
    fillAll(form)
    fireEvent.click(submitButton())
    fireEvent.click(submitButton())
    await answerYes(form)
    if (action.confirm !== null) await answerYes(form)
    await waitFor(() => expect(calls).toHaveBeenCalled())
    fireEvent.click(submitButton())
    answer.resolve({ data: { ok: true, answer: {} } })
    await untilTold()
    expect(calls).toHaveBeenCalledTimes(1)
  })

  it.runIf(isChange)(
    'keeps the key of a submission whose outcome is unknown, and asks before it is repeated',
    async () => {
      const { calls } = open()
      calls.mockRejectedValue(httpError(504, 'OUTCOME_UNKNOWN', 'The service did not confirm the change.'))
      fillAll(form)
      await send(form)
      await screen.findByText(/^Outcome unknown: the service did not confirm it\. Check/, {
        selector: '.cs-form-ending p',
      })
      await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBe('false'))
      expect(notices()).toEqual([])
      fireEvent.click(submitButton())
      await screen.findByText(/its outcome is unknown/)
      await answerYes(form)
      await waitFor(() => expect(calls).toHaveBeenCalledTimes(2))
      const keys = calls.mock.calls.map(
        ([, params]: readonly unknown[]) => (params as { idempotencyKey: string }).idempotencyKey,
      )
      expect(keys[0]).toBe(keys[1])
    },
  )

  it('is sent by Enter as by its button', async () => {
    const { calls } = open()
    fillAll(form)
    const within = document.querySelector('.cs-form')
    if (within === null) throw new Error('there is no form')
    fireEvent.submit(within)
    await answerYes(form)
    await waitFor(() => expect(calls).toHaveBeenCalledTimes(1))
  })
})
