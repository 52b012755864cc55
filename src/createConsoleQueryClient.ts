import { QueryClient } from '@tanstack/react-query'

/**
 * The cache of what has been read. The gateway repeats failed reads itself, so the browser does not; offline, calls
 * fail at once instead of waiting and being sent unasked on reconnection.
 */
export const createConsoleQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnReconnect: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
