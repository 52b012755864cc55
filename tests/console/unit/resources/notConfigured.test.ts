import { expect, it } from 'vitest'
import { controlOf } from '../../../../src/model/controlOf.ts'
import { notConfiguredMark } from '../../../../src/data/permissions.ts'
import { accountInvestigations } from '../../support/resources.ts'

const record = { id: 'sketch-3', status: 'INDETERMINATE', account_status: 'ACTION_REQUIRED' }
const off = notConfiguredMark('accountInvestigations.approve')
const control = (permissions: readonly string[], name = 'approve', of: object = record) =>
  controlOf(accountInvestigations, name, { ...record, ...of }, permissions)

it('an action that is off in this environment is there, cannot be used, and says why', () => {
  const disabled = { state: 'disabled', reason: 'Not configured for this environment' }
  expect(control(['verification.decide', off])).toEqual(disabled)
  expect(control(['verification.decide', off], 'reject')).toEqual({ state: 'ready' })
  expect(control(['verification.decide'])).toEqual({ state: 'ready' })
})

it('it is still absent where the record is not in a state for it, and denied to people who may not use it', () => {
  expect(control(['verification.decide', off], 'approve', { status: 'ACCEPTED' })).toEqual({ state: 'absent' })
  expect(control([off])).toMatchObject({ state: 'denied' })
})
