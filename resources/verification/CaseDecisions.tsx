import { useId } from 'react'
import { Button, Spinner } from '../../src/ui/Button.tsx'
import '../../src/actions/actions.css'
import { fillTemplate } from '../../language/template.ts'
import type { NestedResource } from '../../language/resource.ts'
import type { Investigation } from '../../schemas/verification/investigation.ts'
import { appealLack, approvalLack, decisionsFor, type Documents } from '../../schemas/verification/rules.ts'
import { controlOf, type Permissions } from '../../src/model/controlOf.ts'
import { RecordActions } from '../../src/actions/RecordActions.tsx'
import type { ActionFlow } from '../../src/actions/useActionFlow.ts'
import type { Row } from '../../src/model/columns.ts'
import { useKeys } from '../../src/ui/useKeys.ts'
import { caseGrants } from './caseToDecide.ts'
import { MOST_POLLS, type useWaitingStore } from './useWaiting.ts'

interface UnavailableProps {
  readonly label: string
  /** The case's name. */
  readonly of: string
  /** What the decision still needs. */
  readonly why: string
}

/** The button of a decision that is not available yet: disabled but focusable, with its reason. */
const Unavailable = ({ label, of, why }: UnavailableProps) => {
  const id = useId()
  return (
    <span className="cs-row cs-record-action">
      <span className="cs-meta" id={id}>
        {why}
      </span>
      <Button isOff aria-label={`${label}: ${of}`} aria-describedby={id}>
        {label}
      </Button>
    </span>
  )
}

interface CaseDecisionsProps {
  readonly part: NestedResource
  readonly investigation: Investigation
  /** The case as its calls need it. A case without a record can't be decided. */
  readonly record: Row | undefined
  readonly documents: Documents
  readonly permissions: Permissions
  readonly flow: ActionFlow
  readonly store: ReturnType<typeof useWaitingStore>
}

const names = ['approve', 'reject', 'appeal'] as const

const WaitingNote = ({ isNew, onGiveUp }: { readonly isNew: boolean; readonly onGiveUp: () => void }) => (
  <output className="cs-row cs-note">
    {isNew ? (
      <>
        <Spinner />
        Submitted
      </>
    ) : (
      <>
        Submitted, waiting for the clearing firm
        <Button look="link" onClick={onGiveUp}>
          Decide again
        </Button>
      </>
    )}
  </output>
)

interface DecisionKeysProps extends Pick<CaseDecisionsProps, 'part' | 'flow'> {
  readonly record: Row
  readonly names: readonly string[]
}

/** Keys for the approval and the rejection of the open case. */
const DecisionKeys = ({ part, flow, record, names }: DecisionKeysProps) => {
  const keyed = names.filter((name) => name !== 'appeal')
  useKeys(
    Object.fromEntries(
      keyed.map((name) => [
        name.charAt(0),
        { label: `${part.actions[name]?.label} the verification`, run: () => flow.start(name, record) },
      ]),
    ),
  )
  return null
}

/**
 * The decisions available for the open case, what its approval and its appeal still need, or that a sent decision is pending (D-115 to
 * D-117, D-121).
 */
export const CaseDecisions = ({ part, investigation, record, documents, store, ...props }: CaseDecisionsProps) => {
  if (record === undefined) return null
  const rest = { ...props, permissions: caseGrants({ part, permissions: props.permissions }, investigation) }
  const { sketchId } = investigation
  if (store.isAwaited(investigation)) {
    const { polls = MOST_POLLS } = store.waitingOf(sketchId) ?? {}
    return <WaitingNote isNew={polls < MOST_POLLS} onGiveUp={() => store.giveUp(sketchId)} />
  }
  const status = record['account_status']
  const possible = decisionsFor(investigation, typeof status === 'string' ? status : '', documents.snaps)
  const may = (name: string) => controlOf(part, name, record, rest.permissions).state === 'ready'
  const lacks = {
    approve: may('approve') ? approvalLack(investigation, documents) : undefined,
    appeal: may('appeal') ? appealLack(investigation, documents) : undefined,
  }
  const offered = names.filter((name) => possible[name] && (name === 'reject' || lacks[name] === undefined))
  if (offered.length === 0 && lacks.appeal === undefined) return null
  const of = fillTemplate('verification of {name}', record)
  return (
    <div data-waits={offered.some(may) || undefined} tabIndex={-1}>
      <RecordActions definition={part} record={record} names={offered} of={of} {...rest}>
        <DecisionKeys part={part} flow={rest.flow} record={record} names={offered.filter(may)} />
        {possible.approve && lacks.approve !== undefined && <Unavailable label="Approve" of={of} why={lacks.approve} />}
        {lacks.appeal !== undefined && <Unavailable label="Appeal" of={of} why={lacks.appeal} />}
      </RecordActions>
    </div>
  )
}
