import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { Pool } from 'undici'

/**
 * In its own process, the least that can stand before a service with the gateway's packages: it reads the JSON of a list
 * and sends it on. It knows no session, no definition and no record of who reads. It sends its parent its port.
 */

const [, , upstream = ''] = process.argv
const pool = new Pool(upstream)
const app = Fastify()

app.get('/*', async (request, reply) => {
  const { body } = await pool.request({ method: 'GET', path: request.url })
  return reply.type('application/json').send(JSON.stringify(await body.json()))
})

await app.listen({ host: '127.0.0.1', port: 0 })
process.once('disconnect', () => {
  Promise.all([app.close(), pool.destroy()]).catch((error: unknown) => {
    console.error(error)
    process.exitCode = 1
  })
})
process.send?.({ port: (app.server.address() as AddressInfo).port })
