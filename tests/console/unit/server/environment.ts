import { createHash } from 'node:crypto'
import { serviceOf } from '../../../../language/registry.ts'
import { loadConfig } from '../../../../server/config/loadConfig.ts'
import { StartError } from '../../../../server/config/settings.ts'
import { backOffice } from '../../../../services/console.ts'

/** A key of 32 bytes. */
export const keyOf = (name: string): string => createHash('sha256').update(name).digest('hex')

const { registry } = backOffice.model

/** The address of each service, and a value for each of its headers. */
const services = Object.fromEntries(
  Object.keys(registry.services).flatMap((service) => [
    [`${service.toUpperCase()}_URL`, `https://${service}.example.test`],
    ...Object.values(serviceOf(registry, service)?.header ?? {}).map((variable) => [variable, `canary-of-${service}`]),
  ]),
) as Readonly<Record<string, string>>

/** A complete environment outside development. */
export const environmentOf = (folder: string): Record<string, string> => ({
  ENVIRONMENT: 'uat',
  DATA_DIR: folder,
  PUBLIC_URL: 'https://console.example.test',
  ...services,
  MAIN_URL: 'https://main.example.test/api/',
  OIDC_ISSUER: 'https://id.example.test',
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: 'secret',
  OKTA_URL: 'https://id.example.test',
  SESSION_KEY: keyOf('session'),
  AUDIT_KEY: keyOf('audit'),
  SERVICE_TOKEN_HEADER: 'X-Service-Token',
  SERVICE_TOKEN: 'canary-service-token',
})

/** What the start complains about; empty when it does not. */
export const complaint = (env: Record<string, string>): string => {
  try {
    loadConfig(env, backOffice)
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
  return ''
}
