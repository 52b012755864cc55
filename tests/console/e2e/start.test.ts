import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import packageFile from '../../../package.json' with { type: 'json' }
import { freePort } from '../../support/freePort.ts'

const entry = join(import.meta.dirname, '..', '..', '..', 'services', 'start.ts')
const inherited = ['PATH', 'HOME', 'TMPDIR'].map((name) => [name, process.env[name]] as const)

let folder: string
const started: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-start-'))
})
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

/** `npm start` without npm: the process, and everything it has printed so far. */
function start(env: Readonly<Record<string, string>>, command = [process.execPath, entry]) {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    env: {
      ...Object.fromEntries(inherited),
      EMBEDDED_ACCOUNTS: '50',
      EMBEDDED_TRADES: '500',
      DATA_DIR: folder,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const printed = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (printed.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (printed.err += chunk.toString()))
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  return {
    child,
    printed,
    exit,
    greeted: () => expect.poll(() => printed.out, { timeout: 20_000 }).toContain('Password'),
  }
}

const refuses = (port: number): Promise<void> =>
  expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => 'up',
        () => 'down',
      ),
    )
    .toBe('down')

describe('npm start', () => {
  it('says where it answers and who may sign in, stops cleanly on a signal, and when npm ends without a word', async () => {
    const port = await freePort()
    const first = start({ PORT: String(port) })
    await first.greeted()
    expect(first.printed.out).toContain(`Countersign ${packageFile.version} (dev) answers at http://localhost:${port}`)
    expect(first.printed.out).toContain('admin@countersign.test')
    const ready = (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()) as unknown
    expect(ready).toMatchObject({ status: 'ready', services: { main: 'up', admin: 'up' } })
    first.child.kill('SIGINT')
    expect(await first.exit).toBe(0)
    await refuses(port)
    // Its embedded services have let go of the folder, so the next one can have it. npm starts it in a shell.
    const shell = ['sh', '-c', `"${process.execPath}" "${entry}"; true`]
    const next = start({ PORT: String(port), npm_lifecycle_event: 'start' }, shell)
    await next.greeted()
    next.child.kill('SIGKILL')
    await refuses(port)
  })

  it('ends with one sentence when the port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { printed, exit } = start({ PORT: String(port) })
    expect(await exit).toBe(1)
    expect(printed.err).toContain(`Port ${port} on 127.0.0.1 is already taken`)
    expect(printed.err).not.toContain('    at ')
    server.close()
  })
})
