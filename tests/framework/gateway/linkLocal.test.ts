import type { LookupOptions } from 'node:dns'
import { describe, expect, test } from 'vitest'
import { lookupElsewhere } from '../../../server/config/linkLocal.ts'

type Found = Readonly<{ error: Error | null; address: unknown }>

const lookUp = (host: string, options: LookupOptions = {}): Promise<Found> =>
  new Promise((resolve) => {
    lookupElsewhere(host, options, (error, address) => resolve({ error, address }))
  })

describe('the host name of a service', () => {
  test.each(['169.254.169.254', 'fe80::1', '::ffff:169.254.0.1', 'fd00:ec2::254'])(
    'does not lead to %s, whether one or all of its addresses are asked for',
    async (address) => {
      const message = `${address} leads to a link-local address`
      expect((await lookUp(address)).error).toMatchObject({ message })
      expect((await lookUp(address, { all: true })).error).toMatchObject({ message })
    },
  )

  test.each(['127.0.0.1', '169.253.1.1', '::1', 'fd00:ec2::1'])('leads to %s', async (address) => {
    expect(await lookUp(address)).toMatchObject({ error: null, address })
    expect(await lookUp(address, { all: true })).toMatchObject({ error: null, address: [{ address }] })
  })

  test('fails as any other if there is no such host', async () => {
    expect((await lookUp('no-such-host.invalid')).error).toMatchObject({ syscall: 'getaddrinfo' })
  })
})
