import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { ConsoleServer } from './console.ts'
import { projectRoot } from './consoleBuild.ts'
import { type DevProblem, loadProblems } from './devProblem.ts'

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

/**
 * Runs the gateway in a process of its own. After a change the definitions are checked in another process: without
 * problems the gateway is replaced, else the old one goes on and shows the problems over the page.
 *
 * @returns the function that stops the gateway
 */
export function develop<S>({ schemas }: ConsoleServer<S>): () => Promise<void> {
  let gateway: ChildProcess | undefined
  let isReplacing = false
  let isChanged = false
  let isExamining = false

  const stop = async (): Promise<void> => {
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
      if (!isReplacing && code !== 0) console.error('The gateway has ended. It starts again when a file changes.')
    })
  }
  const replace = async (): Promise<void> => {
    isReplacing = true
    await stop()
    isReplacing = false
    run()
  }
  const report = (problems: readonly DevProblem[]): void => {
    for (const { code, place, message } of problems) console.error(`${place} ${code}: ${message}`)
    if (gateway !== undefined) console.error('The gateway goes on with the last definitions without problems.')
    gateway?.send({ type: 'problems', problems })
  }
  const look = async (): Promise<void> => {
    isChanged = true
    if (isExamining) return
    isExamining = true
    while (isChanged) {
      isChanged = false
      const problems = await examine(schemas)
      if (problems.length > 0) report(problems)
      else if (!isChanged) await replace()
    }
    isExamining = false
  }

  run()
  onChange(schemas, () => void look())
  return stop
}
