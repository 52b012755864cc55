import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const HEADLESS = 'chromium-headless-shell'
/** The browser without windows comes first: it draws the same pages in a fifth less time. */
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const EXPLANATION = `No Chromium for the browser tests: set CHROMIUM to its path, or install it (Debian: apt-get install ${HEADLESS})`

function onPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

const isRootOnDebian = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

function installWithApt(): string | undefined {
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  spawnSync('apt-get', ['update', '-qq'], options)
  for (const name of [HEADLESS, 'chromium']) {
    if (onPath() === undefined) spawnSync('apt-get', ['install', '-y', '-qq', name], options)
  }
  return onPath()
}

async function installWithPlaywright(): Promise<string | undefined> {
  const cli = join(import.meta.dirname, '..', '..', 'node_modules', 'playwright-core', 'cli.js')
  execFileSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' })
  const { chromium } = await import('playwright-core')
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

/**
 * Path of a Chromium: the one CHROMIUM names, else one on PATH, else one installed now (by apt as root on Debian, by
 * playwright-core's installer elsewhere). Throws a sentence that says what to do.
 */
export async function findChromium(): Promise<string> {
  const named = process.env['CHROMIUM']
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM names '${named}', which does not exist. ${EXPLANATION}`)
  }
  const found = onPath() ?? (isRootOnDebian() ? installWithApt() : await installWithPlaywright().catch(() => undefined))
  if (found === undefined) throw new Error(EXPLANATION)
  return found
}
