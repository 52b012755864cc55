import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ConsoleDataProvider, ConsoleRecord } from '../../../dataProvider/types.ts'
import { caseRecords } from '../../../resources/verification/useCaseFlow.ts'
import { requiredSlots } from '../../../resources/documents/requirementState.ts'
import { saveInput } from '../../../resources/documents/useSaveDocuments.ts'
import { acknowledgeablesIn, citedIn, takesEvidence, type Evidence } from '../../../language/evidence.ts'
import { readRecord } from '../../../language/readRecord.ts'
import { readVerification } from '../../../schemas/verification/verification.ts'
import { sampleFile } from '../../framework/contract/callOperation.ts'
import { partsOf, recordsOf, startEmbeddedConsole } from './embeddedConsole.ts'
import type { EmbeddedConsole } from './embeddedConsole.ts'
import type { ResolvedAction } from '../../../language/resource.ts'
import { accountDocuments, accountInvestigations, accounts } from '../support/resources.ts'

const ANSWERED = { timeout: 5000, interval: 50 }

/** What the page of an account knows of its verification. */
async function look(provider: ConsoleDataProvider, id: ConsoleRecord['id']) {
  const { data: detail } = await provider.getOne('accounts', { id })
  const account = readRecord(accounts, detail, id)
  const { data: answer } = await provider.read('accounts', { name: 'verification', record: account })
  const source = { definition: accounts, part: accountInvestigations, detail, answer }
  const verification = readVerification(answer)
  return { account, cases: caseRecords(source), slots: requiredSlots(verification) }
}

type Look = Awaited<ReturnType<typeof look>>
type Case = Look['cases'][number]

const valuesIn = (record: Case | undefined, field: 'usable' | 'matching'): readonly string[] =>
  ((record?.[field] ?? []) as readonly { readonly value: string }[]).map(({ value }) => value)

/** What the dialog sends as evidence of a decision: the documents it cites, and every match that was acknowledged. */
function evidenceFor(name: string, record: Case, input: Readonly<Record<string, unknown>>): Evidence | undefined {
  const actions: Readonly<Record<string, ResolvedAction>> = accountInvestigations.actions
  const action = actions[name]
  if (action === undefined || !takesEvidence(action)) return undefined
  const hits = acknowledgeablesIn('hits', record) ?? []
  return { reliedOn: citedIn(action, record, input), acknowledged: hits.map(({ text }) => text) }
}

/** The first account whose page is so, found as people find it. */
async function accountWhere(provider: ConsoleDataProvider, is: (seen: Look) => boolean): Promise<Look> {
  for await (const { record } of recordsOf(provider, accounts)) {
    if (!['SUSPENDED', 'ACTION_REQUIRED'].includes(String(record['status']))) continue
    const seen = await look(provider, record.id)
    if (is(seen)) return seen
  }
  throw new Error('There is no such account')
}

const isUndecided = ({ status, account_status }: Case): boolean =>
  status === 'INDETERMINATE' && account_status === 'ACTION_REQUIRED'

const isRejected = ({ status }: Case): boolean => status === 'REJECTED'

