import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDataProvider } from '../../dataProvider/createDataProvider.ts'
import type { ConsoleDataProvider, ConsoleRecord, Drift, ListParams } from '../../dataProvider/types.ts'
import { compileValidators } from '../../dataProvider/validators/compileValidators.ts'
import { definitions } from '../../schemas/index.ts'
import type { AnyDefinition } from '../../schemas/meta/defineResource.ts'
import { operationsOf } from '../../schemas/meta/operations.ts'
import type { Operation } from '../../schemas/meta/operations.ts'
import { maskedClasses } from '../../schemas/meta/pii.ts'
import { stepsOf, valueAt } from '../../schemas/meta/pointer.ts'
import { holds } from '../../schemas/meta/predicate.ts'
import type { Pointer } from '../../schemas/meta/schema.ts'
import { startGatewayUnderTest } from './gatewayUnderTest.ts'
import type { GatewayUnderTest } from './gatewayUnderTest.ts'
import { signedInFetch } from './signIn.ts'
import { sampleInput } from './callOperation.ts'

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Every value that the steps lead to; `*` stands for every item of an array. */
const valuesAt = (value: unknown, [step, ...rest]: readonly string[]): readonly unknown[] => {
  if (step === undefined) return [value]
  if (step === '*') return Array.isArray(value) ? value.flatMap((item: unknown) => valuesAt(item, rest)) : []
  return valuesAt(valueAt(value, `/${step}`), rest)
}

const nameOf = ({ id, resource }: Operation): string => id.slice(resource.length + 1)

