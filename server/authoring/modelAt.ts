import { parseOwn } from '../config/ownJson.ts'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { ConsoleModel } from '../../language/registry.ts'
import { StartError } from '../config/settings.ts'

const run = promisify(execFile)
const MAX_BUFFER = 256 * 1024 * 1024

const firstLine = (error: unknown): string => {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  return text.split('\n').find((line) => /error|fatal/i.test(line)) ?? text.split('\n')[0] ?? ''
}

const PRINT = 'import(process.argv[1]).then(({ model }) => process.stdout.write(JSON.stringify(model ?? null)))'

/**
 * The resolved model of a console as of a commit, resolved by the language of that commit: its files are taken
 * into a temporary folder, with the packages of this one.
 *
 * @param schemas the folder of the console's definitions, from the project's root
 */
export async function modelAt(root: string, schemas: string, ref: string): Promise<ConsoleModel> {
  const git = (...args: readonly string[]) => run('git', ['-C', root, ...args])
  const commit = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`).catch(() => {
    throw new StartError([`'${ref}' is no commit: name a branch, a tag or a hash`])
  })
  const folder = await mkdtemp(join(tmpdir(), 'schemas-diff-'))
  const [archive, checkout] = [join(folder, 'files.tar'), join(folder, 'files')]
  try {
    await mkdir(checkout)
    await git('archive', '--format=tar', `--output=${archive}`, commit.stdout.trim())
    await run('tar', ['-xf', archive, '-C', checkout])
    await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'), 'junction')
    const index = pathToFileURL(join(checkout, schemas, 'index.ts')).href
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', PRINT, index], {
      maxBuffer: MAX_BUFFER,
    })
    const model = parseOwn<ConsoleModel | null>(stdout)
    if (model !== null) return model
    throw new StartError([`${ref} has no model in ${schemas}/index.ts: it is too old to be compared`])
  } catch (error) {
    throw error instanceof StartError
      ? error
      : new StartError([`The definitions of ${ref} cannot be read: ${firstLine(error)}`])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
