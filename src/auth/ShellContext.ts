import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ConsoleAuthProvider } from './createAuthProvider.ts'
import type { SessionManager } from './createSessionManager.ts'
import type { ConsoleConfig, Session, SessionState } from './session.ts'

/** The services that every part of the shell may use. */
export interface Shell {
  readonly config: ConsoleConfig
  readonly sessionManager: SessionManager
  readonly authProvider: ConsoleAuthProvider
}

export const ShellContext = createContext<Shell | null>(null)

/** Returns the shell's services. Throws outside the shell. */
export const useShell = (): Shell => {
  const shell = useContext(ShellContext)
  if (shell === null) throw new Error('useShell needs a ShellContext above it: render inside <App>')
  return shell
}

/** Returns the session's state, and renders again when it changes. */
export const useSessionState = (): SessionState => {
  const { sessionManager } = useShell()
  return useSyncExternalStore(sessionManager.subscribe, sessionManager.state)
}

/** The session of the person who is signed in, or null. */
export const useSession = (): Session | null => {
  const state = useSessionState()
  return state.status === 'active' ? state.session : null
}
