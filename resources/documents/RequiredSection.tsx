import { useId } from 'react'
import { Button } from '../../src/ui/Button.tsx'
import type { Failure } from '../../src/data/failure.ts'
import { Notice } from '../../src/ui/Notice.tsx'
import { RequestId } from '../../src/ui/EmptyState.tsx'
import type { VerificationState } from '../verification/useVerification.ts'
import { choiceIn, type Choices } from './useChoices.ts'
import type { Row } from '../../src/model/columns.ts'
import type { TrailState } from '../../src/show/history/useTrail.ts'
import { requirementState, type RequiredSlot } from './requirementState.ts'
import { RequiredRow } from './RequiredRow.tsx'
import type { RowTools } from './useRequiredDocuments.ts'

interface RequiredSectionProps {
  readonly read: VerificationState
  readonly slots: readonly RequiredSlot[]
  readonly choices: Choices
  /** The applicants' names by label, when there are two. */
  readonly names: Readonly<Partial<Record<RequiredSlot['applicant'], string>>>
  readonly tools: RowTools
  /** The uploaded documents, which show how far each requirement has come. */
  readonly documents: readonly Row[]
  /** What could not be read of them, in words; empty where all were read. */
  readonly unread: string
  readonly trail: TrailState
}

const NotRead = ({ failure, retry }: { readonly failure: Failure; readonly retry: () => void }) => (
  <Notice tone="danger" className="cs-stack cs-doc-unread" role="alert">
    <p>
      <strong>Couldn't load what is required</strong>
    </p>
    <p>
      {failure.message} <RequestId failure={failure} />
    </p>
    <Button onClick={retry}>Retry</Button>
  </Notice>
)

const Skeleton = () => (
  <div className="cs-doc-skeleton" aria-busy="true" aria-label="Loading required documents">
    <span className="cs-skeleton cs-skeleton--text" />
  </div>
)

const Rows = ({ read, slots, choices, names, tools, documents, unread, trail }: RequiredSectionProps) => {
  const { verification, failure } = read
  if (failure === undefined && verification === undefined) return <Skeleton />
  if (failure === undefined && slots.length === 0) return <p className="cs-muted">No documents required</p>
  return (
    <>
      {failure !== undefined && <NotRead failure={failure} retry={read.retry} />}
      {slots.length > 0 && (
        <ul className="cs-divided">
          {slots.map((slot) => (
            <RequiredRow
              key={slot.key}
              slot={slot}
              chosen={choiceIn(choices, slot.key)}
              state={requirementState(slot, {
                chosen: choiceIn(choices, slot.key),
                documents,
                verification,
                unread,
                trail,
              })}
              person={names[slot.applicant]}
              tools={tools}
            />
          ))}
        </ul>
      )}
    </>
  )
}

/** The documents the clearing firm requires, each with its upload row (account review, section 2). */
export const RequiredSection = (props: RequiredSectionProps) => {
  const id = useId()
  return (
    <section className="cs-doc-section" aria-labelledby={id}>
      <h3 id={id}>Required documents for review</h3>
      <Rows {...props} />
    </section>
  )
}
