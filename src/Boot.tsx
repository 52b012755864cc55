import { isValues } from '../language/pointer.ts'
import type { CallGateway } from './auth/callGateway.ts'
import type { ConsoleConfig } from './auth/session.ts'
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { ConsoleAuthProvider } from './auth/createAuthProvider.ts'
import type { SessionManager } from './auth/createSessionManager.ts'
import { PageLoading } from './ui/Skeleton.tsx'
import { Unreachable } from './layout/PlainLayout.tsx'
import { ShellContext } from './auth/ShellContext.ts'

const webAddress = (value: unknown): string | null =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : null

/** Loads `GET /auth/config`. Rejects if the gateway does not answer with a configuration. */
export const loadConfig = async (call: CallGateway): Promise<ConsoleConfig> => {
  const { status, body } = await call('GET', '/auth/config')
  const { productName, environment, loginMode } = isValues(body) ? body : {}
  if (status !== 200 || typeof productName !== 'string' || typeof environment !== 'string') {
    throw new Error(`GET /auth/config answered ${status} without productName and environment`)
  }
  return {
    productName,
    environment,
    loginMode: loginMode === 'redirect' ? 'redirect' : 'form',
    forgotPasswordUrl: webAddress(body['forgotPasswordUrl']),
    changePasswordUrl: webAddress(body['changePasswordUrl']),
  }
}

interface BootProps {
  /** The first answer, requested before the first render. */
  readonly config: Promise<ConsoleConfig>
  readonly call: CallGateway
  readonly sessionManager: SessionManager
  readonly authProvider: ConsoleAuthProvider
  readonly children: ReactNode
}

type ConfigState = ConsoleConfig | 'loading' | 'failed'

const useConfig = (first: Promise<ConsoleConfig>, call: CallGateway): readonly [ConfigState, () => void] => {
  const [config, setConfig] = useState<ConfigState>('loading')
  const take = useCallback((answer: Promise<ConsoleConfig>) => {
    answer.then(setConfig, () => setConfig('failed'))
  }, [])
  useEffect(() => take(first), [first, take])
  return [config, () => take(loadConfig(call))]
}

export const Boot = ({ config: first, call, sessionManager, authProvider, children }: BootProps) => {
  const [config, retry] = useConfig(first, call)
  const shell = useMemo(
    () => (typeof config === 'string' ? null : { config, sessionManager, authProvider }),
    [config, sessionManager, authProvider],
  )
  useEffect(() => {
    if (shell !== null) document.documentElement.dataset['environment'] = shell.config.environment
  }, [shell])
  if (config === 'failed') return <Unreachable onRetry={retry} />
  return shell === null ? <PageLoading /> : <ShellContext value={shell}>{children}</ShellContext>
}
