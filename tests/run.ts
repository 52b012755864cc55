import { spawn, type StdioOptions } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findChromium } from './support/chromium.ts'
import type { Summary } from './support/summary.ts'

/**
 * `npm test`: every kind of test, and next to it types, lint and the other checks that run no code. All of them run to
 * their end whatever fails; the report of the checks follows that of the tests, and the last line counts the tests.
 */

interface CheckResult {
  readonly name: string
  readonly passed: boolean
  readonly seconds: number
  readonly output: string
}

const checks: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['Types', 'tsc', '--noEmit', '--checkers', '1'],
  ['Lint', 'oxlint', '--type-aware'],
  ['Unused code', 'knip'],
  ['Format', 'oxfmt', '--check'],
  ['Definitions', process.execPath, 'services/start.ts', 'check'],
]

/** Runs a command to its end. The output is empty where it goes to the terminal. */
async function run(
  command: string,
  args: readonly string[],
  { stdio, env = process.env }: { readonly stdio: StdioOptions; readonly env?: NodeJS.ProcessEnv },
): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn(command, args, { stdio, env, shell: process.platform === 'win32' })
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
  const outputs = [child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream)))
  const [code, ...parts] = await Promise.all([ended, ...outputs])
  return { code, output: parts.join('') }
}

/**
 * One check after another, each on one processor, so that the tests keep most of the machine. On several, the types of
 * the same files are worked out several times. What a check has in memory it keeps to its end: to look for what it could
 * give back takes a tenth of its time.
 */
async function runChecks(): Promise<readonly CheckResult[]> {
  const env = { ...process.env, GOMAXPROCS: '1', GOGC: '400' }
  const results: CheckResult[] = []
  for (const [name, command, ...args] of checks) {
    const started = performance.now()
    const { code, output } = await run(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    results.push({ name, passed: code === 0, seconds: (performance.now() - started) / 1000, output })
  }
  return results
}

/** The least room that the files of tests need. */
const ROOM_BYTES = 2 * 2 ** 30

/**
 * A folder for the files of tests, in memory where there is room: databases wait for the disk at each change, and what
 * a test proves about them holds without one.
 */
async function folderForFiles(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => null)
  const hasRoom = memory !== null && memory.bavail * memory.bsize > ROOM_BYTES
  const folder = await mkdtemp(join(hasRoom ? '/dev/shm' : tmpdir(), 'countersign-tests-'))
  // PostgreSQL runs under another account than root.
  await chmod(folder, 0o755)
  return folder
}

async function runTests(selection: readonly string[]): Promise<Summary> {
  const folder = await folderForFiles()
  const summary = join(folder, 'summary.json')
  try {
    const reporters = ['--reporter=default', '--reporter=./tests/support/summary.ts']
    const env = {
      ...process.env,
      TMPDIR: folder,
      CHROMIUM: await findChromium(),
      TEST_SUMMARY: summary,
      // The gateways that tests start load the same files.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    }
    await run('vitest', ['run', ...reporters, ...selection], { stdio: 'inherit', env })
    return JSON.parse(await readFile(summary, 'utf8')) as Summary
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function reportCheck({ name, passed, seconds, output }: CheckResult): void {
  if (!passed) console.error(output.trimEnd())
  console.log(`${name}: ${passed ? 'passed' : 'FAILED'} (${seconds.toFixed(1)} s)`)
}

const reasonOf = (error: unknown): unknown => (error instanceof Error ? error.message : error)

const [tests, checked] = await Promise.allSettled([runTests(process.argv.slice(2)), runChecks()])
if (checked.status === 'fulfilled') checked.value.forEach(reportCheck)
else console.error(reasonOf(checked.reason))
if (tests.status === 'rejected') console.error('The tests did not run to their end:', reasonOf(tests.reason))
const nothing: Summary = { passed: 0, failed: 0, skipped: 0, repeated: [], stray: 0, success: false }
const { passed, failed, skipped, repeated, stray, success } = tests.status === 'fulfilled' ? tests.value : nothing
const checksPassed = checked.status === 'fulfilled' && checked.value.every((check) => check.passed)
for (const title of repeated) console.warn(`Passed only when it was repeated: ${title}`)
if (stray > 0) console.error(`FAILED: ${stray} errors that belong to no test`)
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = checksPassed && success && passed > 0 ? 0 : 1
