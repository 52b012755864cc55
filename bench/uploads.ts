import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { UPLOAD_BYTES } from '../language/uploads.ts'
import { forkGateway } from './forkGateway.ts'
import { ASKED_ABOUT, fieldsFor, operationOf, uploadFor } from '../tests/console/gateway/gatewayUnderTest.ts'

/** The gateway's memory with this many uploads at once: its peak before and after them, in megabytes. */
export interface UploadCost {
  readonly atOnce: number
  readonly idleMb: number
  readonly peakMb: number
  /** How many of them reached the service complete. */
  readonly arrived: number
}

const PEOPLE = 10
const operation = operationOf('accounts.uploadDocument')
const owner = {
  account: [{ id: ASKED_ABOUT, account_no: '9ZZ10058', user_id: 910_741 }],
  snaps: [],
  ach: [],
  request: [],
}

/** A service that accepts every document and stores nothing. */
async function startTaker(): Promise<Server> {
  const server = createServer((incoming, response) => {
    const answer = incoming.method === 'POST' ? { result: { record_id: 'snap-9' } } : owner
    incoming.resume().once('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** A twelve-megapixel photograph of the largest allowed size. The padding after its end is never decoded. */
async function largestPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const create = { width: 4000, height: 3000, channels: 3, background: '#808080', noise } as const
  const photo = await sharp({ create }).jpeg({ quality: 95 }).toBuffer()
  return Buffer.concat([photo, Buffer.alloc(UPLOAD_BYTES - photo.length)])
}

function upload(port: number, photo: Buffer, cookie: string): Promise<boolean> {
  const { url, headers, payload } = uploadFor(operation, cookie, {}, [
    ...fieldsFor(operation),
    ['file', photo, 'a.jpg'],
  ])
  return new Promise((resolve, reject) => {
    const sent = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: url,
      headers: { ...headers, 'content-length': String(payload.length) },
    })
    sent.once('error', reject).once('response', (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200))
    })
    sent.end(payload)
  })
}

async function costOf(atOnce: number, photo: Buffer, taker: Server): Promise<UploadCost> {
  const gateway = await forkGateway(`http://127.0.0.1:${portOf(taker)}`, PEOPLE)
  try {
    const idleMb = await gateway.peakMb()
    const sending = Array.from({ length: atOnce }, (_, index) =>
      upload(gateway.port, photo, gateway.cookies[index % PEOPLE] ?? ''),
    )
    const arrived = (await Promise.all(sending)).filter(Boolean).length
    return { atOnce, idleMb, peakMb: await gateway.peakMb(), arrived }
  } finally {
    await gateway.stop()
  }
}

/** Sends this many of the largest photographs at once, each time to a newly started gateway. */
export async function measureUploads(counts: readonly number[]): Promise<readonly UploadCost[]> {
  const photo = await largestPhoto()
  const taker = await startTaker()
  try {
    const costs: UploadCost[] = []
    for (const count of counts) costs.push(await costOf(count, photo, taker))
    return costs
  } finally {
    taker.close()
    taker.closeAllConnections()
  }
}
