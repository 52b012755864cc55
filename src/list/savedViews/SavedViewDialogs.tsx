import { plainText } from '../../../language/plainText.ts'
import { useId, useState } from 'react'
import { MOST_NAME, type SavedView } from '../../../language/savedView.ts'
import { failureOf, type Failure } from '../../data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, notedBy } from '../../ui/Field.tsx'
import { useCloseQuestion } from '../../ui/LeaveDialog.tsx'
import { FailureNotice } from '../../ui/Notice.tsx'

/** Runs what a dialog is about, and keeps the dialog open with the failure. */
function useSending(send: () => Promise<unknown>, onDone: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const run = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await send()
      onDone()
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(false)
    }
  }
  return { isBusy, failure, run: () => void (isBusy || run()) }
}

/** What to do where it is not known whether a view was changed. */
const againText = (label: string): string => `Press ${label} again: it is not done twice.`

interface NameDialogProps {
  readonly title: string
  readonly text?: string | undefined
  readonly name: string
  readonly submit: string
  /** Asks whether everyone gets the view. */
  readonly asksToShare: boolean
  readonly send: (values: { readonly name: string; readonly isShared: boolean }) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for the name of a view. What the gateway refuses is said in place, and the name stays. */
export const NameDialog = ({ title, text, submit, asksToShare, send, onClose, ...props }: NameDialogProps) => {
  const id = useId()
  const [name, setName] = useState(props.name)
  const [isShared, setShared] = useState(false)
  const [isMissing, setMissing] = useState(false)
  useCloseQuestion(name !== props.name)
  const { isBusy, failure, run } = useSending(() => send({ name: plainText(name), isShared }), onClose)
  const isRefused = failure?.code === 'CONFLICT'
  const error = isMissing && plainText(name) === '' ? 'Enter a name.' : isRefused ? failure.message : undefined
  const isFull = name.length >= MOST_NAME
  const hint = `${name.length} of ${MOST_NAME} characters${isFull ? ': a longer name is cut' : ''}`
  const press = () => {
    setMissing(plainText(name) === '')
    if (plainText(name) !== '') run()
  }
  return (
    <Dialog
      title={title}
      text={text}
      onCancel={onClose}
      onSubmit={press}
      isDetached
      buttons={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {submit}
          </Button>
        </>
      }
    >
      {failure !== undefined && !isRefused && <FailureNotice failure={failure} look={againText(submit)} />}
      <Field id={id} label="Name" error={error} hint={hint} hasRoom>
        <input
          id={id}
          className="cs-input"
          value={name}
          maxLength={MOST_NAME}
          autoComplete="off"
          aria-invalid={error !== undefined}
          aria-describedby={notedBy(id, { error, hint })}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      {asksToShare && (
        <Checkbox
          name="shared"
          label="Share with everyone who may see this list"
          isTicked={isShared}
          isInvalid={false}
          isReadOnly={false}
          onTick={setShared}
        />
      )}
    </Dialog>
  )
}

interface DeleteDialogProps {
  readonly view: SavedView
  readonly send: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks before a view is deleted. */
export const DeleteDialog = ({ view, send, onClose }: DeleteDialogProps) => {
  const { isBusy, failure, run } = useSending(send, onClose)
  const { name, isShared } = view
  return (
    <Dialog
      title={`Delete the view “${name}”?`}
      text={isShared ? 'Everyone loses it. The records stay as they are.' : 'The records stay as they are.'}
      onCancel={onClose}
      onSubmit={run}
      isDetached
      isGuarded
      buttons={
        <>
          <Button onClick={onClose} data-first="">
            Cancel
          </Button>
          <Button type="submit" look="danger" isBusy={isBusy}>
            Delete
          </Button>
        </>
      }
    >
      {failure !== undefined && <FailureNotice failure={failure} look={againText('Delete')} />}
    </Dialog>
  )
}

interface LostDialogProps {
  /** Why the views could not be read. Missing where the view is gone. */
  readonly failure: Failure | undefined
  readonly retry: () => void
  readonly onLeave: () => void
}

/** Shown for a link to a view that cannot be opened: nothing else is read in its place before the person says so. */
export const LostDialog = ({ failure, retry, onLeave }: LostDialogProps) => (
  <Dialog
    title={failure === undefined ? 'This view no longer exists' : 'This view couldn’t be opened'}
    text={failure?.message ?? 'Its owner has deleted it or keeps it private.'}
    onCancel={onLeave}
    isDetached
    buttons={
      <>
        {failure !== undefined && <Button onClick={retry}>Retry</Button>}
        <Button look="primary" onClick={onLeave} data-first="">
          Show the whole list
        </Button>
      </>
    }
  />
)
