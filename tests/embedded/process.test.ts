import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedProcess } from '../../server/embeddedProcess.ts'
import { folder, PUBLIC_URL, textLike } from './support.ts'

test('tells the process that started it all addresses and a service token of its own', async () => {
  const child = await startEmbeddedProcess(
    { accounts: 60, trades: 100, seed: 1 },
    { dataDir: await folder(), publicUrl: PUBLIC_URL },
  )
  onTestFinished(() => child.stop())
  const address = textLike(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(child.services).toEqual({
    main: address,
    admin: address,
    trade: address,
    profile: address,
    go: address,
    address,
  })
  expect(child.serviceToken).toEqual({ header: 'x-service-token', value: textLike(/^[\w-]{43}$/) })
  expect(child.addressKey).toEqual({ header: 'x-api-key', value: textLike(/^[\w-]{43}$/) })
  const refused = await fetch(`${child.services.trade}/v1/admin/user/get_details_for_account?account_no=9ZZ10058`)
  expect(refused.status).toBe(401)
})
