import type { UNSAFE_createBrowserHistory, Location } from 'react-router-dom'

type BrowserHistory = ReturnType<typeof UNSAFE_createBrowserHistory>
type Update = Parameters<Parameters<BrowserHistory['listen']>[0]>[0]

/** A change of the address that a guard may stop. */
interface Move {
  readonly currentLocation: Location
  readonly nextLocation: Location
  readonly historyAction: `${Update['action']}`
}

/** A stopped change of the address. `proceed` makes the change after all. */
export interface StoppedMove {
  readonly location: Location
  readonly proceed: () => void
}

/** Stops changes of the address, for example while a form has unsaved content. */
interface Guard {
  readonly blocks: (move: Move) => boolean
  /** `undefined` once another change of the address was made: what was stopped before is over. */
  readonly onStopped: (stopped: StoppedMove | undefined) => void
}

/** A move through the browser's history that is under way and asks no guard. */
interface Travel {
  readonly isReturn: boolean
  readonly arrived: () => void
}

export function createGuardedHistory(history: BrowserHistory) {
  const guards = new Set<Guard>()
  let here = history.location
  let travel: Travel | undefined

  const travelBy = (delta: number, isReturn: boolean) =>
    new Promise<void>((arrived) => {
      travel = { isReturn, arrived }
      history.go(delta)
    })

  const guardAgainst = (nextLocation: Location, historyAction: Move['historyAction']) =>
    [...guards].find(({ blocks }) => blocks({ currentLocation: here, nextLocation, historyAction }))

  /** Back and Forward have changed the address before a guard can stop them, so a stopped one is taken back. */
  const isPopStopped = ({ location, delta }: Update): boolean => {
    const own = travel
    travel = undefined
    own?.arrived()
    if (own !== undefined || delta === null) return own?.isReturn === true
    const guard = guardAgainst(location, 'POP')
    if (guard === undefined) return false
    const returned = travelBy(-delta, true)
    guard.onStopped({ location, proceed: () => void returned.then(() => travelBy(delta, false)) })
    return true
  }

  const guarded =
    (method: 'push' | 'replace'): BrowserHistory['push'] =>
    (to, state: unknown) => {
      const location = { ...history.encodeLocation(to), state, key: '' }
      const proceed = () => history[method](to, state)
      const guard = guardAgainst(location, method === 'push' ? 'PUSH' : 'REPLACE')
      if (guard === undefined) proceed()
      else guard.onStopped({ location, proceed })
    }

  const listen: BrowserHistory['listen'] = (listener) =>
    history.listen((update) => {
      if (update.action === 'POP' && isPopStopped(update)) return
      here = update.location
      for (const { onStopped } of guards) onStopped(undefined)
      listener(update)
    })

  return {
    ...history,
    get action() {
      return history.action
    },
    get location() {
      return history.location
    },
    push: guarded('push'),
    replace: guarded('replace'),
    listen,
    /** Adds a guard. Returns the function that removes it. */
    guard: (guard: Guard): (() => void) => {
      guards.add(guard)
      return () => void guards.delete(guard)
    },
  }
}
