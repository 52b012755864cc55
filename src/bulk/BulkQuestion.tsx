import { useRef } from 'react'
import type { ListResource, ResolvedAction } from '../../language/resource.ts'
import { placeholdersOf } from '../../language/template.ts'
import { confirmationOf, isReady } from '../actions/confirmation.ts'
import { DialogFields } from '../actions/DialogFields.tsx'
import type { SentInputs } from '../actions/inputs.ts'
import { useFields } from '../actions/useFields.ts'
import type { OpenQuestion } from '../actions/useQuestion.ts'
import { focusField, unfinishedIn } from '../inputs/fieldErrors.ts'
import { BackButton } from '../inputs/StepFields.tsx'
import { recordName } from '../model/rowModel.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { bulkTitle, type BulkPlan } from './bulkPlan.ts'

interface BulkQuestionProps {
  readonly definition: ListResource
  readonly name: string
  readonly action: ResolvedAction
  readonly plan: BulkPlan
  readonly onConfirm: (input: SentInputs) => void
  readonly onCancel: () => void
}

const Plan = ({ definition, plan: { ready, blocked } }: Pick<BulkQuestionProps, 'definition' | 'plan'>) => (
  <>
    {ready.length > 1 && (
      <ul className="cs-bulk-names" aria-label="Will run">
        {ready.map((record) => (
          <li key={record.id}>{recordName(definition, record)}</li>
        ))}
      </ul>
    )}
    {blocked.length > 0 && (
      <Notice tone="warning">
        <p className="cs-strong">{ready.length === 0 ? 'Not possible' : `Not possible for ${blocked.length}`}</p>
        <ul aria-label="Not possible">
          {blocked.map(({ record, reason }) => (
            <li key={record.id}>
              {recordName(definition, record)}
              {reason !== '' && <span className="cs-muted"> · {reason}</span>}
            </li>
          ))}
        </ul>
      </Notice>
    )}
  </>
)

/** The action's consequence, if it is worded for any record. */
function bodyOf(action: ResolvedAction): string | undefined {
  const { body } = confirmationOf(action)
  return body === undefined || placeholdersOf(body).length > 0 ? undefined : body
}

/** Asks before an action runs on the selected records: which ones, which not and why, and its inputs once for all. */
export const BulkQuestion = ({ definition, name, action, plan, onConfirm, onCancel }: BulkQuestionProps) => {
  const ref = useRef<HTMLDialogElement>(null)
  const intent = { name, record: undefined, input: {}, idempotencyKey: '' }
  const question: OpenQuestion = { id: name, action, intent, isBusy: false, failure: undefined, change: undefined }
  const fields = useFields(question, { draft: undefined, keepDraft: () => undefined, confirm: onConfirm })
  const { steps } = fields
  const isPossible = plan.ready.length > 0
  const title = bulkTitle(definition, action, plan.ready)
  const submit = () => {
    if (!isPossible) return
    const first = fields.submit(unfinishedIn(ref.current))
    if (first !== undefined) focusField(ref.current, first)
  }
  return (
    <Dialog
      ref={ref}
      title={isPossible ? `${title}?` : action.label}
      text={bodyOf(action)}
      onCancel={onCancel}
      onSubmit={submit}
      isGuarded
      buttons={
        <>
          <Button onClick={onCancel} data-first={!isPossible || undefined}>
            {isPossible ? 'Cancel' : 'Close'}
          </Button>
          {isPossible && (
            <>
              <BackButton steps={steps} isBusy={false} />
              <Button
                type="submit"
                look="primary"
                isOff={steps.isLast && !isReady(fields.shown, fields.typed)}
                data-first=""
              >
                {steps.isLast ? title : 'Next'}
              </Button>
            </>
          )}
        </>
      }
    >
      <Plan definition={definition} plan={plan} />
      {isPossible && <DialogFields question={fields.shown} fields={fields} />}
    </Dialog>
  )
}
