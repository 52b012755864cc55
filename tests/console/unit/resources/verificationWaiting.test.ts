import { describe, expect, it } from 'vitest'
import { isAnswered, pollEvery, waitingFor } from '../../../../resources/verification/useWaiting.ts'
import { readVerification } from '../../../../schemas/verification/verification.ts'
import { addressRejected, statusAnswer } from './investigationPayloads.ts'

const entry = (stateChange: string) => ({ user: 'firm', timestamp: '2026-03-05T04:30:00Z', stateChange, comment: null })
const account = (status: string, ...history: readonly string[]) =>
  readVerification(statusAnswer([addressRejected({ status, history: history.map(entry) })]))

describe('waiting for the clearing firm', () => {
  const before = account('REJECTED', 'PENDING', 'REJECTED')
  const waiting = waitingFor(before, 'sketch-mara', 0)
  const answered = (now: typeof before) => waiting !== undefined && isAnswered(waiting, now)

  it.each([
    ['nothing has changed', before, false],
    ['the appeal is only noted', account('REJECTED', 'PENDING', 'REJECTED', 'APPEALED'), false],
    ['the case is under way again', account('PENDING', 'PENDING', 'REJECTED', 'APPEALED', 'PENDING'), false],
    ['an acceptance is noted that has not come true', account('REJECTED', 'PENDING', 'REJECTED', 'ACCEPTED'), false],
    ['the case is accepted', account('ACCEPTED', 'PENDING', 'REJECTED', 'ACCEPTED'), true],
    ['the case is rejected once more', account('REJECTED', 'PENDING', 'REJECTED', 'APPEALED', 'REJECTED'), true],
    ['the case has a state that nobody knows', account('UNDER_OBSERVATION', 'PENDING', 'REJECTED'), true],
    ['the case is gone', readVerification(statusAnswer([])), true],
  ])('when %s', (_, now, expected) => {
    expect(answered(now)).toBe(expected)
  })

  it('is for a case in force alone', () => {
    expect(waitingFor(before, 'another', 0)).toBeUndefined()
  })

  it('reads every two seconds at first, then every ten, and not at all without a decision', () => {
    expect(pollEvery([])).toBe(false)
    expect(waiting === undefined ? 0 : pollEvery([waiting])).toBe(2000)
    expect(waiting === undefined ? 0 : pollEvery([{ ...waiting, polls: 10 }])).toBe(10_000)
  })
})