describe('a verification, against the gateway and the embedded services', () => {
  let running: EmbeddedConsole | undefined
  let provider: ConsoleDataProvider
  beforeAll(async () => {
    running = await startEmbeddedConsole()
    provider = running.admin
  }, 60_000)
  afterAll(async () => running?.stop())

  const evidenceIn = (...decision: Parameters<typeof evidenceFor>) => {
    const evidence = evidenceFor(...decision)
    return evidence === undefined ? {} : { evidence }
  }

  const decide = (name: string, record: Case, input: Readonly<Record<string, unknown>>) =>
    provider.action('accountInvestigations', { name, record, input, ...evidenceIn(name, record, input) })

  /** Uploads a picture for every required document and attaches them, as Save does. */
  async function uploadAll({ account, slots }: Look): Promise<readonly string[]> {
    const uploaded = await Promise.all(
      slots.map(async (slot) => {
        const { data } = await provider.upload('accounts', {
          name: 'uploadDocument',
          record: account,
          files: [sampleFile()],
        })
        const { record_id: recordId } = data.answer['result'] as { readonly record_id: string }
        return { slot, proof: slot.documents[0]?.proof ?? '', recordId }
      }),
    )
    const { data } = await provider.action('accounts', {
      name: 'saveDocuments',
      record: account,
      input: saveInput(uploaded),
    })
    expect(data.ok).toBe(true)
    return uploaded.map(({ recordId }) => recordId)
  }

  const review = async (account: ConsoleRecord['id'], name: 'approve' | 'reject', ids: readonly string[]) => {
    const documents = await partsOf(provider, accountDocuments, account)
    for (const record of documents.filter(({ id }) => ids.includes(String(id)))) {
      await provider.action('accountDocuments', { name, record, input: { reason: 'Looked at' } })
    }
    return partsOf(provider, accountDocuments, account)
  }

  it('is appealed with documents that were uploaded, attached and approved, and accepted', async () => {
    const before = await accountWhere(
      provider,
      ({ account, cases, slots }) =>
        account['status'] === 'SUSPENDED' && cases.length === 1 && cases.every(isRejected) && slots.length > 0,
    )
    const { id } = before.account
    const ids = await uploadAll(before)
    const attached = (await look(provider, id)).cases[0]
    expect(valuesIn(attached, 'usable')).toEqual(expect.arrayContaining([...ids]))
    expect(valuesIn(attached, 'matching').filter((value) => ids.includes(value))).toEqual([])
    const documents = await review(id, 'approve', ids)
    for (const each of ids) expect(documents).toContainEqual(expect.objectContaining({ id: each, status: 'approved' }))
    const [theCase] = (await look(provider, id)).cases
    if (theCase === undefined) throw new Error('The case is gone')
    expect(valuesIn(theCase, 'matching')).toEqual(expect.arrayContaining([...ids]))
    const input = { documents: valuesIn(theCase, 'matching'), reason: 'See the documents' }
    expect((await decide('appeal', theCase, input)).data.ok).toBe(true)
    await vi.waitFor(async () => {
      const after = await look(provider, id)
      expect(after.cases[0]?.['status']).toBe('ACCEPTED')
      expect(after.account['status']).toBe('COMPLETE')
    }, ANSWERED)
  })

  it('has no use for a document that was rejected', async () => {
    const before = await accountWhere(provider, ({ cases, slots }) => cases.every(isRejected) && slots.length > 0)
    const { id } = before.account
    const ids = await uploadAll(before)
    const documents = await review(id, 'reject', ids)
    for (const each of ids) expect(documents).toContainEqual(expect.objectContaining({ id: each, status: 'rejected' }))
    const offered = (await look(provider, id)).cases.flatMap((each) => [
      ...valuesIn(each, 'usable'),
      ...valuesIn(each, 'matching'),
    ])
    expect(offered.filter((value) => ids.includes(value))).toEqual([])
  })

  it('that is undecided is approved on the strength of a document, once', async () => {
    const { account, cases } = await accountWhere(provider, (seen) =>
      seen.cases.some((each) => isUndecided(each) && valuesIn(each, 'usable').length > 0),
    )
    const theCase = cases.find((each) => isUndecided(each) && valuesIn(each, 'usable').length > 0)
    if (theCase === undefined) throw new Error('The case is gone')
    const [document] = valuesIn(theCase, 'usable')
    const input = { document, reason: 'Passport seen' }
    expect((await decide('approve', theCase, input)).data.ok).toBe(true)
    await expect(decide('approve', theCase, input)).rejects.toMatchObject({ name: 'HttpError' })
    await vi.waitFor(async () => {
      const after = await look(provider, account.id)
      expect(after.cases.find(({ id }) => id === theCase.id)?.['status']).toBe('ACCEPTED')
    }, ANSWERED)
  })

  it('is not approved with the document of another case', async () => {
    const { cases } = await accountWhere(provider, (seen) => seen.cases.some(isUndecided))
    const theCase = cases.find(isUndecided)
    if (theCase === undefined) throw new Error('The case is gone')
    const input = { document: 'snap-of-another', reason: 'Passport seen' }
    const known = evidenceFor('approve', theCase, input)
    const reliedOn = [{ value: 'snap-of-another', label: 'Passport, uploaded' }]
    const evidence = { acknowledged: known?.acknowledged ?? [], reliedOn }
    const call = provider.action('accountInvestigations', { name: 'approve', record: theCase, input, evidence })
    await expect(call).rejects.toMatchObject({
      body: { code: 'CONFLICT' },
      message: expect.stringContaining('not one of this case') as string,
    })
  })

  it('drifts nowhere', () => {
    expect(running?.drift).toEqual([])
  })
})