describe('against the gateway and the embedded services', () => {
  const drift: Drift[] = []
  let running: GatewayUnderTest | undefined
  let provider: ConsoleDataProvider
  let viewer: ConsoleDataProvider

  const providerOf = async (email: string): Promise<ConsoleDataProvider> => {
    const { url } = running as GatewayUnderTest
    const fetch = await signedInFetch(url, email)
    return createDataProvider({
      definitions,
      validators: compileValidators(definitions),
      origin: url,
      fetch,
      onDrift: (report) => drift.push(report),
    })
  }

  beforeAll(async () => {
    running = await startGatewayUnderTest()
    provider = await providerOf('admin@countersign.test')
    viewer = await providerOf('viewer@countersign.test')
  }, 60_000)

  afterAll(async () => running?.stop())

  /** The first record, over all pages, that the action is for. */
  const recordFor = async (
    { action, definition, resource }: Operation,
    params: ListParams = {},
  ): Promise<ConsoleRecord> => {
    for (let page = 1; page <= 50; page += 1) {
      const { data, pageInfo } = await provider.getList(resource, {
        ...params,
        pagination: { page, perPage: definition.list.perPage },
      })
      const needed = action?.needs?.field
      const fit = data.find((row) => holds(action?.when, row) && (needed === undefined || Boolean(row[needed])))
      if (fit !== undefined) return fit
      if (!pageInfo.hasNextPage) break
    }
    throw new Error(`${resource} has no record for ${action?.label}`)
  }

  const again = async (
    resource: string,
    id: ConsoleRecord['id'],
    definition: AnyDefinition,
  ): Promise<ConsoleRecord | undefined> => {
    for (let page = 1; page <= 50; page += 1) {
      const pagination = { page, perPage: definition.list.perPage }
      const { data, pageInfo } = await provider.getList(resource, { pagination, meta: { fresh: true } })
      const found = data.find((row) => row.id === id)
      if (found !== undefined || !pageInfo.hasNextPage) return found
    }
    return undefined
  }

  describe.each(definitions.map((definition) => [definition.name, definition] as const))(
    '%s',
    (resource, definition) => {
      const operations = operationsOf(definition)
      const ofKind = (kind: Operation['kind']) =>
        operations
          .filter((operation) => operation.kind === kind)
          .map((operation) => [nameOf(operation), operation] as const)

      it('is listed page by page, as its definition declares it', async () => {
        const { perPage } = definition.list
        const first = await provider.getList(resource, { pagination: { page: 1, perPage } })
        expect(first.data.length + first.meta.hidden).toBeGreaterThan(0)
        expect(first.meta).toMatchObject({ page: 1, unreadable: 0 })
        for (const texts of Object.values(first.meta.extras)) expect(texts.length).toBeGreaterThan(0)
        if (!first.pageInfo.hasNextPage) return
        const second = await provider.getList(resource, { pagination: { page: 2, perPage } })
        const ids = new Set(first.data.map(({ id }) => id))
        expect(second.data.filter(({ id }) => ids.has(id))).toEqual([])
        expect(second.meta.page).toBe(2)
      })

      it('finds nothing for a search that nothing meets', async () => {
        if (definition.list.search === undefined) return
        const { data, pageInfo } = await provider.getList(resource, { meta: { search: 'no such thing anywhere' } })
        expect(data).toEqual([])
        expect(pageInfo.hasNextPage).toBe(false)
      })

      it.each(ofKind('getOne'))('gives one record by %s', async (_name, operation) => {
        const record = await recordFor(operation)
        const { data, meta } = await provider.getOne(resource, { id: String(record.id) })
        expect(data.id).toBe(record.id)
        expect(meta.unreadable).toBe(0)
        if (definition.show !== undefined) expect(valueAt(data, definition.show.exists)).toBeDefined()
      })

      it.each(ofKind('getOne'))('never gives %s a masked value whole', async (_name, operation) => {
        const masked = Object.entries(definition.detail?.pii ?? {}).filter(([, pii]) => maskedClasses.includes(pii))
        const record = await recordFor(operation)
        const { data } = await provider.getOne(resource, { id: record.id })
        const values = masked.flatMap(([place]) => valuesAt(data, stepsOf(place as Pointer))).filter(isFilled)
        expect(values.length).toBeGreaterThan(0)
        for (const value of values) expect(value).toMatch(/^(\*\*\*|\d{4}-\*\*|XXXXX)/)
      })

      it.each(ofKind('action'))('%s does what it says', async (name, operation) => {
        const { action } = operation
        const record = await recordFor(operation)
        const { data } = await provider.action(resource, { name, record, input: sampleInput(operation) })
        expect(data).toMatchObject({ id: record.id, ok: true })
        const after = await again(resource, record.id, definition)
        if (operation.method === 'DELETE') expect(after).toBeUndefined()
        else expect(after).toMatchObject({ ...action?.expect, id: record.id })
      })

      it.each(ofKind('download'))('%s gives a file', async (name) => {
        const { data } = await provider.download(resource, { name })
        expect(data.ok).toBe(true)
        expect(data.fileName).toMatch(/^[^/\\]+\.(csv|xlsx|xls|zip|json)$/)
        expect(data.blob.size).toBeGreaterThan(0)
      })

      it.each([...ofKind('action'), ...ofKind('download')])('%s is refused to who may not', async (name, operation) => {
        const record = await recordFor(operation).catch(() => undefined)
        if (operation.kind === 'action' && record === undefined) return
        const call =
          operation.kind === 'download'
            ? viewer.download(resource, { name })
            : viewer.action(resource, { name, input: sampleInput(operation), ...(record && { record }) })
        await expect(call).rejects.toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      })
    },
  )

  it('rejects an unknown record without ending the session', async () => {
    const { data } = await provider.getOne('accounts', { id: '999999999' }).catch((error: unknown) => ({ data: error }))
    if (data instanceof Error) expect(data).toMatchObject({ status: 404 })
    else expect(valueAt(data, '/account/0')).toBeUndefined()
    await expect(provider.getList('accounts', {})).resolves.toMatchObject({ meta: { page: 1 } })
  })

  it('rejects with 401 without a session, whatever is asked', async () => {
    const { url } = running as GatewayUnderTest
    const stranger = createDataProvider({
      definitions,
      validators: compileValidators(definitions),
      origin: url,
      fetch: (input, init) =>
        fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), Origin: url } }),
    })
    const record: ConsoleRecord = { id: 1, user__id: 1, account_no: '9ZZ10041' }
    for (const operation of definitions.flatMap(operationsOf)) {
      const { resource, kind } = operation
      const name = nameOf(operation)
      const call = {
        list: () => stranger.getList(resource, {}),
        getOne: () => stranger.getOne(resource, { id: 1 }),
        read: () => stranger.read(resource, { name, record }),
        action: () => stranger.action(resource, { name, record, input: sampleInput(operation) }),
        download: () => stranger.download(resource, { name }),
      }[kind]
      await expect(call()).rejects.toMatchObject({ status: 401, body: { code: 'SESSION_OVER' } })
    }
  })

  it('drifts nowhere', () => {
    expect(drift).toEqual([])
  })
})
