import { execFile as execFileWithCallback } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Root of the project: the folder of package.json. */
export const projectRoot = join(import.meta.dirname, '..')

/** The sources and the target of the build of a console. Paths are relative to the project's root. */
export interface ConsoleBuild {
  readonly config: string
  /** Folders of the console's own sources. */
  readonly folders: readonly string[]
  readonly outDir: string
}

const FRAMEWORK_FOLDERS = ['language', 'dataProvider', 'src']
const FRAMEWORK_FILES = ['index.html', 'package.json', 'package-lock.json']
const COMPRESSIBLE = /\.(?:js|css|svg|html|json|woff2?)$/
const ALREADY_COMPRESSED = /\.woff2?$/

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function sourceFiles({ config, folders, outDir }: ConsoleBuild): Promise<readonly string[]> {
  const below = await Promise.all(
    [...FRAMEWORK_FOLDERS, ...folders].map((folder) => filesBelow(join(projectRoot, folder))),
  )
  const sources = below.flat().filter((file) => !file.startsWith(join(projectRoot, outDir) + sep))
  return [...[...FRAMEWORK_FILES, config].map((file) => join(projectRoot, file)), ...sources].toSorted()
}

async function digestOfSources(build: ConsoleBuild): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await sourceFiles(build)) {
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

/** Writes `.br` and `.gz` next to every built asset, so that serving needs no compression. */
async function precompress(dir: string): Promise<void> {
  const assets = (await filesBelow(join(dir, 'assets'))).filter(
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
 * Runs the build tool in its own process, because it reads the kind of build from NODE_ENV. Rejects with the tool's
 * output.
 */
async function runBuild({ config, outDir }: ConsoleBuild): Promise<void> {
  const tool = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js')
  const options = { cwd: projectRoot, env: { ...process.env, NODE_ENV: 'production' } }
  await execFile(
    process.execPath,
    [tool, 'build', '--config', config, '--outDir', outDir, '--logLevel', 'warn'],
    options,
  )
}

/**
 * Builds the console when it is missing or older than its sources, and returns its folder. Later starts only compare
 * digests.
 */
export async function buildConsole(build: ConsoleBuild): Promise<{ readonly dir: string; readonly built: boolean }> {
  const dir = join(projectRoot, build.outDir)
  const stamp = join(dir, '.sources')
  const digest = await digestOfSources(build)
  const known = await readFile(stamp, 'utf8').catch(() => undefined)
  if (known === digest) return { dir, built: false }
  await runBuild(build)
  await precompress(dir)
  await writeFile(stamp, digest)
  return { dir, built: true }
}
