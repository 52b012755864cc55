import { runConsole } from './runConsole.ts'
import { StartError } from './settings.ts'
import { StoreError } from './store/StoreError.ts'

/**
 * npm ends by a signal without passing it on to what its script's shell has started, so a console started by npm has to
 * notice by itself that it has been left alone.
 */
function onceParentEnds(then: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
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

try {
  const running = await runConsole({ env: process.env, isDev: process.argv.includes('--dev') })
  console.log(running.greeting)
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
  running.onFailure((message) => {
    console.error(message)
    stop(1)
  })
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
