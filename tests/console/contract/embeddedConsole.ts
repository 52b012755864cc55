import { HttpError } from '../../../dataProvider/HttpError.ts'
import { createDataProvider } from '../../../dataProvider/createDataProvider.ts'
import type { ConsoleDataProvider, ConsoleRecord, Drift, ListParams } from '../../../dataProvider/types.ts'
import { compileValidators } from '../../../dataProvider/validators/compileValidators.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { authored } from '../../../schemas/index.ts'
import { permissions } from '../../../schemas/shared/permissions.ts'
import { listOf, type NestedResource, type ResolvedAction, type Resource } from '../../../language/resource.ts'
import { piiOf } from '../../../language/personal.ts'
import type { Operation } from '../../../language/operations.ts'
import type { PiiClass } from '../../../language/pii.ts'
import { holds, isPresent } from '../../../language/predicate.ts'
import { readPart, readRecord } from '../../../language/readRecord.ts'
import { sampleOf } from '../../framework/contract/sample.ts'
import { startGatewayUnderTest } from './gatewayUnderTest.ts'
import { registry as shopRegistry, shop } from '../../support/shop.ts'
import { signedInFetch } from '../../support/signIn.ts'

/** A record, and the record of the page that it was found on if it is a part of one. */
export interface Found {
  readonly record: ConsoleRecord
  readonly parent?: ConsoleRecord['id']
}

/** Everything behind the screens, with the provider of a member of staff who may do everything and one who may look. */
export interface EmbeddedConsole {
  readonly url: string
  readonly admin: ConsoleDataProvider
  readonly viewer: ConsoleDataProvider
  /** A provider without a session. */
  readonly stranger: ConsoleDataProvider
  readonly drift: readonly Drift[]
  readonly stop: () => Promise<void>
}

const { registry } = authored

/** The console, and definitions that were just added to it, of a service that no one has embedded. */
const model = resolveConsole({
  registry: {
    ...registry,
    services: { ...registry.services, ...shopRegistry.services },
    permissions: [...new Set([...registry.permissions, ...shopRegistry.permissions])],
    roles: { ...registry.roles, admin: [...new Set([...permissions, ...shopRegistry.permissions])] },
    tones: { ...registry.tones, ...shopRegistry.tones },
  },
  screens: [...authored.screens, ...shop.screens],
  home: authored.home,
  nested: [...authored.nested, ...shop.nested],
})

/** Every definition that these tests go over. */
export const { definitions } = model

/** Starts the gateway over the embedded services and signs both in. */
export async function startEmbeddedConsole(): Promise<EmbeddedConsole> {
  const { url, stop } = await startGatewayUnderTest(model)
  const drift: Drift[] = []
  const validators = compileValidators(definitions)
  const providerOver = (fetch: typeof globalThis.fetch): ConsoleDataProvider =>
    createDataProvider({ definitions, validators, origin: url, fetch, onDrift: (report) => drift.push(report) })
  return {
    url,
    drift,
    stop,
    admin: providerOver(await signedInFetch(url, 'admin@countersign.test')),
    viewer: providerOver(await signedInFetch(url, 'viewer@countersign.test')),
    stranger: providerOver((input, init) =>
      fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), Origin: url } }),
    ),
  }
}

async function firstPage(provider: ConsoleDataProvider, resource: string): Promise<readonly ConsoleRecord[]> {
  return (await provider.getList(resource, {})).data
}

/** The address of someone whom the search of a list knows. */
async function searchFor(provider: ConsoleDataProvider, resource: string): Promise<string> {
  for (const { user__email: email } of await firstPage(provider, 'accounts')) {
    const params = { meta: { search: String(email) } }
    const found = await provider.getList(resource, params).catch((error: unknown) => {
      if (error instanceof HttpError && (error.status === 404 || error.status === 422)) return { data: [] }
      throw error
    })
    if (found.data.length > 0) return String(email)
  }
  throw new Error(`${resource} knows nobody on the first page of accounts`)
}

/** What a list has to be asked with to have records: a filter where it is read by filters, someone who is searched. */
export async function paramsFor(
  provider: ConsoleDataProvider,
  { id, definition: { name, list } }: Pick<Operation, 'id' | 'definition'>,
): Promise<Pick<ListParams, 'filter' | 'meta'>> {
  if (id === `${name}.listFiltered`) {
    const choices = Object.entries(list?.filters ?? {}).flatMap(([filter, schema]) =>
      typeof schema === 'object' && Array.isArray(schema.enum) ? [[filter, schema.enum[0] as unknown] as const] : [],
    )
    return { filter: Object.fromEntries(choices.slice(0, 1)) }
  }
  return list?.search?.submit === undefined ? {} : { meta: { search: await searchFor(provider, name) } }
}

