import { headerFlaw } from '../../language/headerName.ts'
import { type Registry, serviceOf } from '../../language/registry.ts'
import type { HeaderCredential } from './config.ts'
import type { Settings } from './settings.ts'

/** The variables with a credential that is sent to a service in its own header. */
interface CredentialVariables {
  /** The variable with the value; `{variable}_FILE` may name a file with it. */
  readonly variable: string
  /** The word for the value in messages. */
  readonly noun: 'token' | 'key' | 'value'
  /** The header's name, or the variable with the name. */
  readonly header: string | { readonly variable: string }
  /** The purpose, where the credential is required. */
  readonly requiredFor: string | undefined
}

const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/
function checkName(settings: Settings, variable: string, name: string): void {
  const flaw = headerFlaw(name)
  if (flaw === 'malformed')
    settings.problems.push(`${variable} is not the name of an HTTP header: write it as x-service-token`)
  if (flaw === 'reserved')
    settings.problems.push(`${variable} is '${name}', which has a meaning of its own: name another header`)
}

/** The header's name; `undefined` where its variable is not set. */
function readName(settings: Settings, { header }: CredentialVariables): string | undefined {
  if (typeof header === 'string') {
    checkName(settings, header, header)
    return header
  }
  const name = settings.text(header.variable)
  if (name !== undefined) checkName(settings, header.variable, name)
  return name
}

/** Reads a credential; null where it is not set. Notes every problem in `settings`. */
export function readHeaderCredential(settings: Settings, variables: CredentialVariables): HeaderCredential | null {
  const { variable, noun, header, requiredFor } = variables
  const name = readName(settings, variables)
  const value = settings.secret(variable)
  const isSet = [variable, `${variable}_FILE`].some((each) => settings.text(each) !== undefined)
  const isPair = typeof header !== 'string'
  if (!isSet && (!isPair || name === undefined)) {
    if (requiredFor !== undefined) settings.missing(variable, requiredFor)
    return null
  }
  if (isPair && (name === undefined || !isSet))
    settings.problems.push(`${variable} and ${header.variable} belong together: set both or neither`)
  if (isSet && value === undefined && !settings.problems.some((problem) => problem.startsWith(`${variable}_FILE`)))
    settings.problems.push(`${variable}_FILE names an empty file: write the ${noun} into it`)
  if (value !== undefined && !HEADER_VALUE.test(value))
    settings.problems.push(`${variable} holds characters that no HTTP header can carry: use printable ASCII`)
  return name === undefined || value === undefined ? null : { header: name, value, variable }
}

/** Reads the headers of every call to a service from the variables that the registry names. Notes every problem in `settings`. */
export function readServiceHeaders(
  settings: Settings,
  registry: Registry,
  service: string,
  isRequired: boolean,
): Readonly<Record<string, string>> {
  const headers = Object.entries(serviceOf(registry, service)?.header ?? {}).flatMap(([header, variable]) => {
    const requiredFor = isRequired ? `the header ${header} of the ${service} service` : undefined
    const read = readHeaderCredential(settings, { variable, noun: 'value', header, requiredFor })
    return read === null ? [] : [[read.header, read.value] as const]
  })
  return Object.fromEntries(headers)
}
