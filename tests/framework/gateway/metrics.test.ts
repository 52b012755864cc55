import { afterEach, describe, expect, test } from 'vitest'
import packageFile from '../../../package.json' with { type: 'json' }
import { model } from '../../../examples/library/schemas/index.ts'
import { pageHeaders, startGateway } from './startGateway.ts'

type Options = NonNullable<Parameters<typeof startGateway>[1]>

let gateway: Awaited<ReturnType<typeof startGateway>>
const start = async (options: Options = {}): Promise<void> => {
  gateway = await startGateway(model, options)
}
const read = (headers: Readonly<Record<string, string>> = {}) =>
  gateway.app.inject({ url: '/metrics', headers: { host: '10.0.0.7:8080', ...headers } })

afterEach(() => gateway.close())

describe('the metrics', () => {
  test('say how long each route takes by its pattern, and what answers, without a value of a request', async () => {
    await start()
    const canary = '/console/history?resource=members&id=canary-4107'
    await gateway.app.inject({ url: canary, headers: { host: 'localhost:8080', 'x-countersign': '1' } })
    const headers = { ...pageHeaders, cookie: gateway.cookie, 'x-operation': 'members.list' }
    await gateway.app.inject({ url: '/api/library/canary', headers })
    await gateway.app.inject({ url: '/canary-page', headers: { host: 'localhost:8080' } })
    const response = await read()
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toMatch(/^text\/plain/)
    expect(response.body).toMatch(
      /countersign_request_duration_seconds_count\{method="GET",route="\/console\/history",service="",operation="",status="4xx"\} 1/,
    )
    expect(response.body).toMatch(
      /route="\/api\/:service\/\*",service="library",operation="members.list",status="[45]xx"\} 1/,
    )
    expect(response.body).toContain('countersign_up{part="store"} 1')
    expect(response.body).toContain('countersign_up{part="library"} 1')
    expect(response.body).toMatch(/countersign_resident_memory_bytes \d+/)
    expect(response.body).toMatch(/countersign_event_loop_delay_seconds [\d.]+/)
    expect(response.body).toContain(`countersign_build_info{version="${packageFile.version}"} 1`)
    expect(response.body).not.toContain('canary')
  })

  test('say that a service does not answer', async () => {
    await start()
    await gateway.upstream.close()
    expect((await read()).body).toContain('countersign_up{part="library"} 0')
  })

  test('say that a service accepts connections, but none over TLS as its address wants', async () => {
    await start({ isTls: true })
    const { body } = await read()
    expect(body).toContain('countersign_up{part="library"} 0')
    expect(body).toContain('countersign_up{part="identityProvider"} 1')
  })

  test('want the token where there is one', async () => {
    await start({ metricsToken: 'canary-token' })
    for (const authorization of ['', 'Bearer', 'Bearer canary', 'canary-token', 'Basic canary-token'])
      expect((await read({ authorization })).statusCode, authorization).toBe(404)
    expect((await read({ authorization: 'Bearer canary-token' })).statusCode).toBe(200)
  })

  test('do not exist outside of development without a token', async () => {
    await start({ environment: 'prod', limits: { drainMs: 0 } })
    const response = await read()
    expect(response.body).not.toContain('countersign_up')
    expect(response.headers['content-type'] ?? '').not.toMatch(/^text\/plain/)
  })
})
