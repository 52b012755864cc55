import { Button } from '../../../src/ui/Button.tsx'
import { Disclosure } from '../../../src/ui/Disclosure.tsx'
import { useEffect, useId, useState, type ReactNode } from 'react'
import {
  addressApprovalConditions,
  APPROVAL_PERMISSION,
  approvalTexts,
  isWholeAddress,
  obstaclesIn,
  obstacleText,
  openCases,
  type ApprovalCondition,
} from '../../../schemas/verification/addressApproval.ts'
import type { Verification } from '../../../schemas/verification/verification.ts'
import { LeaveDialog, useLeaveQuestion } from '../../../src/ui/LeaveDialog.tsx'
import { RECORD_CLAIMED } from '../../../src/actions/outcomeNotice.ts'
import { FailureNotice } from '../../../src/ui/Notice.tsx'
import { ApprovalDialog } from './ApprovalDialog.tsx'
import { ApprovalConditions, ApprovalSteps } from './AddressApprovalSteps.tsx'
import { useAddressApproval, type approvalAccount } from './useAddressApproval.ts'
import './addressApproval.css'

interface AddressApprovalProps {
  readonly account: ReturnType<typeof approvalAccount>
  /** The account's number and state. */
  readonly identity: ReactNode
  readonly verification: Verification
  readonly permissions: readonly string[]
  /** Called when every step is done and the clearing firm's answer is pending. */
  readonly onDone?: () => void
}

interface FootProps {
  readonly isBusy: boolean
  readonly label: string
  /** The condition that prevents the start. */
  readonly obstacle: ApprovalCondition | undefined
  readonly onPress: () => void
}

const Foot = ({ isBusy, label, obstacle, onPress }: FootProps) => {
  const id = useId()
  const isBlocked = obstacle !== undefined
  return (
    <div className="cs-row" data-offered="">
      <Button
        isOff={isBlocked}
        isBusy={isBusy}
        aria-describedby={isBlocked ? id : undefined}
        onClick={isBusy || isBlocked ? undefined : onPress}
      >
        {label}
      </Button>
      {isBlocked && (
        <span className="cs-meta" id={id}>
          {obstacleText(obstacle)}
        </span>
      )}
    </div>
  )
}

const metCount = (conditions: readonly ApprovalCondition[]): number =>
  conditions.filter(({ holds }) => holds === true).length

/** Logs that the home address of an open case lacks a part, as the gateway does (account review, section 4; D-127). */
function useMissingLog(verification: Verification): void {
  const isMissing = openCases(verification).some(({ homeAddress }) => !isWholeAddress(homeAddress))
  useEffect(() => {
    if (isMissing) console.warn(approvalTexts.missing)
  }, [isMissing])
}

/** Asks before a run is left, which stops after its step. */
const LeaveGuard = () => {
  const leaving = useLeaveQuestion(true)
  return (
    leaving !== undefined && (
      <LeaveDialog
        question={leaving}
        title="Leave while this is running?"
        text="The step that is under way still finishes. The approval stops after it, and can be continued here."
      />
    )
  )
}

const Panel = ({ account, identity, verification, onDone }: Omit<AddressApprovalProps, 'permissions'>) => {
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const [isConfirmed, setConfirmed] = useState(false)
  const { run, isEarlier, isBusy, isUnderWay, failure, start } = useAddressApproval(account.id, verification, onDone)
  const { status, isActive } = account
  useMissingLog(verification)
  const conditions = addressApprovalConditions({ status, isActive, verification, validations: {} })
  // The gateway decides where to resume a started approval, whatever this page still shows.
  const isAgain = isConfirmed && (run !== undefined || failure !== undefined)
  const [obstacle] = isEarlier || isAgain ? [] : obstaclesIn(conditions)
  const label = isEarlier ? 'Continue' : isAgain ? 'Try again' : 'Approve address'
  // What is shown of a failure is over once there is nothing left to approve.
  const isOpen = run?.done !== true && openCases(verification).length > 0
  const isRefused = failure?.code === RECORD_CLAIMED
  const confirm = () => {
    setAsking(false)
    setConfirmed(true)
    start()
  }
  return (
    <section className="cs-stack cs-address-approval cs-screen" aria-labelledby={id}>
      <div className="cs-row">
        <h3 id={id}>Automatic address approval</h3>
        {isOpen && (
          <Foot
            {...{ isBusy, label, obstacle }}
            onPress={isConfirmed && !isRefused && !isEarlier ? start : () => setAsking(true)}
          />
        )}
      </div>
      {run === undefined ? (
        <Disclosure title={`${metCount(conditions)} of ${conditions.length} conditions met`}>
          <ApprovalConditions conditions={conditions} />
        </Disclosure>
      ) : (
        <ApprovalSteps run={run} isUnderWay={isUnderWay} verification={verification} />
      )}
      {isOpen && failure !== undefined && <FailureNotice failure={failure} />}
      {isBusy && run?.done !== true && <LeaveGuard />}
      {isAsking && (
        <ApprovalDialog
          {...{ identity, verification, run, isRefused }}
          onCancel={() => setAsking(false)}
          onConfirm={confirm}
        />
      )}
    </section>
  )
}

/**
 * The automatic address approval of an account, for staff with its permission (account review, section 4; D-123 to
 * D-131): its conditions, and one button. Showing it makes no calls and changes nothing (D-125).
 */
export const AddressApproval = ({ permissions, ...props }: AddressApprovalProps) => {
  // A finished run stays visible even if the case has been accepted meanwhile.
  const [hadOpenCase] = useState(openCases(props.verification).length > 0)
  const isAbout = hadOpenCase || openCases(props.verification).length > 0
  return permissions.includes(APPROVAL_PERMISSION) && isAbout ? <Panel key={props.account.id} {...props} /> : null
}
