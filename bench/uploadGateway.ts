import type { AddressInfo } from 'node:net'
import { signedIn, startGateway } from '../tests/console/gateway/gatewayUnderTest.ts'

/**
 * A gateway in a process of its own, so that its memory is nobody else's. It tells its parent where it listens and the
 * cookies of as many people as its second argument says, then its memory's peak so far each time it is asked.
 */

const [, , upstream = '', people = '1'] = process.argv

const gateway = await startGateway({
  logger: false,
  settings: { services: { main: `${upstream}/main`, admin: `${upstream}/admin`, trade: `${upstream}/trade` } },
})
await gateway.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = gateway.app.server.address() as AddressInfo
const cookies: string[] = []
for (let userId = 1; userId <= Number(people); userId += 1) cookies.push(await signedIn(gateway, 'admin', { userId }))

// Looked at by hand: the peak that the system tells of a process begins with its parent's.
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
