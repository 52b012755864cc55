import { readFileSync } from 'node:fs'
import { StartError } from '../config/settings.ts'
import { type CountHeader, countHeaderIn } from './inferPaging.ts'
import { observe } from './observe.ts'
import { type OpenApiOperation, readOperation } from './openApi.ts'

/** Where a definition is inferred from: one of these, or nothing. */
export interface Source {
  readonly sample?: string | undefined
  readonly openapi?: string | undefined
  readonly operation?: string | undefined
  readonly url?: string | undefined
}

const reasonOf = (error: unknown): string => {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error) return cause.message
  return error instanceof Error ? error.message : String(error)
}

function parsed(text: string, called: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new StartError([`${called} is not JSON`])
  }
}

function fileText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartError([`${path} cannot be read: ${reasonOf(error)}`])
  }
}

const TIMEOUT_MS = 10_000

async function fetched(address: string, environment: string) {
  if (environment !== 'dev')
    throw new StartError([`--url reads real data, and ENVIRONMENT is ${environment}: use an upstream of development`])
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new StartError([`--url needs an address that begins with http:// or https://`])
  const called = `${url.origin}${url.pathname}`
  const answer = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new StartError([`${called} does not answer: ${reasonOf(error)}`])
  })
  if (!answer.ok)
    throw new StartError([`${called} answers ${answer.status}: save an answer in a file, and name it with --sample`])
  const text = await answer.text().catch((error: unknown) => {
    throw new StartError([`${called} does not answer: ${reasonOf(error)}`])
  })
  return { url, body: parsed(text, `what ${called} answers`), counted: countHeaderIn(answer.headers) }
}

const isPath = (path: string): path is `/${string}` => /^\/[^\s{}?#]*$/.test(path)

/** What is known of a list: its answer, the parameters of its call and its path, as far as anything says so. */
export type Known = Omit<OpenApiOperation, 'path'> & {
  readonly path: `/${string}` | undefined
  readonly counted?: CountHeader | undefined
}

/** Where nothing is known: rows with an id. */
const unknown: Known = { path: undefined, parameters: [], answer: observe([[{ id: 'id' }]]) }

/**
 * Reads what a definition is inferred from: a sample, an operation of an OpenAPI document, or the answer of an address.
 *
 * @throws a StartError that says what is wrong with it
 */
export async function readSource({ sample, openapi, operation, url }: Source, environment: string): Promise<Known> {
  if ([sample, openapi, url].filter((each) => each !== undefined).length > 1)
    throw new StartError(['--sample, --openapi and --url are three ways: name one'])
  if ((openapi === undefined) !== (operation === undefined))
    throw new StartError(['--openapi needs --operation, the operationId of the call that reads the list'])
  if (sample !== undefined) return { ...unknown, answer: observe([parsed(fileText(sample), sample)]) }
  if (url !== undefined) {
    const { url: address, body, counted } = await fetched(url, environment)
    const parameters = [...new Map(address.searchParams)].map(([name, value]) => {
      return { name, isRequired: false, seen: observe([value]) }
    })
    const path = isPath(address.pathname) ? address.pathname : undefined
    return { path, parameters, answer: observe([body]), counted }
  }
  if (openapi === undefined || operation === undefined) return unknown
  if (/\.ya?ml$/i.test(openapi)) throw new StartError([`${openapi} is YAML: convert it to JSON first`])
  const { path, ...known } = readOperation(parsed(fileText(openapi), openapi), operation)
  return { ...known, path: isPath(path) ? path : undefined }
}
