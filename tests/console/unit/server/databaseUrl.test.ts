import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../../../../server/config/loadConfig.ts'
import { backOffice } from '../../../../services/console.ts'
import { complaint, environmentOf } from './environment.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-config-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const uat = () => environmentOf(folder)

describe('the address of a database', () => {
  it.each([
    ['postgresql://app:hunter2@db/console', false],
    ['postgresql://app:hunter2@db/console?sslmode=prefer', false],
    ['postgresql://app:hunter2@db/console?sslmode=no-verify', false],
    ['postgresql://app:hunter2@127.0.0.1/console?host=db', false],
    ['postgresql://app:hunter2@db/console?sslmode=verify-full', true],
    ['postgresql://app:hunter2@127.0.0.1/console', true],
    ['postgresql:///console?host=/var/run/postgresql', true],
  ])('asks outside development for a connection to %s that no one else reads: %s', (DATABASE_URL, isPrivate) => {
    const env = { ...uat(), DATABASE_URL }
    if (isPrivate) expect(loadConfig(env, backOffice).config.databaseUrl).toBe(DATABASE_URL)
    else expect(complaint(env)).toMatch(/^DATABASE_URL is not encrypted: add \?sslmode=verify-full/)
    expect(loadConfig({ ...env, ENVIRONMENT: 'dev' }, backOffice).config.databaseUrl).toBe(DATABASE_URL)
  })

  it('warns outside development of a database whose gateway owns the audit trail', () => {
    const shared = {
      ...uat(),
      AUDIT_SINK: `${folder}-beside`,
      DATABASE_URL: 'postgresql://app@db/console?sslmode=verify-full',
    }
    expect(loadConfig(shared, backOffice).warnings).toEqual([expect.stringMatching(/^DATABASE_OWNER_URL is not set/)])
    const owned = { ...shared, DATABASE_OWNER_URL: 'postgresql://owner@db/console?sslmode=verify-full' }
    expect(loadConfig(owned, backOffice)).toMatchObject({
      databaseOwnerUrl: 'postgresql://owner@db/console?sslmode=verify-full',
      warnings: [],
    })
    expect(complaint({ ...owned, DATABASE_URL: '' })).toBe('DATABASE_URL is missing: DATABASE_OWNER_URL is set')
    expect(complaint({ ...owned, DATABASE_OWNER_URL: 'mysql://root:hunter2@db' })).toMatch(
      /^DATABASE_OWNER_URL is not the address of a PostgreSQL/,
    )
  })
})
