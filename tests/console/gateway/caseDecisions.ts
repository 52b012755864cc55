import { coerceRecord } from '../../../language/coerceRecord.ts'
import { recordVersion } from '../../../language/recordVersion.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { evidenceFor, operationOf, requestFor } from './gatewayUnderTest.ts'
import { sampleSnaps } from './sampleSnaps.ts'
import { cookie, gateway } from './withGateway.ts'

type Values = Readonly<Record<string, unknown>>

/** The matches of the sample case in the words to acknowledge. */
export const MATCHES = [
  'DNDB: A. Brandt, certainty LOW',
  'Dow Jones: BRANDT, Ana, certainty 72',
  'Ofac: POTENTIAL_MATCH',
]

/** The matches as the lists answer them. */
export const result = {
  dndbResult: { profiles: [{ record: { givenName: 'A.', familyName: 'Brandt' }, certainty: 'LOW', reasons: [] }] },
  dowJonesResult: { profiles: [{ name: 'BRANDT, Ana', certainty: '72', reasons: [] }] },
  ofacResult: { ofacMatch: 'POTENTIAL_MATCH' },
}
/** The same without a match. */
export const clean = {
  dndbResult: { profiles: [] },
  dowJonesResult: { profiles: [] },
  ofacResult: { ofacMatch: 'NO_MATCH' },
}

/** A case that can be decided. */
export const caseOf = (sketchId: string, found: unknown, change = {}) => ({
  sketchId,
  status: 'INDETERMINATE',
  cipCategories: [
    { name: 'SSN', categoryState: 'REJECTED', requestedDocuments: [{ name: 'SSN_CARD' }, { name: 'W2' }] },
  ],
  result: found,
  ...change,
})

/** The answer with the sample case. */
export const casesWith = (found: unknown) => ({ result: { investigations: [caseOf('sketch-3', found)] } })

interface Said {
  readonly reason?: string
  readonly acknowledged?: readonly string[]
  readonly evidence?: unknown
  readonly version?: string
}

/** Decides about a case of an account that no test answers for by the way. */
export async function decide(name: string, { reason = 'Fits', acknowledged = [], ...said }: Said = {}) {
  const operation = operationOf(`accountInvestigations.${name}`)
  const { version } = said
  const seen = version === undefined ? {} : { 'x-record-version': version }
  const sent = requestFor(operation, cookie, { 'x-owner': '4108', ...seen })
  const payload = JSON.parse(String(sent.payload)) as { readonly body?: Values; readonly evidence?: unknown }
  const { body = payload as Values } = payload
  const words = 'text' in body ? { text: reason } : { comment: reason }
  const changed = { ...body, ...words, apex_account_id: 4108 }
  const evidence = said.evidence === undefined ? evidenceFor(operation, acknowledged) : said.evidence
  const whole = payload.evidence === undefined ? changed : { body: changed, evidence }
  return gateway.app.inject({ ...sent, payload: JSON.stringify(whole) })
}

/** The decisions that reached the clearing firm. */
export const changes = () => gateway.upstream.seen.filter(({ method }) => method === 'POST')

const theAccount = { id: 4108, status: 'ACTION_REQUIRED' }

/** What the services answer from now on. Decisions are accepted. */
export const answerWith = (answer: object) =>
  gateway.upstream.script((request, response, incoming) =>
    answering(
      200,
      request.method === 'GET' ? { account: [theAccount], snaps: sampleSnaps, ...answer } : { message: 'done' },
    )(request, response, incoming),
  )

/** The same, with the sample case. */
export const answerCases = (found: unknown) => answerWith(casesWith(found))

/** The version of the case as a screen has it. */
export async function versionOf(name: string, found: object = caseOf('sketch-3', result)): Promise<string> {
  const { action, definition } = operationOf(`accountInvestigations.${name}`)
  if (action === undefined) throw new Error(name)
  return recordVersion(definition, action, coerceRecord(found, definition.record) as Values)
}
