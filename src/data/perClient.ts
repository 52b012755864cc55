import type { QueryClient } from '@tanstack/react-query'

/** State that outlives the pages of a console: one object for each query client, made when it is first asked for. */
export function perClient<State>(create: () => State): (client: QueryClient) => State {
  const all = new WeakMap<QueryClient, State>()
  return (client) => {
    const state = all.get(client) ?? create()
    all.set(client, state)
    return state
  }
}
