import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedProcess } from '../../../server/embeddedProcess.ts'
import { loadConfig } from '../../../server/config/loadConfig.ts'
import { backOffice, embeddedServices } from '../../../services/console.ts'
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

test('alone, prints the variables of a gateway that uses it', async () => {
  const env = { ...process.env, EMBEDDED_ACCOUNTS: '60', EMBEDDED_TRADES: '100', DATA_DIR: await folder(), PUBLIC_URL }
  const child = spawn(process.execPath, ['services/embedded/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const variables: Record<string, string> = {}
  const remarks: string[] = []
  for await (const line of createInterface(child.stdout)) {
    remarks.push(line)
    const [, name, value] = /^([A-Z_]+)=(.+)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) variables[name] = value
    if (line.startsWith('Password of all')) break
  }
  const { config, identity, settings } = loadConfig({ ...variables, DATA_DIR: env.DATA_DIR }, backOffice)
  expect(config.publicUrl).toBe(PUBLIC_URL)
  expect(remarks).toContainEqual(expect.stringContaining('start these services with its PUBLIC_URL'))
  expect(identity?.issuer).toBe(variables['OIDC_ISSUER'])
  expect(settings.serviceToken?.header).toBe('x-service-token')
  expect(Object.keys(config.services).toSorted()).toEqual(['address', 'admin', 'go', 'main', 'profile', 'trade'])
})
