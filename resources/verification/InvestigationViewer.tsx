import type { ReactNode } from 'react'
import type { ApplicantCases, Verification } from '../../schemas/verification/verification.ts'
import { Tabs } from '../../src/ui/Tabs.tsx'
import { StatusPill } from '../../src/values/drawText.tsx'
import type { CaseLink } from './CaseStrip.tsx'
import { CaseView, PreviousCases } from './CaseView.tsx'
import './verification.css'

interface InvestigationViewerProps {
  readonly verification: Verification
  /** The applicants' names in order, for cases that do not include them. */
  readonly names?: readonly (string | undefined)[]
  /** The actions on an applicant's case, drawn next to its status. */
  readonly actions?: (applicant: ApplicantCases) => ReactNode
  readonly linkOf?: CaseLink
  /** The case to show, in place of the first open one. */
  readonly led?: string | undefined
}

/** The initial tab: the first applicant with an open case, otherwise the first applicant. */
const initialOf = ({ applicants }: Verification): string | undefined =>
  applicants.find(({ current }) => current.status !== 'ACCEPTED')?.label

/**
 * The results of an account's identity checks: a tab for each applicant, with the case, its results, and its earlier
 * runs (account review, section 2 'Investigation viewer'; D-96 to D-100).
 */
export const InvestigationViewer = ({ verification, names = [], actions, linkOf, led }: InvestigationViewerProps) => (
  <div className="cs-stack">
    <Tabs
      key={led}
      label="Applicants"
      initial={
        verification.applicants.find(({ current }) => current.sketchId === led)?.label ?? initialOf(verification)
      }
      tabs={verification.applicants.map((applicant, index) => {
        const { label, current, previous } = applicant
        return {
          name: label,
          label: (
            <>
              {label}
              <span className="cs-muted">{current.applicant || names[index]}</span>
              {current.status !== '' && <StatusPill table="investigation" status={current.status} />}
            </>
          ),
          draw: () => (
            <>
              <CaseView investigation={current} actions={actions?.(applicant)} linkOf={linkOf} />
              <PreviousCases cases={previous} linkOf={linkOf} />
            </>
          ),
        }
      })}
    />
  </div>
)
