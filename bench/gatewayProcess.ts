import type { AddressInfo } from 'node:net'
import { signedIn, startGateway } from '../tests/console/gateway/gatewayUnderTest.ts'

/**
 * A gateway in its own process, so that its memory is measured alone. It sends its parent its address and the cookies
 * of as many people as its second argument says. Each time the parent asks, it sends its peak memory so far.
 */

const [, , upstream = '', people = '1'] = process.argv

const gateway = await startGateway({
  logger: { level: 'info', stream: { write: () => undefined } },
  settings: { services: { main: `${upstream}/main`, admin: `${upstream}/admin`, trade: `${upstream}/trade` } },
})
await gateway.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = gateway.app.server.address() as AddressInfo
const cookies: string[] = []
for (let userId = 1; userId <= Number(people); userId += 1) cookies.push(await signedIn(gateway, 'admin', { userId }))

// The peak is sampled here, because the system's peak for a process starts with its parent's.
let peak = 0
const look = (): void => {
  peak = Math.max(peak, process.memoryUsage.rss())
}
setInterval(look, 10).unref()
const tellPeak = (): void => {
  look()
  process.send?.({ peakMb: peak / 1_000_000 })
}
process.on('message', tellPeak).once('disconnect', () => {
  gateway.stop().catch((error: unknown) => {
    console.error(error)
    process.exitCode = 1
  })
})
process.send?.({ port, cookies })
