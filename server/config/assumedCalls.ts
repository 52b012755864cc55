import { readFileSync } from 'node:fs'
import { requestSchema } from '../../language/operationSchemas.ts'
import { type Operation, operationTable } from '../../language/operations.ts'
import { authorizationOf, type ConsoleModel } from '../../language/registry.ts'
import { placeholdersOf } from '../../language/template.ts'
import type { UpstreamCall } from './config.ts'
import { isValues } from '../../language/pointer.ts'
import { guess } from '../../language/check/problem.ts'
import { errorCode, type Settings } from './settings.ts'

/** Calls by the binding's name as BINDINGS_FILE spells it: `books.lend`. */
export type AssumedCalls = Readonly<Record<string, UpstreamCall>>

const CALL = /^(GET|POST|PUT|PATCH|DELETE) \{([a-z]+)\}((?:\/(?:[A-Za-z0-9._~-]|\{[A-Za-z_][A-Za-z0-9_]*\})+)+\/?)$/
const DOT_SEGMENT = /\/\.{1,2}(?=\/|$)/

export const bindingKey = ({ resource, binding }: Operation): string => `${resource}.${binding}`

const PLAIN = ['string', 'integer', 'number']

/** Names of the plain values that every request of the operation carries; only these can be part of a path. */
function carriedBy(operation: Operation): readonly string[] {
  const { path, query, body } = requestSchema(operation).properties
  return [path, query, ...(body === undefined ? [] : [body])].flatMap(({ required, properties }) =>
    required.filter((name) => {
      const member = properties[name]
      if (typeof member !== 'object') return false
      return member.const !== undefined || [member.type ?? []].flat().some((type) => PLAIN.includes(type))
    }),
  )
}

/** An example of a call, with the first of the services. */
const formIn = ({ registry }: ConsoleModel): string => `POST {${Object.keys(registry.services)[0]}}/path/{parameter}`

/** The flaw of a call that replaces the operations' own; `undefined` without one. */
function flawOf(
  { method, service, path }: UpstreamCall,
  operations: readonly Operation[],
  { registry }: ConsoleModel,
): string | undefined {
  const authorization = authorizationOf(registry, service)
  if (authorization === undefined)
    return `names the service '${service}', which there is not: name one of ${Object.keys(registry.services).join(', ')}`
  if (authorization === 'key') return `names the service '${service}', which does not take staff tokens`
  if (method === 'GET' && operations.some(({ body }) => body !== undefined))
    return 'is a GET, which cannot carry the body of this call: name another method'
  const stray = placeholdersOf(path).find((name) => !operations.every((each) => carriedBy(each).includes(name)))
  return stray === undefined
    ? undefined
    : `has {${stray}} in its path, which the request does not carry: name another parameter`
}

function parsed(call: unknown): UpstreamCall | undefined {
  const [, method, service, path] = (typeof call === 'string' ? CALL.exec(call) : null) ?? []
  if (method === undefined || service === undefined || path === undefined || DOT_SEGMENT.test(path)) return undefined
  return { method: method as UpstreamCall['method'], service, path }
}

function contentOf(settings: Settings, file: string, form: string): Readonly<Record<string, unknown>> {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (isValues(content)) return content
    settings.problems.push(
      `BINDINGS_FILE names '${file}', which is not a JSON object: write {"resource.binding": "${form}"}`,
    )
  } catch (error) {
    const code = error instanceof SyntaxError ? 'no JSON' : errorCode(error)
    settings.problems.push(`BINDINGS_FILE names '${file}', which cannot be read (${code})`)
  }
  return {}
}

/**
 * Reads BINDINGS_FILE: the calls an operator names for bindings whose own call is assumed (D-112). The browser keeps
 * the definition's address; only the service receives another one. Notes every flaw as a problem of the settings.
 */
export function readAssumedCalls(settings: Settings, model: ConsoleModel): AssumedCalls {
  const file = settings.text('BINDINGS_FILE')
  if (file === undefined) return {}
  const form = formIn(model)
  const operations = [...operationTable(model.definitions).values()]
  const assumed = [...new Set(operations.filter(({ isAssumed }) => isAssumed).map(bindingKey))]
  const calls = Object.entries(contentOf(settings, file, form)).flatMap(([name, text]) => {
    const of = operations.filter((operation) => bindingKey(operation) === name)
    const call = parsed(text)
    const flaw =
      of.length === 0
        ? `is not a binding: write resource.binding${guess(name.slice(0, 100), assumed)}`
        : of.every(({ isAssumed }) => isAssumed)
          ? call === undefined
            ? `is not a call: write it as '${form}'`
            : flawOf(call, of, model)
          : 'is known for certain and cannot be changed: leave it out'
    if (flaw !== undefined) settings.problems.push(`BINDINGS_FILE: ${name.slice(0, 100)} ${flaw}`)
    return flaw === undefined && call !== undefined ? [[name, call] as const] : []
  })
  return Object.fromEntries(calls)
}
