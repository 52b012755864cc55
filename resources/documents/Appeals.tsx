import { useMemo } from 'react'
import type { NestedResource } from '../../language/resource.ts'
import { fillTemplate } from '../../language/template.ts'
import { Button } from '../../src/ui/Button.tsx'
import {
  APPEAL_NEEDS_DOCUMENT,
  APPEAL_WAITS,
  appealable,
  isAppealed,
  readDocuments,
  readSnaps,
} from '../../schemas/verification/rules.ts'
import type { Verification } from '../../schemas/verification/verification.ts'
import { useKeys } from '../../src/ui/useKeys.ts'
import { FlowDialogs } from '../../src/actions/FlowDialogs.tsx'
import { controlOf, missingPermission } from '../../src/model/controlOf.ts'
import type { PageModel } from '../../src/console/extensions.ts'
import { caseGrants } from '../verification/caseToDecide.ts'
import { useCaseFlow } from '../verification/useCaseFlow.ts'
import type { VerificationState } from '../verification/useVerification.ts'
import { appealDetails } from '../applicants/AskedFor.tsx'
import { useWaitingStore } from '../verification/useWaiting.ts'

const ACTION = 'appeal'

const appealableOn = ({ detail, record }: PageModel, verification: Verification) =>
  appealable(verification, typeof record['status'] === 'string' ? record['status'] : '', readSnaps(detail))

interface AppealsProps {
  readonly model: PageModel
  /** The definition of the cases. */
  readonly part: NestedResource
  readonly read: VerificationState
  readonly isOff: boolean
}

/** The possible appeals, with the flow that asks for their documents and comment. */
function useAppeals({ model, part, read }: Omit<AppealsProps, 'isOff'>) {
  const { verification } = read
  const { records, flow } = useCaseFlow(model, part, read)
  const { isAwaited } = useWaitingStore(model.definition, model.record)
  const open = useMemo(
    () => (verification === undefined ? [] : appealableOn(model, verification)),
    [model, verification],
  )
  const found = open.flatMap(({ applicant: { current } }) => {
    const { sketchId } = current
    const record = records.find(({ id }) => id === sketchId)
    if (record === undefined || isAwaited(current)) return []
    const grants = caseGrants({ part, permissions: model.permissions }, current)
    const control = controlOf(part, ACTION, record, grants)
    const isApprovable = controlOf(part, 'approve', record, grants).state === 'ready'
    return [{ record, name: fillTemplate('{name}', record), control, isApprovable }]
  })
  const waits = verification?.applicants.some(({ current }) => isAppealed(current)) === true
  const missing = missingPermission(part.actions[ACTION], model.permissions)
  const blocked = found.flatMap(({ control }) => ('reason' in control ? [control.reason] : []))[0]
  const cases = found.filter(({ control }) => control.state === 'ready')
  const lack = waits ? APPEAL_WAITS : readDocuments(model.detail).unread || APPEAL_NEEDS_DOCUMENT
  return { flow, cases, why: missing ?? blocked ?? lack }
}

/**
 * Buttons that appeal a case in the panel where its documents were approved: one per case when both applicants have one.
 * The first has a key, as the decision about a document does, unless that key approves a case.
 */
export const Appeals = ({ isOff, ...rest }: AppealsProps) => {
  const { flow, cases, why } = useAppeals(rest)
  const labelOf = (name: string) => (cases.length === 1 ? 'Appeal' : `Appeal: ${name}`)
  const [first] = isOff || cases.some(({ isApprovable }) => isApprovable) ? [] : cases
  useKeys(first === undefined ? {} : { a: { label: labelOf(first.name), run: () => flow.start(ACTION, first.record) } })
  return (
    <>
      {cases.length === 0 && (
        <Button isOff title={why}>
          Appeal
        </Button>
      )}
      {cases.map(({ record, name }) => (
        <Button
          key={record.id}
          isOff={isOff}
          aria-label={cases.length === 1 ? `Appeal: verification of ${name}` : undefined}
          {...(record === first?.record && { title: `${labelOf(name)} (A)`, 'aria-keyshortcuts': 'A' })}
          onClick={() => flow.start(ACTION, record)}
        >
          {labelOf(name)}
        </Button>
      ))}
      <FlowDialogs flow={flow} details={appealDetails(rest.read.verification)} />
    </>
  )
}
