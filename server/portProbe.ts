import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartError } from './settings.ts'

const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already taken: stop what listens there, or set PORT to another one',
  EACCES: 'may not be used by this user: set PORT to one above 1023',
  EADDRNOTAVAIL: 'is not an address of this machine: set HOST to one that is',
}

/**
 * Fails early and in one sentence when the console could not listen there: before anything is built or started. Port 0
 * asks for any free port and is always fine.
 */
export async function assertCanListen(host: string, port: number): Promise<void> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    const remedy = remedies[(error as NodeJS.ErrnoException).code ?? '']
    throw remedy === undefined ? error : new StartError([`Port ${port} on ${host} ${remedy}`])
  }
  server.close()
  await once(server, 'close')
}
