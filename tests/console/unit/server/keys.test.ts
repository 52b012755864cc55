import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { readEarlierKeys } from '../../../../server/config/keys.ts'
import { settingsFrom } from '../../../../server/config/settings.ts'

const [one, two] = ['one', 'two'].map((name) => createHash('sha256').update(name).digest('hex'))

const read = (list: string, present = '') => {
  const settings = settingsFrom({ AUDIT_KEY_PREVIOUS: list })
  const keys = readEarlierKeys(settings, present === '' ? undefined : Buffer.from(present, 'hex'))
  return { keys: keys.map((key) => Buffer.from(key).toString('hex')), problems: settings.problems.join() }
}

it('reads the earlier keys of the audit trail in their order, and refuses what is none or the present one', () => {
  expect(read(`${one}, ${two}`)).toEqual({ keys: [one, two], problems: '' })
  expect(read('')).toEqual({ keys: [], problems: '' })
  const broken = read(`${one},hunter2`)
  expect(broken.problems).toMatch(/^AUDIT_KEY_PREVIOUS is not a list of keys/)
  expect(broken.problems).not.toContain('hunter2')
  expect(read(`${one},${two}`, two).problems).toMatch(/^AUDIT_KEY_PREVIOUS has the key of AUDIT_KEY/)
})
