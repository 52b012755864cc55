import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { errorCode, StartError } from './config/settings.ts'

const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already taken: stop what listens there, or set PORT to another one',
  EACCES: 'may not be used by this user: set PORT to one above 1023',
  EADDRNOTAVAIL: 'is not an address of this machine: set HOST to one that is',
}

/** Listens, or fails with one sentence for the person who starts the console. Port 0 is any free port. */
async function listen(server: Server, host: string, port: number): Promise<void> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    const remedy = remedies[errorCode(error)]
    throw remedy === undefined ? error : new StartError([`Port ${port} on ${host} ${remedy}`])
  }
}

/** Fails when the console could not listen there, before anything is built or started. */
export async function assertCanListen(host: string, port: number): Promise<void> {
  const server = createServer()
  await listen(server, host, port)
  server.close()
  await once(server, 'close')
}

/** Where a part of the console listens in development: on this machine, behind the console's own port. */
export const behindPort = { host: '127.0.0.1', port: 0 } as const

export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The console's port in development. It stays open while what answers behind it is replaced. */
export interface HeldPort {
  /** Passes connections on to this port, those that wait first. */
  passTo(port: number): void
  /** Lets connections wait. */
  hold(): void
  /** Refuses connections, because nothing is going to answer. */
  refuse(): void
  close(): Promise<void>
}

/** Opens the console's port. Its connections wait until something answers. */
export async function holdPort(host: string, port: number): Promise<HeldPort> {
  const open = new Set<Socket>()
  const waiting = new Set<Socket>()
  let target: number | 'none' | undefined

  const pass = (socket: Socket): void => {
    if (socket.destroyed) return
    if (target === 'none') return void socket.destroy()
    if (target === undefined) return void waiting.add(socket)
    const inner = connect({ host: behindPort.host, port: target, allowHalfOpen: true })
    const onEarly = (): void => {
      // What listened there has ended without a word; the next one takes the connection.
      inner.destroy()
      setTimeout(pass, 50, socket)
    }
    inner.once('error', onEarly)
    inner.once('connect', () => {
      inner.off('error', onEarly)
      for (const [one, other] of [
        [socket, inner],
        [inner, socket],
      ] as const)
        one
          .pipe(other)
          .on('error', () => one.destroy())
          .on('close', () => one.destroy())
    })
  }
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    open.add(socket.once('close', () => open.delete(socket)))
    socket.once('close', () => waiting.delete(socket)).on('error', () => socket.destroy())
    pass(socket)
  })
  await listen(server, host, port)

  const turn = (to: typeof target): void => {
    target = to
    const passed = [...waiting]
    waiting.clear()
    passed.forEach(pass)
  }
  return {
    passTo: turn,
    hold: () => turn(undefined),
    refuse: () => turn('none'),
    close: async () => {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}
