import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleDataProvider, ConsoleRecord } from '../../../dataProvider/types.ts'
import type { Resource } from '../../../language/resource.ts'
import { valueAt } from '../../../language/pointer.ts'
import { holds } from '../../../language/predicate.ts'
import { isFound } from '../../../language/readRecord.ts'
import type { Banner } from '../../../language/show.ts'
import { onPage, partsOf, recordFor, recordsOf, startEmbeddedConsole } from './embeddedConsole.ts'
import type { EmbeddedConsole } from './embeddedConsole.ts'
import { accountRequests, accounts, achRelationships } from '../support/resources.ts'

/** Two named people: Mara Quill, suspended with a rejected address, and the joint account of Teo and Ana Brandt. */
const MARA = 4107
const TEO_AND_ANA = 4108

const account: Resource = accounts
const requests: Resource = accountRequests
const relationships: Resource = achRelationships

describe("an account's page against the gateway and the embedded services", () => {
  let running: EmbeddedConsole | undefined
  let provider: ConsoleDataProvider

  beforeAll(async () => {
    running = await startEmbeddedConsole()
    provider = running.admin
  }, 60_000)

  afterAll(async () => running?.stop())

  const pageOf = (id: number): Promise<ConsoleRecord> => onPage(provider, account, { id })

  const banner = async (id: number, { when }: Banner): Promise<boolean> => {
    const record = await pageOf(id)
    const { data } = await provider.getOne('accounts', { id })
    for (const evidence of when) {
      const { read: from = 'detail' } = evidence
      const answer = from === 'detail' ? data : (await provider.read('accounts', { name: from, record })).data
      if (!isFound(evidence, answer)) return false
    }
    return true
  }

  it('is warned of a suspended account whose rejected check wants documents, and of no other', async () => {
    const [documents] = account.show?.banners ?? []
    if (documents === undefined) throw new Error('no banner is declared')
    expect(await banner(MARA, documents)).toBe(true)
    expect(await banner(TEO_AND_ANA, documents)).toBe(false)
  })

  it('has deposits and trades from the trade service', async () => {
    const { data } = await provider.read('accounts', { name: 'transactions', record: await pageOf(TEO_AND_ANA) })
    expect(valueAt(data, '/deposits/0')).toMatchObject({ status: expect.any(String) as string })
    expect(valueAt(data, '/trade_line_data/0')).toMatchObject({ ticker: expect.any(String) as string })
  })

  it('keeps what was decided about a request, and refuses to decide it again', async () => {
    const { record, parent = 0 } = await recordFor(provider, requests, requests.actions['reject'])
    const decide = (name: string) =>
      provider.action('accountRequests', { name, record, input: { reason: 'The names differ' } })
    await decide('reject')
    const after = (await partsOf(provider, requests, parent)).find(({ id }) => id === record.id)
    expect(after).toMatchObject({ status: 'REJECTED' })
    await expect(decide('approve')).rejects.toMatchObject({ name: 'HttpError' })
    const still = (await partsOf(provider, requests, parent)).find(({ id }) => id === record.id)
    expect(still).toEqual(after)
  })

  it('cancels a relationship without a reason, and no longer shows it as one', async () => {
    const { record, parent = 0 } = await recordFor(provider, relationships, relationships.actions['cancel'])
    await provider.action('achRelationships', { name: 'cancel', record, input: {} })
    const left = await partsOf(provider, relationships, parent)
    const after = left.find(({ id }) => id === record.id)
    expect(after === undefined || !holds(relationships.actions['cancel']?.when, after)).toBe(true)
  })

  it('sends a close request once: the page then knows it, and a second one is refused with a reason', async () => {
    const { record } = await recordFor(provider, account, account.actions['closeAccount'])
    const confirmation = String(record['account_no'])
    await expect(provider.action('accounts', { name: 'closeAccount', record })).rejects.toMatchObject({
      body: { code: 'NOT_CONFIRMED' },
    })
    await provider.action('accounts', { name: 'closeAccount', record, confirmation })
    const after = await pageOf(Number(record.id))
    expect(['SENT', 'INPROGRESS', 'APPROVED']).toContain(after['close_status'])
    const refusal: unknown = await provider
      .action('accounts', { name: 'closeAccount', record, confirmation })
      .catch((error: unknown) => error)
    expect(refusal).toMatchObject({ name: 'HttpError', message: expect.stringMatching(/[Cc]lose/) as string })
  })

  it('says since when this console knows a state that the clearing firm does not date', async () => {
    const seen: unknown[] = []
    for await (const { record } of recordsOf(provider, relationships)) {
      if (!holds(relationships.partOf?.clock?.when, record)) continue
      seen.push(record['first_seen_at'])
      if (seen.length === 3) break
    }
    expect(seen.length).toBeGreaterThan(0)
    for (const moment of seen) expect(Date.parse(String(moment))).toBeLessThanOrEqual(Date.now())
  })

  describe('reveals', () => {
    const ssn = { id: MARA, field: '/account/*/ss_number', reason: 'Called in, checked against the letter' }

    it('one masked value whole to who may, with a reason', async () => {
      expect(await provider.reveal('accounts', ssn)).toEqual({ data: { ok: true, value: '900-10-4410' } })
    })

    it('the value of the item that is asked for, and not of another', async () => {
      const tailOf = ({ bank_account_no: masked }: ConsoleRecord): string => String(masked).replace('XXXXX', '')
      const asked = new Map<string, ConsoleRecord['id']>()
      for await (const { record, parent = 0 } of recordsOf(provider, relationships)) {
        if (tailOf(record) === '' || asked.get(tailOf(record)) === parent) continue
        const params = { ...ssn, id: parent, field: '/ach/*/bank_account_no', item: record.id }
        const { data } = await provider.reveal('accounts', params)
        expect(data.value.replaceAll(/\D/g, '').slice(-5)).toBe(tailOf(record))
        asked.set(tailOf(record), parent)
        const parents = [...asked.values()]
        if (new Set(parents).size < parents.length) break
      }
      expect(new Set(asked.values()).size).toBeLessThan(asked.size)
    })

    it.each([
      ['without a reason', { ...ssn, reason: '  ' }],
      ['of a place that is not masked', { ...ssn, field: '/account/*/name' }],
      ['of a place that nothing declares', { ...ssn, field: '/account/*/password' }],
    ])('nothing %s', async (_title, asked) => {
      await expect(provider.reveal('accounts', asked)).rejects.toMatchObject({ status: 400 })
    })

    it('nothing to who may only look, and nothing without a session', async () => {
      await expect(running?.viewer.reveal('accounts', ssn)).rejects.toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      })
      await expect(running?.stranger.reveal('accounts', ssn)).rejects.toMatchObject({ status: 401 })
    })
  })

  it('drifts nowhere', () => {
    expect(running?.drift).toEqual([])
  })
})
