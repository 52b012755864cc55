import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listOf } from '../../../language/resource.ts'
import { HttpError } from '../../../dataProvider/HttpError.ts'
import type { ActionParams, ConsoleDataProvider } from '../../../dataProvider/types.ts'
import { operationsOf, type Operation } from '../../../language/operations.ts'
import { maskedClasses } from '../../../language/pii.ts'
import { valueAt, valuesAt } from '../../../language/pointer.ts'
import { holds } from '../../../language/predicate.ts'
import { detailPlaces } from '../../../language/personal.ts'
import { typedText } from '../../../language/recordVersion.ts'
import { permissionsOf } from '../../../language/registry.ts'
import { registry } from '../../../schemas/console.ts'
import {
  leastParams,
  sampleCall,
  sampleFile,
  sampleInput,
  sampleRecordOf,
  sampleSearch,
} from '../../framework/contract/callOperation.ts'
import {
  again,
  definitions,
  onPage,
  paramsFor,
  peopleTyped,
  recordFor,
  recordsOf,
  startEmbeddedConsole,
  type EmbeddedConsole,
  type Found,
} from './embeddedConsole.ts'

/** How long the clearing firm may take for what it answers later. */
const ANSWERED = { timeout: 5000, interval: 100 }

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** What a person chooses or attaches is known to the page alone: `embeddedVerification.test.ts` does what it does. */
const isTyped = ({ action }: Operation): boolean =>
  Object.values(action?.input ?? {}).every(
    ({ options, schema }) => options === undefined && !(typeof schema === 'object' && schema.type === 'array'),
  )

const nameOf = ({ id, resource }: Operation): string => id.slice(resource.length + 1)

