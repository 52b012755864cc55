import type { Script } from '../../support/faultyUpstream.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { model } from '../readersLibrary.ts'
import { startGateway } from './startGateway.ts'
import { ask, type Gateway, trail } from './waitingBooks.ts'

export const MINUTE_MS = 60_000

const person = (id: number) => ({ id, name: 'Ann Poe', card: 'C-1234567', born: '1950-01-02' })

const serving: Script = (request, response, incoming) => {
  const id = /^\/(?:readers|books)\/(\d+)/.exec(request.target)?.[1]
  const list = /^\/(?:readers|books)\?/.test(request.target)
  return answering(200, id === undefined ? (list ? [person(1)] : { count: 1, found: true }) : person(Number(id)))(
    request,
    response,
    incoming,
  )
}

interface Asked {
  readonly cookie?: string
  readonly query?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** A library whose readers are looked at, with a clock that a test moves and low limits. */
export async function startReaders() {
  const clock = { time: 1_800_000_000_000 }
  const started: Gateway = await startGateway(model, {
    now: () => clock.time,
    limits: {
      manyViews: { max: 3, windowMs: 10 * MINUTE_MS },
      manyFiles: { max: 3, windowMs: 10 * MINUTE_MS },
      sessionRate: { max: 1000, windowMs: 1000 },
      exports: { max: 2, windowMs: 24 * 60 * MINUTE_MS },
      prefetches: { max: 2, windowMs: 10 * MINUTE_MS },
    },
  })
  started.upstream.script(serving)
  const own = { cookie: started.cookie }
  /** One reading by an operation; what is personal travels in the body. */
  const read = (operation: string, path: string, { cookie = own.cookie, query, headers }: Asked = {}) =>
    ask(started, cookie, `/api/library/${path}`, {
      method: query === undefined ? 'GET' : 'POST',
      ...(query === undefined ? {} : { body: { query } }),
      headers: { 'x-operation': operation, ...headers },
    })
  const alertsOf = async (operation: string) =>
    (await trail(started)).filter((each) => 'operation' in each && each.operation === operation)
  return {
    ...started,
    get cookie() {
      return own.cookie
    },
    clock,
    read,
    serve: () => started.upstream.script(serving),
    open: (id: number, asked: Asked = {}) => read('readers.getOne', `readers/${id}`, asked),
    views: () => started.store.views.search({ limit: 20 }),
    alerts: () => alertsOf('console.manyViews'),
    fileAlerts: () => alertsOf('console.manyFiles'),
    /** Signs the librarian in again, as after a day. */
    again: async () => {
      own.cookie = await started.signIn({ authTime: clock.time })
    },
  }
}

export type Readers = Awaited<ReturnType<typeof startReaders>>

/** What marks a reading that is not shown yet. */
export const ahead = { headers: { 'x-prefetch': '1' } }
