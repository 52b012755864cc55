import { useId, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { openCases } from '../../schemas/verification/addressApproval.ts'
import { needsNothing, readDocuments } from '../../schemas/verification/rules.ts'
import type { Investigation } from '../../schemas/verification/investigation.ts'
import type { ApplicantCases, Verification } from '../../schemas/verification/verification.ts'
import type { Details } from '../../src/actions/ActionDialog.tsx'
import { FlowDialogs } from '../../src/actions/FlowDialogs.tsx'
import { useSayOpened } from '../../src/claims/useClaims.ts'
import { recordPathOf } from '../../src/model/consoleModel.ts'
import type { BlockProps, PageModel } from '../../src/console/extensions.ts'
import { HistoryLink } from '../../src/nested/HistoryLink.tsx'
import { IdentityFacts } from '../../src/show/RecordIdentity.tsx'
import { NotRefreshed } from '../../src/ui/Notice.tsx'
import { AddressApproval } from './addressApproval/AddressApproval.tsx'
import { appealDetails } from '../applicants/AskedFor.tsx'
import { approvalAccount } from './addressApproval/useAddressApproval.ts'
import { applicantNames } from './useApplicantNames.ts'
import { CaseDecisions } from './CaseDecisions.tsx'
import { InvestigationViewer } from './InvestigationViewer.tsx'
import { Overtaken } from './Overtaken.tsx'
import { useCaseFlow } from './useCaseFlow.ts'
import { useVerification, type VerificationState } from './useVerification.ts'
import { NothingRequired, VerificationMissing } from './VerificationStates.tsx'
import { pollEvery, useWaiting, useWaitingStore } from './useWaiting.ts'
import './verification.css'

/** What a question about a case says above its fields. */
const detailsOf = (page: PageModel, verification: Verification): Details => {
  const appealed = appealDetails(verification)
  return (question) => {
    const { name, record } = question.intent
    if (name !== 'reject') return appealed(question)
    return (
      <Overtaken page={page} isAbout={({ recordId }) => recordId === record?.id} once="once this case is rejected" />
    )
  }
}

interface CasesProps extends BlockProps {
  readonly read: VerificationState & { readonly verification: NonNullable<VerificationState['verification']> }
  readonly store: ReturnType<typeof useWaitingStore>
}

const Cases = ({ model, part, read, store }: CasesProps) => {
  const { definition, detail, permissions } = model
  const { verification, failure, retry } = read
  const [led, lead] = useState<string>()
  const { records, flow, goOn } = useCaseFlow(model, part, read, lead)
  useWaiting({ definition, store, read })
  const documents = useMemo(() => readDocuments(detail), [detail])
  const names = useMemo(() => applicantNames(model), [model])
  const { waitFor } = store
  const { readAt } = read
  const say = useSayOpened(definition, String(detail.id))
  const onApproved = async () => {
    const open = openCases(verification).map(({ sketchId }) => sketchId)
    waitFor(verification, open, readAt)
    if (await goOn(open, lead)) say((name) => `The address of ${name} is approved and the case appealed.`, true)
  }
  const decisions = ({ current }: ApplicantCases) => (
    <CaseDecisions
      {...{ part, documents, permissions, flow, store }}
      investigation={current}
      record={records.find(({ id }) => id === current.sketchId)}
    />
  )
  const linkOf = (one: Investigation) => {
    const { sketchId } = one
    const name = one.applicant || names[verification.applicants.findIndex(({ current }) => current === one)]
    const of = name === undefined ? `Case ${sketchId}` : `Case ${sketchId} of ${name}`
    return <HistoryLink page={definition} subject={{ part: part.name, id: sketchId }} of={of} />
  }
  return (
    <>
      {needsNothing(verification) ? (
        <NothingRequired
          {...{ verification, failure, retry, linkOf }}
          noCaseText="No verification has been started."
          actions={decisions}
        />
      ) : (
        <>
          {failure !== undefined && <NotRefreshed failure={failure} retry={retry} />}
          <InvestigationViewer verification={verification} names={names} actions={decisions} {...{ linkOf, led }} />
        </>
      )}
      <AddressApproval
        account={approvalAccount(model.record)}
        identity={<IdentityFacts {...model} />}
        verification={verification}
        permissions={permissions ?? []}
        onDone={() => void onApproved()}
      />
      <FlowDialogs flow={flow} details={detailsOf(model, verification)} />
    </>
  )
}

/**
 * The account's identity checks on its page, with their decisions. They load separately: if that fails, the rest of the
 * page stays.
 */
export const VerificationBlock = ({ model, part }: BlockProps) => {
  const { definition, record } = model
  const store = useWaitingStore(definition, record)
  const read = useVerification(definition, record, { everyMs: pollEvery(store.waiting) })
  const { verification, failure, retry } = read
  const id = useId()
  const path = recordPathOf(definition, record.id)
  return (
    <section className="cs-stack cs-part" aria-labelledby={id}>
      <div className="cs-row cs-row--between">
        <h2 id={id}>{part.label}</h2>
        {path !== undefined && <Link to={`${path}/cip`}>CIP file</Link>}
      </div>
      {verification === undefined ? (
        <VerificationMissing failure={failure} retry={retry} />
      ) : (
        <Cases model={model} part={part} read={{ ...read, verification }} store={store} />
      )}
    </section>
  )
}
