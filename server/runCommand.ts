import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import type { ConsoleServer, ConsoleStart } from './console.ts'
import type { Examined, Listening } from './develop.ts'
import type { DevProblem } from './devProblem.ts'
import type { RunningConsole } from './runConsole.ts'
import { StartError } from './config/settings.ts'
import { StoreError } from './store/tables.ts'

/** Read at once: the parent may end while the console starts. */
const parent = process.ppid

/**
 * npm does not pass a signal on to the process of its script, so a console started by npm notices by itself that its
 * parent has ended.
 */
function onceParentEnds(then: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    then()
  }, 250)
  timer.unref()
}

const explain = (error: unknown): string => {
  if (error instanceof StartError || error instanceof StoreError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** The supervisor of development has found problems in changed definitions. */
const isReport = (message: unknown): message is { readonly problems: readonly DevProblem[] } =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'problems'

/** Shows in development what is wrong with definitions although the gateway runs with them. */
async function reportAtStart<S>(server: ConsoleServer<S>, schemas: string, running: RunningConsole): Promise<void> {
  const { problemsOf } = await import('./devProblem.ts')
  const problems = problemsOf(server, schemas)
  for (const { code, place, message } of problems) console.error(`${place} ${code}: ${message}`)
  running.report(problems)
}

async function serve<S>(server: ConsoleServer<S>, schemas?: string): Promise<void> {
  const { runConsole } = await import('./runConsole.ts')
  const running = await runConsole({
    server,
    env: process.env,
    ...(schemas === undefined ? {} : { schemas, isBehindPort: true }),
  })
  console.log(running.greeting)
  if (schemas !== undefined) {
    process.send?.({ type: 'listening', port: running.port } satisfies Listening)
    await reportAtStart(server, schemas, running)
  }
  const stop = (code: number): void => {
    process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM')
    running.stop().then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(explain(error))
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => stop(0)).on('SIGTERM', () => stop(0))
  onceParentEnds(() => stop(0))
  process.on('message', (message) => {
    if (isReport(message)) running.report(message.problems)
  })
  running.onFailure((message) => {
    console.error(message)
    stop(1)
  })
}

async function build<S>(server: ConsoleServer<S>): Promise<void> {
  const [{ buildConsole }, { assertModel }] = await Promise.all([
    import('./consoleBuild.ts'),
    import('./runConsole.ts'),
  ])
  assertModel(server)
  const { dir, built } = await buildConsole(server.build)
  console.log(built ? `The console is built in ${dir}` : `The console in ${dir} is up to date`)
}

/** Lists what authors can write in the language, and how often this console does. */
async function listKeys<S>({ authored }: ConsoleServer<S>): Promise<void> {
  const { languageKeys } = await import('./languageKeys.ts')
  const keys = [...languageKeys([authored])].toSorted(([one], [other]) => one.localeCompare(other, 'en'))
  for (const [key, uses] of keys) console.log(`${String(uses).padStart(5)}  ${key}`)
  console.log(`${keys.length} keys`)
}

async function check<S>(server: ConsoleServer<S>, schemas: string): Promise<void> {
  if (process.argv.includes('--keys')) await listKeys(server)
  const { problemLine, writtenProblems } = await import('./writtenProblems.ts')
  const problems = writtenProblems(server, schemas)
  if (problems.length === 0) console.log(`${server.model.definitions.length} definitions, no problem`)
  for (const problem of problems) console.error(problemLine(problem))
  process.exitCode = problems.some(({ severity }) => severity === 'error') ? 1 : 0
}

async function writeDocs<S>({ model }: ConsoleServer<S>, schemas: string): Promise<void> {
  const [{ generatedDocs }, { projectRoot }] = await Promise.all([import('./docs.ts'), import('./consoleBuild.ts')])
  for (const [path, text] of Object.entries(await generatedDocs(model, schemas))) {
    const file = join(projectRoot, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    console.log(`${path} is written`)
  }
}

/** Writes the OpenAPI document of the gateway. It is made from the definitions whenever it is needed, so none is kept. */
async function writeOpenApi<S>({ model, routes }: ConsoleServer<S>): Promise<void> {
  const { openApiDocument } = await import('./openApi/openApiDocument.ts')
  const path = process.argv[3] ?? 'openapi.json'
  await writeFile(path, `${JSON.stringify(openApiDocument(model, routes), null, 2)}\n`)
  console.log(`The OpenAPI document of the gateway is in ${path}`)
}

/** Asks for a secret on the terminal, without showing what is typed. */
async function askSecret(question: string): Promise<string> {
  const [{ createInterface }, { Writable }] = await Promise.all([
    import('node:readline/promises'),
    import('node:stream'),
  ])
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  const ended = new Promise<never>((_resolve, reject) => {
    terminal.once('close', () => reject(new StartError(['nothing was typed: give the staff token in STAFF_TOKEN'])))
  })
  try {
    return (await Promise.race([terminal.question(''), ended])).trim()
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

/** Records answers of an upstream: `fixtures:record -- orders --env uat`, with the staff token in STAFF_TOKEN or typed. */
async function record<S>({ model, recorded }: ConsoleServer<S>): Promise<void> {
  const [{ recordFixtures }, { projectRoot }] = await Promise.all([
    import('./fixtures/recordFixtures.ts'),
    import('./consoleBuild.ts'),
  ])
  const { positionals, values } = parseArgs({
    args: process.argv.slice(3),
    options: { env: { type: 'string' }, seed: { type: 'string' } },
    allowPositionals: true,
  })
  const { env } = process
  const lines = await recordFixtures({
    model,
    folder: join(projectRoot, recorded),
    resource: positionals[0] ?? '',
    environment: values.env ?? env['ENVIRONMENT'] ?? 'dev',
    env,
    token: async () => env['STAFF_TOKEN'] ?? (await askSecret('Staff token: ')),
    seed: Number(values.seed ?? 1),
  })
  console.log(lines.join('\n'))
}

/** The npm scripts of the console of the project's root that have other names than their commands. */
const scripts: Readonly<Record<string, string>> = { check: 'schemas:check', diff: 'schemas:diff --' }

/** How a person runs a command of this console. */
function runOf(command: string, schemas: string): string {
  if (schemas === 'schemas') return `npm run ${scripts[command] ?? command}`
  const script = process.env['npm_lifecycle_event']
  const run = script === undefined ? `node ${relative('', process.argv[1] ?? '')}` : `npm run ${script} --`
  return `${run} ${command}`
}

async function addResource<S>({ authored }: ConsoleServer<S>, schemas: string): Promise<void> {
  const [{ newResource }, { projectRoot }] = await Promise.all([
    import('./authoring/newResource.ts'),
    import('./consoleBuild.ts'),
  ])
  const target = { authored, folder: join(projectRoot, schemas) }
  const lines = await newResource(target, process.argv.slice(3), process.env['ENVIRONMENT'] ?? 'dev')
  const next = ['check', 'docs', 'dev'].map((command) => runOf(command, schemas))
  console.log([...lines, '', `Next: ${next.join(', ')}`].join('\n'))
}

async function diff<S>({ model }: ConsoleServer<S>, schemas: string): Promise<void> {
  const ref = process.argv[3]
  if (ref === undefined) throw new StartError([`name what to compare with: ${runOf('diff', schemas)} main`])
  const [{ compareModels, lineOf }, { modelAt }, { projectRoot }] = await Promise.all([
    import('./authoring/compareModels.ts'),
    import('./authoring/modelAt.ts'),
    import('./consoleBuild.ts'),
  ])
  const changes = compareModels(await modelAt(projectRoot, schemas, ref), model)
  for (const change of changes) console.log(lineOf(change))
  const broken = changes.filter(({ level }) => level === 'breaking')
  console.log(`${changes.length} changes since ${ref}, ${broken.length} of them breaking`)
  process.exitCode = broken.length === 0 ? 0 : 1
}

async function dev(schemas: string): Promise<void> {
  const { develop } = await import('./develop.ts')
  const stop = await develop(schemas)
  const end = (): void => void stop().then(() => process.exit(0))
  process.on('SIGINT', end).on('SIGTERM', end)
  onceParentEnds(end)
}

async function answerExamined(problems: readonly DevProblem[]): Promise<void> {
  await new Promise((sent) => process.send?.({ type: 'examined', problems } satisfies Examined, sent))
  process.disconnect()
}

async function examine<S>(server: ConsoleServer<S>, schemas: string): Promise<void> {
  const { problemsOf } = await import('./devProblem.ts')
  await answerExamined(problemsOf(server, schemas))
}

/** Reports what keeps definitions from being loaded: their keys, or an error in their files; not where the language failed over it. */
async function explainLoading(error: unknown, name: string, schemas: string): Promise<never> {
  const { problemLine, problemsOfLoading } = await import('./writtenProblems.ts')
  const [problems, { loadProblems, shownProblems }] = await Promise.all([
    problemsOfLoading(schemas),
    import('./devProblem.ts'),
  ])
  const found = problems.length > 0 ? shownProblems(problems) : loadProblems(explain(error), schemas)
  if (!found.every(({ place }) => place.startsWith(`${schemas}/`))) throw error
  if (name === 'examine') await answerExamined(found)
  else if (problems.length > 0) for (const problem of problems) console.error(problemLine(problem))
  else for (const { place, code, message } of found) console.error(`${place} error ${code}: ${message}`)
  process.exit(1)
}

/**
 * What `npm start`, `build`, `resource:new`, `schemas:check`, `schemas:diff`, `docs`, `openapi` and `fixtures:record` do with a
 * console, by the first argument. `npm run dev` runs `gateway` and `examine` in processes of their own.
 */
const commands = {
  start: (server) => serve(server),
  gateway: serve,
  examine,
  build,
  check,
  new: addResource,
  diff,
  docs: writeDocs,
  openapi: writeOpenApi,
  record,
} as const satisfies Readonly<Record<string, <S>(server: ConsoleServer<S>, schemas: string) => void | Promise<void>>>

const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name)

/**
 * Runs a command of a console and ends the process when it fails. `dev` does not load the definitions: it outlives
 * broken ones.
 *
 * @param name the name of a command, as in package.json
 */
export async function runCommand<S>({ schemas, load }: ConsoleStart<S>, name = 'start'): Promise<void> {
  // What fails outside the definitions ends the process with Node's own message.
  const server = isCommand(name)
    ? await load().catch((error: unknown) => explainLoading(error, name, schemas))
    : undefined
  try {
    if (name === 'dev') return await dev(schemas)
    if (server === undefined || !isCommand(name))
      throw new StartError([`'${name}' is no command: name one of dev, ${Object.keys(commands).join(', ')}`])
    await commands[name](server, schemas)
  } catch (error) {
    console.error(explain(error))
    process.exit(1)
  }
}
