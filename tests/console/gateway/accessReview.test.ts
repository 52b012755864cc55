import { afterEach, describe, expect, test, vi } from 'vitest'
import { permissions, roles } from '../../../schemas/shared/permissions.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { bodyOf, HOST, operationOf, PUBLIC_URL, requestFor, signedIn } from './gatewayUnderTest.ts'
import { cookie, gateway, trail, withGateway } from './withGateway.ts'

withGateway({ settings: { accessContact: 'access@countersign.test' } })

afterEach(() => vi.restoreAllMocks())

const get = (url: string, by = cookie) =>
  gateway.app.inject({
    url,
    headers: { host: HOST, 'sec-fetch-site': 'same-origin', 'x-countersign': '1', cookie: by },
  })

const signIn = (userId: number, name: string, role: string) =>
  gateway.store.access.signedIn({
    userId,
    name,
    email: `canary.${userId}@countersign.test`,
    role,
    signedInAt: gateway.clock.now(),
  })

const list = (by: string) => {
  gateway.upstream.script(answering(200, []))
  return gateway.app.inject(requestFor(operationOf('treasury.list'), by))
}

const personOf = async (userId: number) =>
  (await get('/console/access'))
    .json<{ people: { userId: number; permissions: string[]; uses: Record<string, number> }[] }>()
    .people.find((person) => person.userId === userId)

describe('the review of access', () => {
  test('says what each role may, and who has it as of their last sign-in', async () => {
    await signIn(11, 'Vera View', 'viewer')
    await signIn(12, 'Ned New', 'a role nobody knows')
    const review = (await get('/console/access')).json<Record<string, unknown>>()
    expect(review).toMatchObject({ permissions, roles })
    expect((await personOf(11))?.permissions).toEqual(roles.viewer)
    expect((await personOf(12))?.permissions).toEqual(roles['*'])
  })

  test('says when a permission was last used, to within ten minutes, and not for what was refused', async () => {
    await signIn(13, 'Uma Use', 'viewer')
    const by = await signedIn(gateway, 'viewer', { userId: 13, subject: 'subject-13' })
    expect((await personOf(13))?.uses).toEqual({})
    const first = gateway.clock.now()
    await list(by)
    gateway.clock.advance(9 * 60_000)
    await list(by)
    await gateway.app.inject(requestFor(operationOf('treasury.approve'), by))
    expect((await personOf(13))?.uses).toEqual({ 'tickers.read': first })
    gateway.clock.advance(60_000)
    await list(by)
    expect((await personOf(13))?.uses).toEqual({ 'tickers.read': first + 10 * 60_000 })
  })

  test('goes without a use that could not be noted, and the work goes on', async () => {
    const by = await signedIn(gateway, 'viewer', { userId: 14, subject: 'subject-14' })
    vi.spyOn(gateway.store.access, 'used').mockRejectedValue(new Error('disk full'))
    expect((await list(by)).statusCode).toBe(200)
  })

  test('is a file with a line for each permission of each person, on record, and runs no formula', async () => {
    await signIn(15, '=cmd', 'viewer')
    const response = await get('/console/access.csv')
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="access-\d{4}-\d{2}-\d{2}\.csv"$/)
    const lines = response.body.split('\r\n')
    expect(lines[0]).toBe('\uFEFF"Role","Permission","User ID","Name","Email","Last sign-in","Last used"')
    const own = lines.filter((line) => line.includes('canary.15@'))
    expect(own).toHaveLength(roles.viewer.length)
    expect(own[0]).toContain(`"viewer","accounts.read","15","'=cmd","canary.15@countersign.test"`)
    expect((await trail()).at(-1)).toMatchObject({ operation: 'console.exportAccess', actor: { userId: 1 } })
  })

  test.each(['operations', 'reviewer', 'viewer', 'a role no one knows'])('is not %s’s to see', async (role) => {
    const by = await signedIn(gateway, role, { userId: 2, subject: 'subject-2' })
    for (const path of ['/console/access', '/console/access.csv']) {
      const response = await get(path, by)
      expect([response.statusCode, bodyOf(response)]).toMatchObject([
        403,
        { code: 'FORBIDDEN', permission: 'staff.administer', contact: 'access@countersign.test' },
      ])
    }
    expect((await trail()).at(-1)).toMatchObject({ details: { result: 'refused' }, actor: { userId: 2 } })
  })
})

test('a refusal names the permission, and who gives it', async () => {
  const by = await signedIn(gateway, 'viewer', { userId: 2, subject: 'subject-2' })
  const response = await gateway.app.inject(requestFor(operationOf('treasury.approve'), by))
  expect([response.statusCode, bodyOf(response)]).toMatchObject([
    403,
    { code: 'FORBIDDEN', permission: 'tickers.approve', contact: 'access@countersign.test' },
  ])
  expect(bodyOf(await get('/auth/session', by))).toMatchObject({
    mayAdminister: false,
    accessContact: 'access@countersign.test',
  })
  expect(gateway.config.publicUrl).toBe(PUBLIC_URL)
})