describe('against the gateway and the embedded services', () => {
  let running: EmbeddedConsole | undefined
  let provider: ConsoleDataProvider
  let viewer: ConsoleDataProvider
  let stranger: ConsoleDataProvider

  beforeAll(async () => {
    running = await startEmbeddedConsole()
    provider = running.admin
    viewer = running.viewer
    stranger = running.stranger
  }, 60_000)

  afterAll(async () => running?.stop())

  describe.each(definitions.map((definition) => [definition.name, definition] as const))(
    '%s',
    (resource, definition) => {
      const operations = operationsOf(definition)
      const ofKind = (kind: Operation['kind']) =>
        operations
          .filter((operation) => operation.kind === kind)
          .map((operation) => [nameOf(operation), operation] as const)

      it.each(ofKind('list'))('is given page by page by its %s', async (_name, operation) => {
        const { perPage } = listOf(definition)
        const params = await paramsFor(provider, operation)
        const first = await provider.getList(resource, { ...params, pagination: { page: 1, perPage } })
        expect(first.data.length + first.meta.hidden).toBeGreaterThan(0)
        expect(first.meta).toMatchObject({ page: 1, unreadable: 0 })
        for (const texts of Object.values(first.meta.extras)) expect(texts.length).toBeGreaterThan(0)
        if (!first.pageInfo.hasNextPage) return
        const second = await provider.getList(resource, { ...params, pagination: { page: 2, perPage } })
        const ids = new Set(first.data.map(({ id }) => id))
        expect(second.data.filter(({ id }) => ids.has(id))).toEqual([])
        expect(second.meta.page).toBe(2)
      })

      const { search } = definition.list ?? {}
      it.each(search === undefined ? [] : ofKind('list'))(
        'finds nothing in its %s for a search that nothing meets',
        async () => {
          if (search?.submit !== undefined) {
            const call = provider.getList(resource, { meta: { search: sampleSearch(definition) } })
            await expect(call).rejects.toMatchObject({ status: 404, message: 'User not found' })
            return
          }
          const { data, pageInfo } = await provider.getList(resource, { meta: { search: 'no such thing anywhere' } })
          expect(data).toEqual([])
          expect(pageInfo.hasNextPage).toBe(false)
        },
      )

      const withRecords = definition.kind === 'form' ? [] : [definition.record]
      it.each(withRecords)('has records with every field that it declares', async ({ properties }) => {
        const missing = new Set(Object.keys(properties))
        for await (const { record } of recordsOf(provider, definition)) {
          for (const field of Object.keys(record)) missing.delete(field)
          if (missing.size === 0) break
        }
        const fromPage = Object.keys(definition.show?.record ?? {})
        const fromGateway = definition.partOf?.clock === undefined ? [] : ['first_seen_at']
        expect([...missing].filter((field) => !fromPage.includes(field) && !fromGateway.includes(field))).toEqual([])
      })

      it.each(ofKind('getOne'))('gives one record by %s', async () => {
        const { record } = await recordFor(provider, definition, undefined)
        const { data, meta } = await provider.getOne(resource, { id: String(record.id) })
        expect(data.id).toBe(record.id)
        expect(meta.unreadable).toBe(0)
        if (definition.show !== null) expect(valueAt(data, definition.show.exists)).toBeDefined()
      })

      it.each(ofKind('getOne'))('never gives %s a masked value whole', async () => {
        const masked = detailPlaces(definition).filter(([, pii]) => maskedClasses.includes(pii))
        const seen = new Set<string>()
        for await (const { record } of recordsOf(provider, definition)) {
          const { data } = await provider.getOne(resource, { id: record.id })
          for (const [place] of masked) {
            const values = valuesAt(data, place).filter(isFilled)
            if (values.length > 0) seen.add(place)
            for (const value of values) expect(value).toMatch(/^(\*\*\*|\d{4}-\*\*|XXXXX)/)
          }
          if (seen.size === masked.length) break
        }
        expect([...seen].toSorted()).toEqual(masked.map(([place]) => place).toSorted())
      })

      it.each(ofKind('read'))('tells more about a record by %s', async (name) => {
        const { record } = await recordFor(provider, definition, undefined)
        const whole = await onPage(provider, definition, record)
        const { data, meta } = await provider.read(resource, { name, record: whole })
        expect(meta.unreadable).toBe(0)
        expect(Object.values(data).filter(isFilled).length).toBeGreaterThan(0)
      })

      /** An action that no definition words is the delete of a dialect. */
      const act = (by: ConsoleDataProvider, { action }: Operation, params: ActionParams & Found) =>
        action === undefined
          ? by.delete(resource, { id: params.record.id, previousData: params.record })
          : by.action(resource, params)

      const typed = ofKind('action').filter(([, operation]) => isTyped(operation) && definition.kind !== 'form')
      it.each(typed)('%s does what it says', async (name, operation) => {
        const { action } = operation
        const found = await recordFor(provider, definition, action)
        const { record } = found
        const confirmation = action && typedText(action, record)
        const input = sampleInput(operation, `-${name}`)
        const { data } = await act(provider, operation, { name, record, input, confirmation })
        expect(data).toMatchObject({ id: record.id, ...(action && { ok: true }) })
        await vi.waitFor(async () => {
          const after = await again(provider, definition, found)
          if (operation.method === 'DELETE') expect(after).toBeUndefined()
          else if (definition.kind !== 'nested') expect(after).toMatchObject({ ...action?.expect, id: record.id })
          else if (after !== undefined) expect(holds(action?.when, after)).toBe(false)
        }, ANSWERED)
      })

      it.each(definition.kind !== 'form' ? [] : ofKind('action'))(
        '%s is carried out, or refused in the words of the service',
        async (name, { action }) => {
          const outcomes = await Promise.all(
            (await peopleTyped(provider, definition)).map(async (record) =>
              provider.action(resource, { name, record, confirmation: action && typedText(action, record) }).then(
                ({ data }) => data,
                (error: unknown) => error,
              ),
            ),
          )
          for (const outcome of outcomes) {
            if (outcome instanceof HttpError) expect(outcome.body).toMatchObject({ code: 'UPSTREAM_REFUSED' })
            else expect(outcome).toMatchObject({ ok: true })
          }
        },
      )

      it.each(ofKind('upload'))('%s takes a file', async (name, operation) => {
        const record =
          definition.kind === 'form'
            ? sampleRecordOf(definition)
            : (await recordFor(provider, definition, operation.action)).record
        const { data } = await provider.upload(resource, { name, record, files: [sampleFile(operation)] })
        expect(data.ok).toBe(true)
        expect(Object.values(data.answer).filter(isFilled).length).toBeGreaterThan(0)
      })

      it.each(ofKind('download'))('%s gives a file', async (name, { action }) => {
        const found = action?.scope === 'list' ? undefined : await recordFor(provider, definition, action)
        const { data } = await provider.download(resource, { name, ...(found && { record: found.record }) })
        expect(data.ok).toBe(true)
        expect(data.fileName).toMatch(/^[^/\\]+\.[a-z]{3,4}$/)
        expect(data.blob.size).toBeGreaterThan(0)
      })

      const changing = [...ofKind('action'), ...ofKind('download'), ...ofKind('upload')].filter(
        ([, { permission }]) => !permissionsOf(registry, 'viewer', 'refuse').includes(permission),
      )
      it.each(changing)('%s is refused to who may not', async (name, operation) => {
        const record = sampleRecordOf(definition)
        const call = {
          download: () => viewer.download(resource, { name, record }),
          upload: () => viewer.upload(resource, { name, record, files: [sampleFile(operation)] }),
          action: () => act(viewer, operation, { name, record, ...sampleCall(operation) }),
        }[operation.kind as 'action' | 'download' | 'upload']
        await expect(call()).rejects.toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      })

      it.each(operations.map((operation) => [nameOf(operation), operation] as const))(
        '%s rejects with 401 without a session',
        async (name, operation) => {
          const record = sampleRecordOf(definition)
          const call = {
            list: () => stranger.getList(resource, leastParams(operation)),
            getOne: () => stranger.getOne(resource, { id: record.id }),
            read: () => stranger.read(resource, { name, record }),
            action: () => act(stranger, operation, { name, record, ...sampleCall(operation) }),
            download: () => stranger.download(resource, { name, record }),
            upload: () => stranger.upload(resource, { name, record, files: [sampleFile(operation)] }),
          }[operation.kind]
          await expect(call()).rejects.toMatchObject({ status: 401, body: { code: 'SESSION_OVER' } })
        },
      )
    },
  )

  it('rejects an unknown record without ending the session', async () => {
    const { data } = await provider.getOne('accounts', { id: '999999999' }).catch((error: unknown) => ({ data: error }))
    if (data instanceof Error) expect(data).toMatchObject({ status: 404 })
    else expect(valueAt(data, '/account/0')).toBeUndefined()
    await expect(provider.getList('accounts', {})).resolves.toMatchObject({ meta: { page: 1 } })
  })

  it('drifts nowhere', () => {
    expect(running?.drift).toEqual([])
  })
})
