import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './support/chromium.ts'

/** `npm test`: types, lint, then every kind of test; stops at the first kind of failure and says which it was. */

interface Summary {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly success: boolean
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env, shell: process.platform === 'win32' })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

async function check(name: string, command: string, ...args: readonly string[]): Promise<void> {
  const started = performance.now()
  const code = await run(command, args)
  if (code !== 0) throw new Error(`${name} failed`)
  console.log(`${name}: fine (${((performance.now() - started) / 1000).toFixed(1)} s)`)
}

async function runTests(selection: readonly string[]): Promise<Summary> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-tests-'))
  const report = join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    await run('vitest', ['run', ...reporters, ...selection], { ...process.env, CHROMIUM: await findChromium() })
    return JSON.parse(await readFile(report, 'utf8')) as Summary
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

try {
  await check('Types', 'tsc', '--noEmit')
  await check('Lint', 'oxlint', '--type-aware')
  await check('Unused code', 'knip')
  await check('Format', 'prettier', '--check', '--log-level', 'warn', '.')
  await check('Definitions', process.execPath, 'services/start.ts', 'check')
  const { numPassedTests, numFailedTests, numPendingTests, success } = await runTests(process.argv.slice(2))
  console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`)
  process.exitCode = success && numPassedTests > 0 ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
