import { execFile as execFileWithCallback } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Root of the project: the folder of package.json. */
export const projectRoot = join(import.meta.dirname, '..')

const OUT_DIR = join(projectRoot, 'dist')
const STAMP = join(OUT_DIR, '.sources')
const SOURCE_FOLDERS = ['language', 'dataProvider', 'src', 'schemas', 'resources']
const SOURCE_FILES = ['index.html', 'vite.config.ts', 'package-lock.json']
const COMPRESSIBLE = /\.(?:js|css|svg|html|json|woff2?)$/
const ALREADY_COMPRESSED = /\.woff2?$/

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function sourceFiles(): Promise<readonly string[]> {
  const below = await Promise.all(SOURCE_FOLDERS.map((folder) => filesBelow(join(projectRoot, folder))))
  return [...SOURCE_FILES.map((file) => join(projectRoot, file)), ...below.flat()].toSorted()
}

/** A digest of everything the built console is made from. */
async function digestOfSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await sourceFiles()) {
    hash
      .update(relative(projectRoot, file).split(sep).join('/'))
      .update('\0')
      .update(await readFile(file))
  }
  return hash.digest('hex')
}

const execFile = promisify(execFileWithCallback)
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Writes `.br` and `.gz` beside every built asset, once, so that serving costs no compression. */
async function precompress(): Promise<void> {
  const assets = (await filesBelow(join(OUT_DIR, 'assets'))).filter(
    (file) => COMPRESSIBLE.test(file) && !ALREADY_COMPRESSED.test(file),
  )
  await Promise.all(
    assets.map(async (file) => {
      const content = await readFile(file)
      const [small, compatible] = await Promise.all([
        brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
        gzipped(content, { level: 9 }),
      ])
      await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, compatible)])
    }),
  )
}

/**
 * Runs the build tool in a process of its own: it takes the kind of build from NODE_ENV, which is this process's and may
 * say something else. Rejects with what the tool printed.
 */
async function runBuild(): Promise<void> {
  const tool = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js')
  const options = { cwd: projectRoot, env: { ...process.env, NODE_ENV: 'production' } }
  await execFile(process.execPath, [tool, 'build', '--logLevel', 'warn'], options)
}

/**
 * Builds the console into `dist` when it is missing or older than its sources, and answers where it is. Later
 * starts only compare digests.
 */
export async function buildConsole(): Promise<{ readonly dir: string; readonly built: boolean }> {
  const digest = await digestOfSources()
  const known = await readFile(STAMP, 'utf8').catch(() => undefined)
  if (known === digest) return { dir: OUT_DIR, built: false }
  await runBuild()
  await precompress()
  await writeFile(STAMP, digest)
  return { dir: OUT_DIR, built: true }
}
