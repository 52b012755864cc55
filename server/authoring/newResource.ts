import { existsSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import type { ConsoleDefinition, ResourceDefinition } from '../../language/authored/definition.ts'
import { checkModel } from '../../language/check/checkModel.ts'
import type { Registry } from '../../language/registry.ts'
import { resolveConsole } from '../../language/resolve.ts'
import { StartError } from '../config/settings.ts'
import { formatted } from './formatted.ts'
import { inferDefinition } from './inferDefinition.ts'
import { type Known, readSource } from './readSource.ts'
import { type Edit, registerScreen } from './registerScreen.ts'
import { statementsOf } from './syntaxTree.ts'

/** A console to write in: as its author has written it, and the folder of its definitions. */
export interface AuthoredConsole {
  readonly authored: ConsoleDefinition
  readonly folder: string
}

const options = {
  sample: { type: 'string' },
  openapi: { type: 'string' },
  operation: { type: 'string' },
  url: { type: 'string' },
  service: { type: 'string' },
  path: { type: 'string' },
  permission: { type: 'string' },
} as const

function argumentsIn(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [name, ...more] = positionals
    if (name === undefined || more.length > 0)
      throw new StartError(['give the resource one name: npm run resource:new -- orders'])
    return { ...values, name }
  } catch (error) {
    throw error instanceof StartError ? error : new StartError([error instanceof Error ? error.message : String(error)])
  }
}

type Arguments = ReturnType<typeof argumentsIn>

function refuseBadNames({ name, service, path }: Arguments, { folder, authored }: AuthoredConsole): void {
  const isName = /^[a-z][A-Za-z0-9]*$/.test(name) && statementsOf('name.ts', `export const ${name} = 1`).length > 0
  const taken = [...authored.screens, ...authored.nested].map((each) => each.name)
  const problems = [
    ...(isName ? [] : [`'${name}' is no name for a resource: write a word such as orders or openOrders`]),
    ...(taken.includes(name) ? [`'${name}' is the name of another resource or page`] : []),
    ...(existsSync(join(folder, `${name}.ts`)) ? [`${join(folder, `${name}.ts`)} exists already`] : []),
    ...(service === undefined || /^[a-z]+$/.test(service)
      ? []
      : [`'${service}' is no name for a service: write lower-case letters`]),
    ...(path === undefined || /^\/[^\s{}?#]*$/.test(path)
      ? []
      : [`'${path}' is no path of a list: write it as /orders`]),
  ]
  if (problems.length > 0) throw new StartError(problems)
}

/** The service that is meant where none is named: a console with several does not say which. */
function onlyService({ services }: Registry): string {
  const [first = 'main', ...more] = Object.keys(services)
  if (more.length === 0) return first
  throw new StartError([
    `--service is missing: it names one of ${[first, ...more].join(', ')}, or a new one in lower-case letters`,
  ])
}

/** The registry with what the new resource needs in addition. */
const withMore = (registry: Registry, service: string | undefined, permissions: readonly string[]): Registry => ({
  ...registry,
  services: { ...registry.services, ...(service === undefined ? {} : { [service]: 'token' }) },
  permissions: [...registry.permissions, ...permissions],
})

/** A definition that breaks a rule is not written. */
function refuseProblems({ authored }: AuthoredConsole, definition: ResourceDefinition, registry: Registry): void {
  const before = checkModel(resolveConsole(authored)).map(({ where, message }) => `${where} ${message}`)
  const after = checkModel(resolveConsole({ ...authored, registry, screens: [...authored.screens, definition] }))
  const problems = after.map(({ where, message }) => `${where} ${message}`).filter((each) => !before.includes(each))
  if (problems.length > 0) throw new StartError(problems)
}

const fileOf = (definition: ResourceDefinition): string =>
  `import { defineResource } from './console.ts'\n\n/** ${definition.label}: every record, as its service sends it. */\n` +
  `export const ${definition.name} = defineResource(${JSON.stringify(definition)})\n`

const inFormat = async ({ path, text }: Edit): Promise<Edit> => ({ path, text: await formatted(path, text) })

/** Where a document says that its service is. */
const whereServed = ({ server }: Known, service: string): readonly string[] =>
  server === undefined
    ? []
    : [`the document has the service at '${server}': ${service.toUpperCase()}_URL is that address, with its path`]

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  - ${line}`)]

/**
 * Writes a definition from what a sample, an OpenAPI document or an upstream says of a list, and registers it. Nothing is
 * written when anything about it is wrong.
 *
 * @returns the lines for the author: what was inferred and why, what to confirm, and what to decide
 */
export async function newResource(
  target: AuthoredConsole,
  args: readonly string[],
  environment: string,
): Promise<readonly string[]> {
  const given = argumentsIn(args)
  refuseBadNames(given, target)
  const { authored, folder } = target
  const { registry } = authored
  const { name, service = onlyService(registry), permission = `${given.name}.read` } = given
  const permissions = { read: permission, edit: `${name}.edit` }
  const source = await readSource(given, environment)
  const path = (given.path ?? source.path ?? `/${name}`) as `/${string}`
  const { definition, findings } = inferDefinition({ ...source, name, service, path, permissions })
  const used = [...new Set(Object.values(definition.bindings).map((binding) => binding.permission))]
  const added = {
    service: Object.hasOwn(registry.services, service) ? undefined : service,
    permissions: used.filter((each) => !registry.permissions.includes(each)),
  }
  refuseProblems(target, definition, withMore(registry, added.service, added.permissions))
  const file = join(folder, `${name}.ts`)
  const edits = await Promise.all(registerScreen(folder, { name, ...added }).map(inFormat))
  const text = await formatted(file, fileOf(definition))
  writeFileSync(file, text, { flag: 'wx' })
  for (const edit of edits) writeFileSync(edit.path, edit.text)
  const isBlank = given.sample === undefined && given.openapi === undefined && given.url === undefined
  const blank = {
    inferred: [],
    personal: [],
    decide: ['the fields of a record: nothing says them, so it has an id alone'],
  }
  const { inferred, personal, decide } = isBlank ? blank : findings
  return [
    `${relative('', file)} is written, and registered in ${edits.map((edit) => relative('', edit.path)).join(', ')}`,
    ...section('Inferred:', [`the call is ${definition.bindings.list.call}`, ...inferred]),
    ...section('Probably personal; confirm each, and look for what is missing:', personal),
    ...section('Left out of the definition, for you to add:', source.unused ?? []),
    ...section('To decide:', [
      ...decide,
      ...whereServed(source, service),
      ...(given.path === undefined && source.path === undefined ? [`the path ${path} is a guess: --path says it`] : []),
      ...(given.service === undefined ? [`the service '${service}' is the only one: --service says another`] : []),
      ...(added.service === undefined
        ? []
        : [
            `the service '${service}' is new: set ${service.toUpperCase()}_URL; it gets the staff token as 'token' says`,
          ]),
      ...used.map((each) =>
        added.permissions.includes(each)
          ? `the permission '${each}' is new: roles with all permissions have it, name it in the others that need it`
          : `the permission '${each}' exists: people who have it ${each === permission ? 'read' : 'change'} this too`,
      ),
      'the columns, their order and their titles',
    ]),
  ]
}
