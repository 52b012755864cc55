import { useGetIdentity } from 'ra-core'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { FactLine, Facts } from '../../../src/ui/Facts.tsx'
import { AddressNote } from '../../../src/ui/AddressNote.tsx'
import { Button } from '../../../src/ui/Button.tsx'
import { valueAt } from '../../../language/pointer.ts'
import { readRecord } from '../../../language/readRecord.ts'
import { readDocuments } from '../../../schemas/verification/rules.ts'
import { formatMoment } from '../../../src/format/formatMoment.ts'
import { formatValue } from '../../../src/format/formatValue.ts'
import { Icon } from '../../../src/ui/Icon.tsx'
import { ErrorState, EmptyState } from '../../../src/ui/EmptyState.tsx'
import type { RecordPageProps } from '../../../src/console/extensions.ts'
import { recordPathOf } from '../../../src/model/consoleModel.ts'
import { NotRefreshed, Notice } from '../../../src/ui/Notice.tsx'
import { useDetail } from '../../../src/show/useDetail.ts'
import type { Row } from '../../../src/model/columns.ts'
import { CipCaseView } from './CipCaseView.tsx'
import { CipTrailFailure } from './CipEvidence.tsx'
import { cipFile, type CipApplicant } from './cipFile.ts'
import { useTrail, type TrailState } from '../../../src/show/history/useTrail.ts'
import { useVerification } from '../useVerification.ts'
import { VerificationLoading, VerificationMissing } from '../VerificationStates.tsx'
import '../../../src/ui/parts.css'
import '../../../src/table/table.css'
import '../verification.css'
import './cip.css'

const INCOMPLETE = 'This file is not complete: a part of the record could not be read.'
const STALE = 'This file may not be as the record is now: it was read before and could not be read again.'

/** The time of printing. Until the page is printed, it is the time the page was opened. */
function usePrintedAt(): string {
  const [at, setAt] = useState(() => new Date())
  useEffect(() => {
    const mark = () => setAt(new Date())
    window.addEventListener('beforeprint', mark)
    return () => window.removeEventListener('beforeprint', mark)
  }, [])
  return formatMoment(at)
}

interface ApplicantPageProps {
  readonly applicant: CipApplicant
  readonly accountNo: string
  readonly imprint: string
  readonly productName: string
  readonly trail: TrailState
  /** What keeps the file from being relied on, as sentences. */
  readonly faults: readonly string[]
}

const ApplicantPage = ({ applicant, accountNo, imprint, productName, trail, faults }: ApplicantPageProps) => (
  <article className="cs-stack cs-cip-page" aria-label={`${applicant.label}: ${applicant.name}`}>
    <header>
      <p className="cs-meta">{`Customer identification file · Account ${accountNo} · ${applicant.label}`}</p>
      <h2>{applicant.name}</h2>
    </header>
    {faults.map((fault) => (
      <Notice key={fault} tone="danger" role="note">
        <p>{fault}</p>
      </Notice>
    ))}
    <Facts kind="columns">
      {applicant.facts.map(({ label, text }) => (
        <FactLine key={label} label={label}>
          {text}
        </FactLine>
      ))}
    </Facts>
    {trail.events === undefined && <CipTrailFailure productName={productName} trail={trail} />}
    {applicant.cases.length === 0 && (
      <p>{applicant.areCasesRead ? 'No identity case' : 'Identity cases could not be read'}</p>
    )}
    {applicant.cases.map((cipCase, index) => (
      <CipCaseView
        key={`${cipCase.investigation.sketchId} ${index}`}
        cipCase={cipCase}
        productName={productName}
        isTrailRead={trail.events !== undefined}
      />
    ))}
    <footer className="cs-meta">{imprint}</footer>
  </article>
)

type FileProps = Pick<RecordPageProps, 'definition' | 'productName'> & { readonly detail: Row }

const File = ({ definition, productName, detail }: FileProps) => {
  const record = useMemo(() => readRecord(definition, detail, detail.id), [definition, detail])
  const { verification, failure, retry } = useVerification(definition, record, { staleMs: 0 })
  const trail = useTrail(definition, record.id)
  const { identity } = useGetIdentity()
  const printedAt = usePrintedAt()
  if (verification === undefined) return <VerificationMissing failure={failure} retry={retry} />
  if (trail.events === undefined && trail.failure === undefined) return <VerificationLoading />
  const accountNo = formatValue('text', valueAt(detail, '/account/0/account_no'))
  const isPartial = failure?.code === 'UNEXPECTED_ANSWER'
  const isStale = (failure !== undefined && !isPartial) || (trail.events !== undefined && trail.failure !== undefined)
  const faultsOf = ({ isComplete }: CipApplicant) => [
    ...(isComplete && !isPartial ? [] : [INCOMPLETE]),
    ...(isStale ? [STALE] : []),
  ]
  const imprint = `Printed ${printedAt} New York time by ${identity?.fullName ?? 'a person not known'}`
  return (
    <>
      {failure !== undefined && <NotRefreshed failure={failure} retry={retry} />}
      {trail.events !== undefined && trail.failure !== undefined && (
        <NotRefreshed failure={trail.failure} retry={trail.retry} />
      )}
      {cipFile(detail, { verification, documents: readDocuments(detail), events: trail.events ?? [] }).map(
        (applicant) => (
          <ApplicantPage
            key={applicant.label}
            faults={faultsOf(applicant)}
            {...{ applicant, accountNo, imprint, productName, trail }}
          />
        ),
      )}
    </>
  )
}

/** The printable customer identification file of an account: one page per applicant (obligation R3). */
export const CipPage = ({ definition, id, productName }: RecordPageProps) => {
  const { viewState, detail, failure, retry } = useDetail(definition, id)
  const isFailed = viewState === 'failed' || viewState === 'forbidden'
  const back = `${recordPathOf(definition, id) ?? ''}?tab=documents`
  return (
    <section className="cs-stack cs-cip" aria-label="CIP file">
      <div className="cs-row cs-cip-tools">
        <Link className="cs-back cs-screen" to={back}>
          <Icon name="back" />
          Back
        </Link>
        <h1>CIP file</h1>
        {viewState === 'record' && (
          <Button look="primary" onClick={() => window.print()}>
            Print
          </Button>
        )}
      </div>
      <AddressNote />
      {viewState === 'loading' && <VerificationLoading />}
      {viewState === 'record' && detail !== undefined && (
        <File definition={definition} productName={productName} detail={detail} />
      )}
      {isFailed && failure !== undefined && (
        <ErrorState title="Couldn't load this record." failure={failure} retry={retry} />
      )}
      {!isFailed && viewState !== 'loading' && viewState !== 'record' && (
        <EmptyState kind="lost" title="There is nothing to show for this record">
          It may have been removed, or the address may be wrong.
        </EmptyState>
      )}
    </section>
  )
}
