import type { ReactNode } from 'react'
import type { ApplicantCases, Verification } from '../../schemas/verification/verification.ts'
import { Tabs } from '../../src/ui/Tabs.tsx'
import { StatusPill } from '../../src/values/drawText.tsx'
import { CaseView, PreviousCases } from './CaseView.tsx'
import './verification.css'

interface InvestigationViewerProps {
  readonly verification: Verification
  /** What the applicants are called where their cases do not say it, in their order. */
  readonly names?: readonly (string | undefined)[]
  /** What can be done about an applicant's case, drawn beside its status. */
  readonly actions?: (applicant: ApplicantCases) => ReactNode
}

/** The applicant whose case is still open comes to mind first; else the first one. */
const initialOf = ({ applicants }: Verification): string | undefined =>
  applicants.find(({ current }) => current.status !== 'ACCEPTED')?.label

/**
 * What the identity checks of an account came to: a tab for each applicant, inside it the case with its results, and
 * its earlier runs (account review, section 2 'Investigation viewer'; D-96 to D-100).
 */
export const InvestigationViewer = ({ verification, names = [], actions }: InvestigationViewerProps) => (
  <div className="cs-stack cs-investigation">
    <Tabs
      label="Applicants"
      initial={initialOf(verification)}
      tabs={verification.applicants.map((applicant, index) => {
        const { label, current, previous } = applicant
        return {
          name: label,
          label: (
            <>
              {label}
              <span className="cs-applicant-name">{current.applicant || names[index]}</span>
              {current.status !== '' && <StatusPill table="investigation" status={current.status} />}
            </>
          ),
          draw: () => (
            <>
              <CaseView investigation={current} actions={actions?.(applicant)} />
              <PreviousCases cases={previous} />
            </>
          ),
        }
      })}
    />
  </div>
)
