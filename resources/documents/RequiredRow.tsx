import { useId, type ClipboardEvent } from 'react'
import { Button } from '../../src/ui/Button.tsx'
import { Field } from '../../src/ui/Field.tsx'
import { Select } from '../../src/ui/Select.tsx'
import { useDrop } from '../../src/ui/useDrop.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import type { Chosen } from './useChoices.ts'
import { Pill } from '../../src/values/drawText.tsx'
import { isSettled, isUnknown, type RequiredSlot, type RequirementState } from './requirementState.ts'
import { ChosenFile, DocumentFileButton, RefusalNote } from './ChosenFile.tsx'
import type { RowTools } from './useRequiredDocuments.ts'

interface RequiredRowProps {
  readonly slot: RequiredSlot
  readonly chosen: Chosen
  readonly state: RequirementState
  /** The applicant's name when there are two applicants. */
  readonly person: string | undefined
  readonly tools: RowTools
}

const ProofType = ({ slot, chosen, tools }: Omit<RequiredRowProps, 'person' | 'state'>) => {
  const id = useId()
  return (
    <Field id={id} label={<span className="cs-meta">Proof type</span>}>
      <Select
        id={id}
        className="cs-input--low cs-ellipsis"
        choices={slot.documents.map(({ proof, description }) => ({ value: proof, label: description }))}
        value={chosen.proof ?? ''}
        placeholder="Choose"
        isFinal
        disabled={tools.isSaving}
        onChoose={(proof) => tools.setProof(slot.key, proof)}
      />
    </Field>
  )
}

interface ButtonsProps extends Omit<RequiredRowProps, 'person' | 'state'> {
  readonly of: string
}

const ChosenButtons = ({ slot, chosen, tools, of }: ButtonsProps) => {
  const { state } = chosen.progress
  const canTryAgain = (state === 'failed' || state === 'cancelled') && tools.tryAgain !== undefined && !tools.isSaving
  return (
    <>
      {canTryAgain && (
        <Button size="small" aria-label={`Try again: ${of}`} onClick={tools.tryAgain}>
          Try again
        </Button>
      )}
      <Button
        size="small"
        aria-label={`Remove: ${of}`}
        disabled={tools.isSaving}
        onClick={() => tools.remove(slot.key)}
      >
        Remove
      </Button>
    </>
  )
}

const Buttons = (props: ButtonsProps) => {
  const { slot, chosen, tools, of } = props
  if (chosen.progress.state === 'uploading') {
    return (
      <Button size="small" aria-label={`Cancel upload: ${of}`} onClick={tools.cancel}>
        Cancel
      </Button>
    )
  }
  const isChosen = chosen.file !== undefined
  const reason = !isChosen && chosen.proof === undefined ? 'Choose a proof type first' : undefined
  const isOff = tools.isSaving || reason !== undefined
  const take = (file: File) => tools.choose(slot.key, file)
  // The button stays the same one, so that it keeps the focus.
  return (
    <>
      {isChosen && <ChosenButtons {...props} />}
      <DocumentFileButton
        label={isChosen ? 'Replace' : 'Choose file'}
        of={of}
        isOff={isOff}
        reason={reason}
        onFile={take}
      />
    </>
  )
}

/** Accepts a file dropped on a row or pasted into it. */
function useTaken(slot: RequiredSlot, { choose, isSaving }: RowTools) {
  const { isOver, drop } = useDrop(isSaving, ([file]) => file !== undefined && choose(slot.key, file))
  const onPaste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files
    if (file === undefined || isSaving) return
    choose(slot.key, file)
    event.preventDefault()
  }
  return { isOver, listeners: { ...drop, onPaste } }
}

interface HeadProps extends Pick<RequiredRowProps, 'state' | 'person'> {
  readonly id: string
  readonly category: string
}

const Head = ({ id, category, person, state }: HeadProps) => (
  <div className="cs-row">
    <h4 id={id}>
      {category}
      {person !== undefined && <span className="cs-meta"> {person}</span>}
    </h4>
    <Pill tone={state.tone} text={state.text} isMarked />
  </div>
)

interface LacksProps extends HeadProps {
  readonly slot: RequiredSlot
}

/** What is required, and why what came last was not enough. */
const Lacks = ({ slot, ...head }: LacksProps) => (
  <div>
    <Head {...head} />
    {head.state.why !== undefined && <p className="cs-step-reason">{head.state.why}</p>}
    <p className="cs-meta">Any of: {slot.documents.map(({ description }) => description).join('; ')}</p>
  </div>
)

/**
 * One required document: what is required, the proof type, and the file. Once the proof type is known, a file can be
 * chosen, dropped on the row or pasted (account review, section 5). What was approved needs no file.
 */
export const RequiredRow = (props: RequiredRowProps) => {
  const id = useId()
  const { slot, state, person, tools } = props
  const head = { id, category: formatValue('words', slot.category), person, state }
  if (!isSettled(state) && !isUnknown(state) && !tools.isOff) return <OpenRow {...props} {...head} />
  return (
    <li className="cs-doc-required cs-doc-required--closed" aria-labelledby={id}>
      {isSettled(state) ? <Head {...head} /> : <Lacks {...head} slot={slot} />}
    </li>
  )
}

interface OpenRowProps extends RequiredRowProps {
  readonly id: string
  readonly category: string
}

const OpenRow = ({ slot, chosen, state, person, tools, id, category }: OpenRowProps) => {
  const taken = useTaken(slot, tools)
  const of = person === undefined ? category : `${category} of ${person}`
  const { file, progress } = chosen
  const refusal = chosen.refusal ?? (progress.state === 'failed' ? progress.refusal : undefined)
  return (
    <li className="cs-doc-required" data-over={taken.isOver || undefined} aria-labelledby={id} {...taken.listeners}>
      <Lacks {...{ id, category, person, state, slot }} />
      <ProofType slot={slot} chosen={chosen} tools={tools} />
      <div className="cs-row cs-row--between cs-doc-upload">
        {file === undefined ? (
          <p className="cs-meta">
            {chosen.proof !== undefined
              ? 'Drop an image here, paste it, or choose a file.'
              : state.text === 'Uploaded'
                ? 'To upload another one, choose its proof type first.'
                : 'Choose a proof type first.'}
          </p>
        ) : (
          <ChosenFile file={file} progress={progress} of={of} />
        )}
        <div className="cs-row cs-row--end">
          <Buttons slot={slot} chosen={chosen} tools={tools} of={of} />
        </div>
      </div>
      {refusal !== undefined && <RefusalNote refusal={refusal} />}
    </li>
  )
}
