import { useIsHere } from '../ui/useIsHere.ts'
import { useNotify } from 'ra-core'
import { useId, useRef, useState, type FormEvent, type RefObject } from 'react'
import type { ApprovalDetail } from '../../language/approval.ts'
import { messageIn } from '../../language/answer.ts'
import { plainText } from '../../language/plainText.ts'
import { useDraft } from '../data/drafts.ts'
import { type Failure, failureIn, failureOf, mayBeDone, mayBeDoneText } from '../data/failure.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field, notedBy } from '../ui/Field.tsx'
import { FailureNotice } from '../ui/Notice.tsx'
import { OfflineNote } from '../ui/OfflineNote.tsx'
import { declaredIn } from './approvalTexts.ts'
import { type Decision, useDecision } from './useApprovals.ts'

interface DecisionProps {
  readonly approval: ApprovalDetail
  /** True where the approval could not be read again. */
  readonly isUnread: boolean
  readonly onClose: () => void
  /** Hears why a decision was refused that came after another one. */
  readonly onTooLate: (failure: Failure) => void
}

const texts = { approve: 'approved', reject: 'rejected. Nothing was sent.', withdraw: 'withdrawn. Nothing was sent.' }

const UNKNOWN =
  'Outcome unknown: the service did not confirm it. Check whether it was done before it is requested again.'

const LOOK_HERE = 'The approval has been read again: while it waits, nothing has been decided.'

const LOOK_AGAIN = 'Load the approval again before you repeat it.'

const LOOK_THERE = 'Look under Approvals whether it still waits before you repeat it.'

/** Codes of a request that was sent before, which a person repeats only after having checked its outcome. */
const REPEATED: readonly Failure['code'][] = ['IN_DOUBT', 'SENT_BEFORE']

/** Statuses of a refusal by what the approval is about now. */
const REFUSED = [409, 422]

/**
 * The refusal of an approval, which leaves its reason to the approval's own problem once that is read: it is said there.
 * It waits still, so nothing was sent.
 */
function withoutProblem(failure: Failure, { problem }: ApprovalDetail): Failure {
  const { status = 0, changed = '', code } = failure
  if (problem === '' || !REFUSED.includes(status) || REPEATED.includes(code) || mayBeDone(failure)) return failure
  return { ...failure, message: `Not approved, and nothing was sent. ${changed}`.trim() }
}

/** The comment on an approval, as far as it is typed. */
export const useCommentDraft = ({ id }: Pick<ApprovalDetail, 'id'>) =>
  useDraft<{ readonly comment: string }>(`approvals/${id}`)

/**
 * Sends a decision and says how it ended, also to a person who has left meanwhile. What failed is said here, and an
 * unknown outcome by the approval itself, which is read again next to its record.
 */
function useDecide({ approval, isUnread, onClose, onTooLate }: DecisionProps) {
  const notify = useNotify()
  const draft = useCommentDraft(approval)
  const isHere = useIsHere()
  const say = (type: 'success' | 'warning' | 'error', text: string) =>
    notify(text, { type, ...(type !== 'success' && { autoHideDuration: null }) })
  const { mutate, isPending, variables, error } = useDecision(approval, {
    onSuccess: (answer, { kind }) => {
      const said = kind === 'approve' ? messageIn(answer) : undefined
      say('success', `${approval.title}: ${texts[kind]}${said === undefined ? '' : `. ${said}`}`)
      draft.drop()
      if (isHere()) onClose()
    },
    onError: (failed) => {
      const failure = failureOf(failed)
      const { kind, message, code } = failure
      if (code === 'APPROVAL_OVER') onTooLate(failure)
      if (isHere() || kind === 'sessionOver') return
      const unknown =
        kind === 'unknownOutcome' ? UNKNOWN : mayBeDone(failure) && `${mayBeDoneText(failure)} ${LOOK_THERE}`
      say(unknown ? 'warning' : 'error', `${approval.title}: ${unknown || message}`)
    },
  })
  const failed = failureIn(error)
  const failure = failed && variables?.kind === 'approve' ? withoutProblem(failed, approval) : failed
  /** True from the press to the answer: a second press comes before the busy button is drawn. */
  const atWork = useRef(false)
  const decide = (decision: Decision) => {
    if (atWork.current) return
    atWork.current = true
    mutate(decision, {
      onSettled: () => {
        atWork.current = false
      },
    })
  }
  const look = isUnread ? LOOK_AGAIN : LOOK_HERE
  return { decide, busy: isPending ? variables.kind : undefined, failure, look, draft }
}

