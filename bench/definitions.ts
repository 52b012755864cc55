import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** `npm run bench:types`: how much longer the types of 50 definitions are checked than those of a project without any. */

const COUNT = 50
const ROUNDS = 3
const BUDGET_S = 3

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

/** A project of the language and this many copies of a definition of the cookbook. */
async function projectOf(count: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'definitions-'))
  const schemas = join(folder, 'examples', 'cookbook')
  await mkdir(schemas, { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  await cp(join(root, 'language'), join(folder, 'language'), { recursive: true })
  await cp(join(root, 'examples', 'cookbook', 'console.ts'), join(schemas, 'console.ts'))
  const text = await readFile(join(root, 'examples', 'cookbook', 'advisors.ts'), 'utf8')
  for (let index = 1; index <= count; index += 1)
    await writeFile(join(schemas, `advisors${index}.ts`), text.replaceAll(/\badvisors\b(?!\.)/g, `advisors${index}`))
  const tsconfig = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8')) as object
  const own = { ...tsconfig, include: ['language', 'examples'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(own))
  return folder
}

/** The shortest of several checks, in seconds. */
async function secondsFor(folder: string): Promise<number> {
  const seconds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now()
    await run(join(root, 'node_modules', '.bin', 'tsc'), ['--noEmit', '-p', folder])
    seconds.push((performance.now() - started) / 1000)
  }
  return Math.min(...seconds)
}

const [empty, full] = await Promise.all([projectOf(0), projectOf(COUNT)])
try {
  const [without, with50] = [await secondsFor(empty), await secondsFor(full)]
  const more = with50 - without
  console.log(
    `types without definitions ${without.toFixed(2)} s, with ${COUNT} ${with50.toFixed(2)} s: ` +
      `${more.toFixed(2)} s more (at most ${BUDGET_S})`,
  )
  process.exitCode = more <= BUDGET_S ? 0 : 1
} finally {
  await Promise.all([empty, full].map((folder) => rm(folder, { recursive: true, force: true })))
}
