import type { CallGateway } from './auth/callGateway.ts'
import type { ConsoleConfig } from './auth/types.ts'

const webAddress = (value: unknown): string | null =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : null

/** Reads `GET /auth/config`. Rejects when the gateway does not answer with one. */
export const loadConfig = async (call: CallGateway): Promise<ConsoleConfig> => {
  const { status, body } = await call('GET', '/auth/config')
  const { productName, environment, loginMode } = body as Readonly<Record<string, unknown>>
  if (status !== 200 || typeof productName !== 'string' || typeof environment !== 'string') {
    throw new Error(`GET /auth/config answered ${status} without productName and environment`)
  }
  return {
    productName,
    environment,
    loginMode: loginMode === 'redirect' ? 'redirect' : 'form',
    forgotPasswordUrl: webAddress(body['forgotPasswordUrl']),
  }
}