const Withdraw = (props: DecisionProps) => {
  const { decide, busy, failure, look } = useDecide(props)
  return (
    <section>
      <OfflineNote />
      <p className="cs-note">
        {props.approval.problem === ''
          ? 'Another person has to approve this. You can take it back until then.'
          : 'You can take it back.'}
      </p>
      {failure !== undefined && <FailureNotice failure={failure} look={look} />}
      <Button isBusy={busy !== undefined} onClick={() => decide({ kind: 'withdraw', comment: '' })}>
        Withdraw
      </Button>
    </section>
  )
}

interface CommentProps {
  readonly ref: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly error: string | undefined
  readonly onType: (text: string) => void
}

const HINT = 'Required to reject. Both of you are recorded.'

const Comment = ({ ref, text, error, onType }: CommentProps) => {
  const id = useId()
  return (
    <Field id={id} label="Comment" hint={HINT} error={error}>
      <textarea
        ref={ref}
        id={id}
        className="cs-input"
        rows={3}
        maxLength={1000}
        value={text}
        aria-invalid={error !== undefined}
        aria-describedby={notedBy(id, { hint: HINT, error })}
        onChange={({ target }) => onType(target.value)}
      />
    </Field>
  )
}

/** The comment, which is kept while it is not sent. */
function useComment(draft: ReturnType<typeof useDecide>['draft']) {
  const ref = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => draft.read()?.comment ?? '')
  const [error, setError] = useState<string>()
  const onType = (typed: string) => {
    setText(typed)
    if (typed === '') draft.drop()
    else draft.keep({ comment: typed })
    setError(undefined)
  }
  const ask = () => {
    setError('Say why you reject this.')
    ref.current?.focus()
  }
  return { field: { ref, text, error, onType }, ask }
}

const SecondPerson = (props: DecisionProps) => {
  const { approval } = props
  const { decide, busy, failure, look, draft } = useDecide(props)
  const { field, ask } = useComment(draft)
  const { text: comment } = field
  const [isChecked, setChecked] = useState(false)
  const isRepeated = REPEATED.includes(failure?.code)
  // Nothing is sent a second time, also while the approval is still read again.
  const isOver = failure?.kind === 'unknownOutcome'
  const { problem } = approval
  const reject = () => (plainText(comment) === '' ? ask() : decide({ kind: 'reject', comment }))
  const isDanger = declaredIn(approval)?.action.tone === 'danger'
  const isOff = isOver || busy === 'reject' || problem !== '' || (isRepeated && !isChecked)
  const approve = (event: FormEvent) => {
    event.preventDefault()
    if (!isOff) decide({ kind: 'approve', comment, isChecked })
  }
  return (
    <form className="cs-approval-decision" onSubmit={approve} noValidate>
      <h3>Your decision</h3>
      <OfflineNote />
      <Comment {...field} />
      {failure !== undefined && <FailureNotice failure={failure} look={look} />}
      {isRepeated && (
        <Checkbox
          name=":again"
          label="I have checked: it was not done, or has to be done again."
          isTicked={isChecked}
          isInvalid={false}
          isReadOnly={busy !== undefined}
          onTick={setChecked}
        />
      )}
      <div className="cs-row cs-approval-buttons">
        <Button isOff={isOver || busy === 'approve'} isBusy={busy === 'reject'} onClick={reject}>
          Reject
        </Button>
        <Button
          type="submit"
          look={isDanger ? 'danger' : 'primary'}
          isOff={isOff}
          isBusy={busy === 'approve'}
          title={problem || 'Approve and send (Ctrl Enter)'}
          aria-keyshortcuts="Control+Enter"
        >
          Approve and send
        </Button>
      </div>
    </form>
  )
}

/** The decision about a waiting approval: of the second person, or of the first one to take it back. */
export const ApprovalDecision = (props: DecisionProps) =>
  props.approval.isOwn ? <Withdraw {...props} /> : <SecondPerson {...props} />