/** What stands in an account for a field of a form, by the field's class. */
const knownAs: Readonly<Partial<Record<PiiClass, string>>> = { email: 'user__email', accountNumber: 'account_no' }

/** Some people as a form asks for them: their own address and number, and samples for everything else. */
export async function peopleTyped(
  provider: ConsoleDataProvider,
  definition: Resource,
): Promise<readonly ConsoleRecord[]> {
  const accounts = (await firstPage(provider, 'accounts')).filter(({ account_no: number }) => isPresent(number))
  return accounts.slice(-3).map((account) => ({
    id: '',
    ...Object.fromEntries(
      Object.entries(definition.record.properties).map(([field, schema]) => {
        const own = knownAs[piiOf(definition, field) ?? 'name']
        const isOther = own === undefined || definition.form?.fields[field]?.not !== undefined
        return [field, isOther ? sampleOf(schema, field) : account[own]]
      }),
    ),
  }))
}

async function* rowsOf(provider: ConsoleDataProvider, definition: Resource): AsyncGenerator<ConsoleRecord> {
  const { name } = definition
  const asked = await paramsFor(provider, { id: `${name}.list`, definition })
  for (let page = 1; page <= 50; page += 1) {
    const pagination = { page, perPage: listOf(definition).perPage }
    const { data, pageInfo } = await provider.getList(name, { pagination, meta: { ...asked.meta, fresh: true } })
    yield* data
    if (!pageInfo.hasNextPage) return
  }
}

const parentOf = ({ partOf }: Resource): Resource | undefined =>
  definitions.find(({ name }) => name === partOf?.resource)

/** The records of a part in the detail of one record, or in the read of it that brings them. */
export async function partsOf(
  provider: ConsoleDataProvider,
  part: NestedResource,
  parent: ConsoleRecord['id'],
): Promise<readonly ConsoleRecord[]> {
  const definition = parentOf(part)
  if (definition === undefined) throw new Error(`${part.name} is part of nothing`)
  const { data } = await provider.getOne(definition.name, { id: parent })
  const page = readRecord(definition, data, parent)
  const name = part.partOf.read
  const answer = name === undefined ? data : (await provider.read(definition.name, { name, record: page })).data
  return readPart(part, answer, page).records
}

/** Every record of a definition, one after another: those of its list, or those in the details of its parent's list. */
export async function* recordsOf(provider: ConsoleDataProvider, definition: Resource): AsyncGenerator<Found> {
  const parent = parentOf(definition)
  if (parent === undefined || definition.kind !== 'nested') {
    for await (const record of rowsOf(provider, definition)) yield { record }
    return
  }
  for await (const { id } of rowsOf(provider, parent)) {
    for (const record of await partsOf(provider, definition, id)) yield { record, parent: id }
  }
}

/** The record with what its page says beyond its row. */
export async function onPage(
  provider: ConsoleDataProvider,
  definition: Resource,
  row: ConsoleRecord,
): Promise<ConsoleRecord> {
  if (definition.show === null) return row
  const { data } = await provider.getOne(definition.name, { id: row.id })
  return { ...row, ...readRecord(definition, data, row.id) }
}

const isOffered = (action: ResolvedAction, record: ConsoleRecord): boolean =>
  holds(action.when, record) && !action.blocked.some(({ when }) => holds(when, record))

/** The first record that the action is offered for. */
export async function recordFor(
  provider: ConsoleDataProvider,
  definition: Resource,
  action: ResolvedAction | undefined,
): Promise<Found> {
  for await (const found of recordsOf(provider, definition)) {
    if (action === undefined) return found
    if (!isOffered(action, found.record)) continue
    const record = found.parent === undefined ? await onPage(provider, definition, found.record) : found.record
    if (isOffered(action, record)) return { ...found, record }
  }
  throw new Error(`${definition.name} has no record for ${action?.label}`)
}

/** The record as it is now; `undefined` where it is gone. */
export async function again(
  provider: ConsoleDataProvider,
  definition: Resource,
  { record, parent }: Found,
): Promise<ConsoleRecord | undefined> {
  if (parent !== undefined && definition.kind === 'nested')
    return (await partsOf(provider, definition, parent)).find(({ id }) => id === record.id)
  for await (const row of rowsOf(provider, definition)) {
    if (row.id === record.id) return onPage(provider, definition, row)
  }
  return undefined
}
