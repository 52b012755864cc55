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
    fireEvent.click(await screen.findByRole('button', { name: 'Lend' }))
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
    fireEvent.click(await screen.findByRole('button', { name: 'Lend' }))
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
    fireEvent.click(await screen.findByRole('button', { name: 'Lend' }))
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
    fireEvent.click(await screen.findByRole('button', { name: 'Lend' }))
    const drawer = await screen.findByRole('dialog', { name: 'Lend' })
    expect(drawer.textContent).toMatch(shown)
    fireEvent.click(within(drawer).getByRole('button', { name: 'Record after: No. 10' }))
    await vi.waitFor(() => expect(gateway.seen.at(-1)?.path).toBe('/console/audit/10'))
  })
})
