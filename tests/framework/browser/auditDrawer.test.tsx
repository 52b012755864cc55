import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { AuditPage } from '../../../src/administration/AuditPage.tsx'
import { at, line, page, record } from './auditAnswers.ts'
import { openPage as open } from './openPage.tsx'
import { json } from './support.ts'
import { installLibrary } from './installLibrary.ts'

installLibrary()

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('one record of the audit trail', () => {
  test('opens one record with its proof, and leads to its neighbors', async () => {
    const gateway = await open(<AuditPage />, {
      '/console/audit': () => json(200, page([line(8)])),
      '/console/audit/8': () => json(200, record),
      '/console/audit/9': () =>
        json(200, {
          ...record,
          seq: 9,
          record: { ...record.record, before: { copies: 2 } },
          counterpart: { phase: 'outcome', result: 'ok', after: { copies: 1 } },
          isIntact: false,
          checkpoint: null,
          previous: 8,
          next: null,
        }),
    })
    fireEvent.click(await screen.findByRole('button', { name: /^Lend: / }))
    const drawer = await screen.findByRole('dialog', { name: 'Lend' })
    expect(drawer.textContent).toContain('"days": 3')
    expect(within(drawer).getByText('members/3').parentElement?.getAttribute('href')).toBe('/member/3?tab=history')
    expect(drawer.textContent).toContain('BeforeNot recordedAfterNot recorded')
    expect(drawer.textContent).toContain(
      'Previous hashaa01Own hashbb02CheckpointCovered by that of No. 12, 11/22/2026, 10:00:00 AM',
    )
    fireEvent.click(within(drawer).getByRole('button', { name: 'Next: No. 9' }))
    expect((await within(drawer).findByRole('alert')).textContent).toContain('doesn’t fit its hash')
    expect(drawer.textContent).toMatch(/Before\{\s+"copies": 2\s+\}After\{\s+"copies": 1\s+\}/)
    expect(drawer.textContent).toContain('CheckpointNone covers it yet')
    expect(gateway.seen.at(-1)?.path).toBe('/console/audit/9')
  })

  test('says why the service refused', async () => {
    const refusal = { phase: 'outcome', result: 'refused', status: 422, message: 'UPSTREAM_REFUSED' }
    const counterpart = { ...refusal, said: 'The card of the member has expired.' }
    await open(<AuditPage />, {
      '/console/audit': () => json(200, page([line(8)])),
      '/console/audit/8': () => json(200, { ...record, counterpart }),
    })
    fireEvent.click(await screen.findByRole('button', { name: /^Lend: / }))
    const drawer = await screen.findByRole('dialog', { name: 'Lend' })
    expect(drawer.textContent).toContain('Time11/22/2026, 10:00:00 AM')
    expect(drawer.textContent).toContain(
      'MessageUPSTREAM_REFUSEDThe service saidThe card of the member has expired.Reference',
    )
  })

  test('says that a new record was nothing before', async () => {
    const counterpart = { phase: 'outcome', result: 'ok', after: { copies: 1 } }
    await open(<AuditPage />, {
      '/console/audit': () => json(200, page([line(8)])),
      '/console/audit/8': () => json(200, { ...record, record: { ...record.record, before: null }, counterpart }),
    })
    fireEvent.click(await screen.findByRole('button', { name: /^Lend: / }))
    const drawer = await screen.findByRole('dialog', { name: 'Lend' })
    expect(drawer.textContent).toMatch(/BeforeNothing: this made the recordAfter\{\s+"copies": 1/)
  })

  test.each([
    [{ result: 'ok', after: { copies: 1 } }, /After\{\s+"copies": 1\s+\}Read again 11\/22\/2026, 10:00:00 AM/],
    [
      { result: 'ok', after: { name: '•••', card: '•••' }, maskedChanges: ['name'] },
      /After\{\s+"name": "••• \(changed\)",\s+"card": "•••"\s+\}Read again/,
    ],
    [
      { result: 'ok', after: { name: '•••' } },
      /"name": "•••"\s+\}Whether a value shown as ••• changed was not recorded/,
    ],
    [{ result: 'ok', after: null }, /AfterNo longer there. Read again 11\/22\/2026/],
    [
      { result: 'failed', message: 'UPSTREAM_FAILED' },
      /AfterNot recorded: it couldn’t be read again \(UPSTREAM_FAILED\)/,
    ],
  ])('shows what was read of a record after its change: %j', async (details, shown) => {
    const after = { seq: 10, phase: 'event', ts: at, details }
    const intent = { ...record.record, before: { name: '•••', card: '•••' } }
    const view = { ...record, record: intent, counterpart: { seq: 9, phase: 'outcome', result: 'ok' }, after }
    const gateway = await open(<AuditPage />, {
      '/console/audit': () => json(200, page([line(8)])),
      '/console/audit/8': () => json(200, view),
      '/console/audit/10': () => json(200, { ...record, seq: 10, record: after }),
    })
    fireEvent.click(await screen.findByRole('button', { name: /^Lend: / }))
    const drawer = await screen.findByRole('dialog', { name: 'Lend' })
    expect(drawer.textContent).toMatch(shown)
    fireEvent.click(within(drawer).getByRole('button', { name: 'Record after: No. 10' }))
    await vi.waitFor(() => expect(gateway.seen.at(-1)?.path).toBe('/console/audit/10'))
  })
})

