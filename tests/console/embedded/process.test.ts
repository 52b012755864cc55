import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedProcess } from '../../../server/embeddedProcess.ts'
import { embeddedServices } from '../../../services/console.ts'
import { folder, PUBLIC_URL, textLike } from './support.ts'

test('tells the process that started it all addresses and a service token of its own', async () => {
  const { module, env } = embeddedServices
  const embedded = { accounts: 60, trades: 100, seed: 1 }
  const settings = { embedded, serviceToken: null, addressApiKey: null, autoApprovalStaffIds: [] }
  const child = await startEmbeddedProcess(module, {
    ...env(settings),
    DATA_DIR: await folder(),
    PUBLIC_URL,
  })
  onTestFinished(() => child.stop())
  const address = textLike(/^http:\/\/127\.0\.0\.1:\d+$/)
  const { services, credentials } = child.report
  expect(services).toEqual({
    main: address,
    admin: address,
    trade: address,
    profile: address,
    go: address,
    address,
  })
  expect(credentials['service']).toEqual({ header: 'x-service-token', value: textLike(/^[\w-]{43}$/) })
  expect(credentials['address']).toEqual({ header: 'x-api-key', value: textLike(/^[\w-]{43}$/) })
  const refused = await fetch(`${services['trade']}/v1/admin/user/get_details_for_account?account_no=9ZZ10058`)
  expect(refused.status).toBe(401)
})
