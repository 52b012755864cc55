import { useEffect, useRef, useState } from 'react'
import type { AuditRecordView } from '../../language/auditView.ts'
import { isValues, type Values } from '../../language/pointer.ts'
import { frameworkPermissions } from '../../language/registry.ts'
import { findingLabels, type Settlement } from '../../language/settlement.ts'
import { useSession } from '../auth/ShellContext.ts'
import { Button } from '../ui/Button.tsx'
import { FactLine, Facts } from '../ui/Facts.tsx'
import { SettleDialog } from './SettleDialog.tsx'
import { timeText } from './timeText.ts'

/** True where the person made the change, or requested it. */
function isOwn({ actor, approval }: Values, userId: string): boolean {
  const people = [actor, isValues(approval) ? approval['requestedBy'] : undefined]
  return people.some((person) => isValues(person) && String(person['userId']) === userId)
}

interface SettledProps {
  readonly settled: Settlement
  /** It takes the focus, as the button that was pressed for it is gone. */
  readonly isNew: boolean
}

const Settled = ({ settled: { finding, by, at, reason }, isNew }: SettledProps) => {
  const lines = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) lines.current?.focus()
  }, [isNew])
  return (
    <div tabIndex={-1} ref={lines}>
      <Facts kind="lines">
        <FactLine label="Settled">{findingLabels[finding]}</FactLine>
        <FactLine label="Settled by">{`${by}, ${timeText(new Date(at))}`}</FactLine>
        <FactLine label="How they know">
          <span className="cs-administration-reason">{reason}</span>
        </FactLine>
      </Facts>
    </div>
  )
}

interface SettlingProps {
  readonly view: AuditRecordView
  readonly entry: Values
  readonly outcome: Values | null
}

/** How an unknown outcome was settled, or the way to settle it for people who may. */
export const Settling = ({ view: { seq, label, settled }, entry, outcome }: SettlingProps) => {
  const session = useSession()
  const [isAsked, setAsked] = useState(false)
  const [wasOpen] = useState(settled === null)
  const details = isValues(entry['details']) ? entry['details'] : {}
  const isUnknown = (outcome ?? details)['result'] === 'unknown'
  const mayBeSettled = session?.permissions.includes(frameworkPermissions.settleOutcomes) === true && isUnknown
  return (
    <>
      {settled !== null && <Settled settled={settled} isNew={wasOpen} />}
      {settled === null && mayBeSettled && isOwn(entry, session.userId) && (
        <p className="cs-muted">You made this change or requested it, so another person has to settle it.</p>
      )}
      {settled === null && mayBeSettled && !isOwn(entry, session.userId) && (
        <div className="cs-row">
          <Button onClick={() => setAsked(true)}>Settle…</Button>
        </div>
      )}
      {isAsked && <SettleDialog seq={Number(entry['seq'] ?? seq)} label={label} onClose={() => setAsked(false)} />}
    </>
  )
}
