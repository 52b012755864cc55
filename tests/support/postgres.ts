import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { accessSync, chownSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const ADDRESS = 'COUNTERSIGN_TEST_POSTGRES'
const START_MS = 30_000
const PG_CONFIG = 'pg_config'
/** Where a commit is on the disk: the folder for temporary files may be in memory. */
const DISK = '/var/tmp'

/** The account PostgreSQL runs under: the server refuses to be root. */
interface Account {
  uid?: number
  gid?: number
}

/** A server for tests: `address` is a socket directory, reachable without a password. */
interface Server {
  address: string
  stop: () => Promise<void>
}

/** The folder of initdb and postgres, or why there is none. */
function findPrograms(): { folder: string } | { missing: string } {
  try {
    const folder = execFileSync(PG_CONFIG, ['--bindir'], { encoding: 'utf8', stdio: 'pipe' }).trim()
    for (const program of ['initdb', 'postgres']) accessSync(join(folder, program))
    return { folder }
  } catch (error) {
    return { missing: `PostgreSQL is not installed: ${error instanceof Error ? error.message.split('\n', 1)[0] : ''}` }
  }
}

function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return {}
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (!account) throw new Error('PostgreSQL needs an account other than root: postgres or nobody')
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

/**
 * Runs the server under a shell that waits for the end of its input and then stops the server and removes the folder:
 * nothing is left behind however this process ends.
 */
function spawnServer(programs: string, folder: string, account: Account, isDurable: boolean): ChildProcess {
  const script = `
    "$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=${isDurable ? 'on' : 'off'} -c max_connections=200 >"$2/log" 2>&1 </dev/null &
    cat >/dev/null; kill -INT $!; wait $!; rm -rf "$2"`
  return spawn('sh', ['-c', script, 'sh', programs, folder], {
    ...account,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}

async function untilReady(folder: string): Promise<void> {
  const deadline = Date.now() + START_MS
  for (;;) {
    const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      const log = join(folder, 'log')
      const detail = existsSync(log) ? readFileSync(log, 'utf8') : ''
      if (Date.now() > deadline) throw new Error(`PostgreSQL did not start: ${detail}`, { cause: error })
      await delay(50)
    }
  }
}

async function startServer(programs: string, isDurable: boolean): Promise<Server> {
  const account = unprivilegedAccount()
  const folder = mkdtempSync(join(isDurable ? DISK : tmpdir(), 'countersign-pg-'))
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid)
  const options = [
    '-D',
    join(folder, 'data'),
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
  ]
  execFileSync(join(programs, 'initdb'), options, { ...account, cwd: folder, stdio: 'pipe' })
  const keeper = spawnServer(programs, folder, account, isDurable)
  const ended = new Promise<void>((resolve) => keeper.once('exit', () => resolve()))
  keeper.unref()
  await untilReady(folder)
  return {
    address: folder,
    stop: () => {
      keeper.ref()
      keeper.stdin?.end()
      return ended
    },
  }
}

/** Vitest's global set-up: one server for the whole run. Without it each test file starts its own. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const programs = findPrograms()
  if ('missing' in programs) return undefined
  const server = await startServer(programs.folder, false)
  process.env[ADDRESS] = server.address
  return server.stop
}

/** The means to make empty databases, or the reason why the tests that need PostgreSQL are skipped. */
export type TestPostgres =
  | { createDatabase: () => Promise<string>; dropDatabase: (databaseUrl: string) => Promise<void> }
  | { missing: string }

/**
 * Finds or starts the throw-away server. `createDatabase` answers the address of a new, empty database; `dropDatabase`
 * removes it: many of them are too much for a folder in memory.
 *
 * @param isDurable starts one of its own, where a commit is on the disk; for measurements
 * @throws Error when PostgreSQL is missing and CI=true: there nothing may be skipped
 */
export async function testPostgres(isDurable = false): Promise<TestPostgres> {
  const programs = findPrograms()
  if ('missing' in programs) {
    if (process.env['CI'] === 'true') throw new Error(programs.missing)
    return programs
  }
  const known = isDurable ? undefined : process.env[ADDRESS]
  const address = known ?? (await startServer(programs.folder, isDurable)).address
  const server = new pg.Pool({ host: address, user: 'postgres', database: 'postgres', allowExitOnIdle: true })
  return {
    createDatabase: async () => {
      const name = `test_${randomUUID().replaceAll('-', '')}`
      // The files of the template are copied as they are: to log each page of it takes four times as long.
      await server.query(`create database ${name} strategy file_copy`)
      return `postgresql://postgres@localhost/${name}?host=${encodeURIComponent(address)}`
    },
    dropDatabase: async (databaseUrl) => {
      await server.query(`drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`)
    },
  }
}
