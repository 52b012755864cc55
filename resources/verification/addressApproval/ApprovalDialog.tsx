import { useState, type ReactNode } from 'react'
import { openCases } from '../../../schemas/verification/addressApproval.ts'
import type { ApprovalRun } from '../../../schemas/verification/approvalRun.ts'
import type { Verification } from '../../../schemas/verification/verification.ts'
import { usePageWarning } from '../../../src/data/pageWarning.ts'
import { Button } from '../../../src/ui/Button.tsx'
import { Dialog } from '../../../src/ui/Dialog.tsx'
import { FactLine, Facts } from '../../../src/ui/Facts.tsx'
import { Notice } from '../../../src/ui/Notice.tsx'
import { consequenceOf } from './approvalText.ts'

/** What the page says about who works on the record, and the way to take it over where the gateway would refuse every step. */
function useTurn(isRefused: boolean) {
  const [isBusy, setBusy] = useState(false)
  const warning = usePageWarning()
  const takeOver = isRefused || warning?.isLost === true ? warning?.takeOver : undefined
  const take =
    takeOver &&
    (() => {
      setBusy(true)
      void takeOver().finally(() => setBusy(false))
    })
  return { warning, take, isBusy }
}

interface ApprovalDialogProps {
  /** The account's number and state. */
  readonly identity: ReactNode
  readonly verification: Verification
  /** What has been done of it already. */
  readonly run: ApprovalRun | undefined
  /** The gateway has refused a step because a colleague has the account from this person. */
  readonly isRefused: boolean
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

/** Confirms an automatic address approval: says what will happen, to whose address, and who else works on the account. */
export const ApprovalDialog = (props: ApprovalDialogProps) => {
  const { identity, verification, run, isRefused, onCancel, onConfirm } = props
  const { warning, take, isBusy } = useTurn(isRefused)
  return (
    <Dialog
      isDetached
      isGuarded
      stage={take && 'claimed'}
      title="Approve the address?"
      text={consequenceOf(run, verification)}
      onCancel={onCancel}
      onSubmit={take === undefined ? onConfirm : undefined}
      buttons={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            type={take === undefined ? 'submit' : 'button'}
            look="primary"
            isBusy={isBusy}
            onClick={take}
            data-first=""
          >
            {take === undefined ? 'Approve address' : 'Take over'}
          </Button>
        </>
      }
    >
      {warning !== undefined && <Notice tone="warning">{warning.text}</Notice>}
      <Facts kind="stacked">
        <FactLine label="Account">
          <span className="cs-row">{identity}</span>
        </FactLine>
        {openCases(verification).map(({ sketchId, applicant, homeAddress: { street, city, state, postalCode } }) => (
          <FactLine key={sketchId} label={`Address of ${applicant || 'the applicant'}`}>
            {`${street}, ${city}, ${state} ${postalCode}`}
          </FactLine>
        ))}
      </Facts>
    </Dialog>
  )
}
