import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { projectRoot } from './consoleBuild.ts'
import { type DevProblem, loadProblems } from './devProblem.ts'
import { serveProblems } from './problemPage.ts'

/** The commands that the console's own start module is run with, in a process each. */
type DevCommand = 'gateway' | 'examine'

/** The message by which the process of the check answers. */
export interface Examined {
  readonly type: 'examined'
  readonly problems: readonly DevProblem[]
}

const isExamined = (message: unknown): message is Examined =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'examined'

const startModule = (): string => process.argv[1] ?? ''

const start = (command: DevCommand, isQuiet = false): ChildProcess =>
  fork(startModule(), [command], { stdio: ['inherit', 'inherit', isQuiet ? 'pipe' : 'inherit', 'ipc'] })

/** Loads and checks the definitions as they are now, in a process of its own. */
async function examine(schemas: string): Promise<readonly DevProblem[]> {
  const child = start('examine', true)
  let output = ''
  let answer: readonly DevProblem[] | undefined
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.on('message', (message) => {
    if (isExamined(message)) answer = message.problems
  })
  await once(child, 'close')
  return answer ?? loadProblems(output, schemas)
}

/** The code that runs in the gateway. Vite itself watches all that runs in the browser only. */
const watchedFolders = (schemas: string): readonly string[] => {
  const own = relative(projectRoot, dirname(startModule()))
  return ['language', 'dataProvider', 'server', 'src/build', schemas, own].map((folder) => join(projectRoot, folder))
}

/** How long the files rest before they are looked at: editors write several at once. */
const REST_MS = 60

function onChange(schemas: string, listener: () => void): void {
  let timer: NodeJS.Timeout | undefined
  const heard = (_event: string, name: string | null): void => {
    // Node reads no other files than these.
    if (name?.endsWith('.ts') !== true) return
    clearTimeout(timer)
    timer = setTimeout(listener, REST_MS)
  }
  for (const folder of watchedFolders(schemas)) watch(folder, { recursive: true }, heard)
}

/** Where the console answers, as the gateway reads it. */
const address = (): readonly [host: string, port: number] => {
  const { HOST, PORT } = process.env
  return [HOST || '127.0.0.1', Number(PORT || '8080')]
}

/**
 * Runs the gateway in a process of its own. After a change the definitions are checked in another process: without
 * problems the gateway is replaced, else the old one goes on and shows the problems over the page. Where no gateway
 * could start because of them, a page of their own shows them.
 *
 * @param schemas the folder of the definitions, from the project's root
 * @returns the function that stops what runs
 */
export function develop(schemas: string): () => Promise<void> {
  let gateway: ChildProcess | undefined
  let page: Awaited<ReturnType<typeof serveProblems>> | undefined
  let isReplacing = false
  let isChanged = false
  let isExamining = false

  const stop = async (): Promise<void> => {
    await page?.close()
    page = undefined
    if (gateway === undefined) return
    const ended = once(gateway, 'exit')
    gateway.kill('SIGTERM')
    await ended
  }
  const run = (): void => {
    const child = start('gateway')
    gateway = child
    child.once('exit', (code) => {
      gateway = undefined
      if (!isReplacing && code !== 0 && code !== null) void look(false)
    })
  }
  const replace = async (): Promise<void> => {
    isReplacing = true
    await stop()
    isReplacing = false
    run()
  }
  const report = async (problems: readonly DevProblem[]): Promise<void> => {
    for (const { code, place, message } of problems) console.error(`${place} ${code}: ${message}`)
    if (gateway !== undefined) {
      console.error('The gateway goes on with the last definitions without problems.')
      gateway.send({ type: 'problems', problems })
    } else if (page !== undefined) page.report(problems)
    else if (problems.some(({ code }) => code !== 'settings')) {
      const [host, port] = address()
      page = await serveProblems(host, port, problems)
      console.error(`http://localhost:${port} shows them. The console starts by itself as soon as there are none.`)
    }
  }
  /** @param isNew true after a change, and false when the gateway has ended by itself */
  const look = async (isNew: boolean): Promise<void> => {
    isChanged ||= isNew
    if (isExamining) return
    isExamining = true
    do {
      const isStart = isChanged
      isChanged = false
      const problems = await examine(schemas)
      if (problems.length > 0) await report(problems)
      else if (!isStart) console.error('The gateway has ended. It starts again when a file changes.')
      else if (!isChanged) await replace()
    } while (isChanged)
    isExamining = false
  }

  run()
  onChange(schemas, () => void look(true))
  return stop
}