describe('an unknown outcome', () => {
  const lost = {
    ...record,
    record: { ...record.record, actor: { userId: 9, email: 'ada@library.test', role: 'librarian' } },
    counterpart: { seq: 9, phase: 'outcome', result: 'unknown', message: 'OUTCOME_UNKNOWN' },
  }
  const settled = {
    seq: 12,
    at: '2026-11-23T15:00:00.000Z',
    by: 'head@library.test',
    finding: 'ok',
    reason: 'Asked the binder',
  }
  const head = { permissions: ['audit.read', 'audit.settle'] }

  /** Opens the entry with the outcome that no one knows, which this answers for. */
  const openEntry = async (answers: Parameters<typeof open>[1], session: object = head, view: object = lost) => {
    const gateway = await open(
      <AuditPage />,
      {
        '/console/audit': () => json(200, page([line(8, { result: 'unknown' })])),
        '/console/audit/8': () => json(200, view),
        ...answers,
      },
      { ...session },
    )
    fireEvent.click(await screen.findByRole('button', { name: /^Lend: / }))
    const drawer = await screen.findByRole('dialog', { name: 'Lend' })
    return { gateway, drawer }
  }
  const ask = async (drawer: HTMLElement) => {
    fireEvent.click(within(drawer).getByRole('button', { name: 'Settle…' }))
    return screen.findByRole('dialog', { name: 'Settle the outcome of Lend?' })
  }
  const fill = (question: HTMLElement) => {
    fireEvent.click(within(question).getByRole('radio', { name: 'It was done' }))
    fireEvent.change(within(question).getByRole('textbox'), { target: { value: ' Asked \u0007the\u202E binder ' } })
  }
  const send = (question: HTMLElement) => fireEvent.click(within(question).getByRole('button', { name: 'Settle' }))

  test('is settled with what became of it and how the person knows, and is read again', async () => {
    let isSettled = false
    const { gateway, drawer } = await openEntry({
      '/console/audit': () => json(200, page([line(8, isSettled ? { settled } : { result: 'unknown' })])),
      '/console/audit/8': () => json(200, isSettled ? { ...lost, settled } : lost),
      '/console/audit/8/settle': () => {
        isSettled = true
        return json(200, settled)
      },
    })
    expect(screen.getByText(/open the entry and settle it/)).toBeTruthy()
    const question = await ask(drawer)
    fireEvent.keyDown(within(question).getByRole('textbox'), { key: 'Enter', ctrlKey: true })
    expect(question.textContent).toContain('Say what became of it')
    expect(question.textContent).toContain('Say how you know, in at least 3 characters')
    fireEvent(question, new Event('cancel'))
    expect(screen.queryByRole('dialog', { name: /Settle/ })).toBeNull()
    const again = await ask(drawer)
    fill(again)
    send(again)
    await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: /Settle/ })).toBeNull())
    const sent = gateway.seen.find(({ path }) => path === '/console/audit/8/settle')
    expect(sent?.body).toEqual({ finding: 'ok', reason: 'Asked the binder' })
    await vi.waitFor(() =>
      expect(drawer.textContent).toContain(
        'SettledIt was doneSettled byhead@library.test, 11/23/2026, 10:00:00 AMHow they knowAsked the binder',
      ),
    )
    expect(document.activeElement?.textContent).toMatch(/^SettledIt was done/)
    expect(within(drawer).queryByRole('button', { name: 'Settle…' })).toBeNull()
    expect(within(drawer).getByRole('button', { name: 'Settled: No. 12' })).toBeTruthy()
    expect(drawer.textContent).toContain('OutcomeUnknown outcome')
    expect(await screen.findByText('was unknown, settled by head@library.test')).toBeTruthy()
    expect(screen.queryByText(/open the entry and settle it/)).toBeNull()
  })

  test('that someone settled meanwhile is shown so, and what was typed stays', async () => {
    let isSettled = false
    const message = 'Head has settled this before: “It was not done. Looked” What you entered was not recorded.'
    const { drawer } = await openEntry({
      '/console/audit/8': () => json(200, isSettled ? { ...lost, settled } : lost),
      '/console/audit/8/settle': () => {
        isSettled = true
        return json(409, { code: 'CONFLICT', message, requestId: 'r' })
      },
    })
    const question = await ask(drawer)
    fill(question)
    send(question)
    expect((await within(question).findByRole('alert')).textContent).toContain(message)
    await vi.waitFor(() => expect(drawer.textContent).toContain('Settled byhead@library.test'))
    expect(within(question).getByRole<HTMLTextAreaElement>('textbox').value).toBe(' Asked \u0007the\u202E binder ')
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog', { name: /Settle/ })).toBeNull()
  })

  test.each([
    ['a person who only reads the trail', { permissions: ['audit.read'] }, lost, ''],
    ['the person who made the change', { ...head, userId: 9 }, lost, 'another person has to settle it'],
    [
      'the person who requested it',
      head,
      { ...lost, record: { ...lost.record, approval: { requestedBy: { userId: 1, email: 'a@library.test' } } } },
      'another person has to settle it',
    ],
    ['anyone, where it is known', head, { ...lost, counterpart: { ...lost.counterpart, result: 'failed' } }, ''],
  ])('is not offered to %s', async (_who, session, view, said) => {
    const { drawer } = await openEntry({}, session, view)
    expect(within(drawer).queryByRole('button', { name: 'Settle…' })).toBeNull()
    expect(drawer.textContent).toContain(said)
    expect(drawer.textContent?.includes('another person')).toBe(said !== '')
  })

  test('leads from what settles it to its entry', async () => {
    const event = { phase: 'event', ts: at, details: { entry: 4, finding: 'ok', reason: 'Asked', result: 'ok' } }
    const { gateway, drawer } = await openEntry({ '/console/audit/4': () => json(200, lost) }, head, {
      ...record,
      record: event,
    })
    fireEvent.click(within(drawer).getByRole('button', { name: 'Settles: No. 4' }))
    await vi.waitFor(() => expect(gateway.seen.at(-1)?.path).toBe('/console/audit/4'))
  })
})
