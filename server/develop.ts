import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join, relative } from 'node:path'
import { type FSWatcher, watch } from 'chokidar'
import { projectRoot } from './consoleBuild.ts'
import { type DevProblem, loadProblems } from './devProblem.ts'
import { type HeldPort, holdPort } from './port.ts'
import { serveProblems } from './problemPage.ts'

/** The commands that the console's own start module is run with, in a process each. */
type DevCommand = 'gateway' | 'examine'

/** The message by which the process of the check answers. */
export interface Examined {
  readonly type: 'examined'
  readonly problems: readonly DevProblem[]
}

/** The message of a gateway that answers. */
export interface Listening {
  readonly type: 'listening'
  readonly port: number
}

const isListening = (message: unknown): message is Listening =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'listening'

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

/** Watches the code in the folders, and returns once every change from now on is heard. */
async function onChange(schemas: string, listener: () => void): Promise<FSWatcher> {
  let timer: NodeJS.Timeout | undefined
  const watcher = watch([...watchedFolders(schemas)], {
    ignoreInitial: true,
    // Node reads no other files than these.
    ignored: (path, stats) => stats?.isFile() === true && !path.endsWith('.ts'),
  })
  await once(watcher, 'ready')
  return watcher.on('all', () => {
    clearTimeout(timer)
    timer = setTimeout(listener, REST_MS)
  })
}

/**
 * What answers at the console's port: a gateway in a process of its own, or the page of problems with which no gateway
 * could start. Requests wait while a gateway is replaced.
 *
 * @param onFailure called when the gateway has ended by itself
 */
function createAnswering(held: HeldPort, onFailure: () => void) {
  let gateway: ChildProcess | undefined
  let page: Awaited<ReturnType<typeof serveProblems>> | undefined
  let isReplacing = false

  const end = async (): Promise<void> => {
    held.hold()
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
    child.on('message', (message) => {
      if (isListening(message)) held.passTo(message.port)
    })
    child.once('exit', (code) => {
      gateway = undefined
      held.hold()
      if (!isReplacing && code !== 0 && code !== null) onFailure()
    })
  }
  return {
    run,
    end,
    replace: async (): Promise<void> => {
      isReplacing = true
      await end()
      isReplacing = false
      run()
    },
    report: async (problems: readonly DevProblem[]): Promise<void> => {
      for (const { code, place, message } of problems) console.error(`${place} ${code}: ${message}`)
      if (gateway !== undefined) {
        console.error('The gateway goes on with the last definitions without problems.')
        gateway.send({ type: 'problems', problems })
      } else if (page !== undefined) page.report(problems)
      else if (problems.some(({ code }) => code !== 'settings')) {
        page = await serveProblems(problems)
        held.passTo(page.port)
        console.error('Every page shows them. The console starts by itself as soon as there are none.')
      } else held.refuse()
    },
  }
}

/**
 * Runs the gateway. After a change the definitions are checked in another process: without problems the gateway is
 * replaced, else the old one goes on and shows the problems over the page.
 *
 * @param schemas the folder of the definitions, from the project's root
 * @returns the function that stops what runs
 */
export async function develop(schemas: string): Promise<() => Promise<void>> {
  const { HOST, PORT } = process.env
  // As the gateway reads them.
  const held = await holdPort(HOST || '127.0.0.1', Number(PORT || '8080'))
  let isChanged = false
  let isExamining = false

  /** @param isNew true after a change, and false when the gateway has ended by itself */
  const look = async (isNew: boolean): Promise<void> => {
    isChanged ||= isNew
    if (isExamining) return
    isExamining = true
    do {
      const isStart = isChanged
      isChanged = false
      const problems = await examine(schemas)
      if (problems.length > 0) await answering.report(problems)
      else if (!isStart) {
        held.refuse()
        console.error('The gateway has ended. It starts again when a file changes.')
      } else if (!isChanged) await answering.replace()
    } while (isChanged)
    isExamining = false
  }
  const answering = createAnswering(held, () => void look(false))

  const watcher = await onChange(schemas, () => void look(true))
  answering.run()
  return async () => {
    await watcher.close()
    await answering.end()
    await held.close()
  }
}
