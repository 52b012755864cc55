import type { FormLayout } from '../../language/form.ts'
import { Button } from '../ui/Button.tsx'
import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { useLocation } from 'react-router-dom'
import { FormProvider, type FieldValues, useFormContext } from 'react-hook-form'
import { FlowDialogs } from '../actions/FlowDialogs.tsx'
import type { FormResource } from '../../language/resource.ts'
import type { Permissions } from '../model/controlOf.ts'
import { FieldError } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useDraft, type Draft } from '../data/drafts.ts'
import { approvalHoursIn } from '../data/permissions.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { SubjectCard, SubjectLookup } from '../subject/SubjectCard.tsx'
import { FileInput } from '../inputs/FileInput.tsx'
import { BackButton, StepFields } from '../inputs/StepFields.tsx'
import type { Steps } from '../inputs/useSteps.ts'
import { FormEnding } from './FormOutcomeNotice.tsx'
import { draftKey, TYPED_FOR } from './formValues.ts'
import { FormFields } from './FormFields.tsx'
import { TypedForNotice } from './TypedForNotice.tsx'
import { SentValues } from './SentValues.tsx'
import { areSame } from './useAttempts.ts'
import { focusFirst, useFormState, type FormState } from './useFormState.ts'
import type { FormSubmission } from './useFormSubmission.ts'
import type { FormSubjectState } from '../subject/useSubject.ts'

/**
 * Connects a form to its draft. Put it inside react-admin's `Form`. It fills in the kept values, keeps every change,
 * and drops the draft when the form is back at its default values, as after `reset()`. Filled-in values count as typed,
 * so the form is dirty.
 */
export const FormDraft = ({ draft }: { readonly draft: Draft<FieldValues> }) => {
  const { reset, subscribe } = useFormContext()
  useEffect(() => {
    const kept = draft.read()
    let isHere = true
    const stop = subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (isDirty === true) draft.keep(structuredClone(values))
        else if (isDirty === false) draft.drop()
      },
    })
    // Runs after the effects of the surrounding form, which set its default values.
    queueMicrotask(() => {
      if (isHere && kept !== undefined) reset(kept, { keepDefaultValues: true })
    })
    return () => {
      isHere = false
      stop()
    }
  }, [draft, reset, subscribe])
  return null
}

const WaitingNotice = lazyComponent(async () => (await import('../approvals/entry.ts')).WaitingNotice, null)

interface FormButtonsProps {
  /** Said next to the buttons: why the form can't be sent as it is filled in. */
  readonly obstacle: string | undefined
  /** Why the button that sends is off. */
  readonly held: string | undefined
  readonly words: FormLayout['submit']
  readonly isDanger: boolean
  readonly isBusy: boolean
  readonly isOff: boolean
  readonly steps: Steps
}

const SubmitButton = ({
  words: { label, busy = label },
  isDanger,
  isBusy,
  isOff,
  held,
  steps,
  describedBy,
}: Omit<FormButtonsProps, 'obstacle'> & { readonly describedBy: string | undefined }) =>
  steps.isLast ? (
    <Button
      type="submit"
      look={isDanger ? 'dangerOutline' : 'primary'}
      disabled={isOff}
      isOff={held !== undefined}
      title={held}
      isBusy={isBusy}
      busyLabel={busy}
      aria-describedby={describedBy}
    >
      {label}
    </Button>
  ) : (
    <Button type="submit" look="primary" disabled={isOff} isBusy={isBusy}>
      Next
    </Button>
  )

/** The buttons below the fields, which lead from step to step and send the form. */
const FormButtons = ({ obstacle, ...props }: FormButtonsProps) => {
  const id = useId()
  return (
    <div className="cs-row">
      <BackButton steps={props.steps} isBusy={props.isBusy} />
      <SubmitButton {...props} describedBy={obstacle === undefined ? undefined : id} />
      <div role="alert">
        <FieldError id={id} error={obstacle} />
      </div>
    </div>
  )
}

interface FormQuestionProps {
  readonly definition: FormResource
  readonly submission: FormSubmission
  readonly current: FormSubjectState['current']
}

/** Asks before the form is sent: whom it is about, and what is sent. */
const FormQuestion = ({ definition, submission, current }: FormQuestionProps) => (
  <FlowDialogs
    flow={submission.flow}
    hasResult={false}
    details={(question) => (
      <>
        {definition.form.about !== undefined && (
          <SubjectLookup about={definition.form.about} typed={question.intent.record ?? {}} />
        )}
        <SentValues {...{ definition, question, submission, current }} />
      </>
    )}
  />
)

interface FormViewProps {
  readonly definition: FormResource
  readonly layout: FormLayout
  /** The reason why the form cannot be sent from here. */
  readonly off: string | undefined
  /** True if the page's own heading names the form. */
  readonly isAlone: boolean
  readonly permissions: Permissions
}

interface FormInputsProps {
  readonly definition: FormResource
  readonly state: FormState
  readonly isOff: boolean
  readonly ref: RefObject<HTMLFormElement | null>
}

/** What was said of the chosen files when they were sent last. */
const refusalOf = ({ failed }: FormSubmission, { files }: FormState['files']): string | undefined =>
  failed.findLast((attempt) => areSame(attempt.files, files))?.outcome.text

const FormInputs = ({ definition, state, isOff, ref }: FormInputsProps) => {
  const { shown, form, errors, steps, isLocked, obstacle, held, typedFor, files, subject, submission } = state
  const draft = useDraft<FieldValues>(draftKey(definition))
  // A link that fills the form in keeps nothing but its fields.
  const [isKept, setKept] = useState(() => TYPED_FOR in (draft.read() ?? {}))
  const clear = () => {
    form.reset()
    files.clear()
    setKept(false)
    focusFirst(ref.current)
  }
  const isBusy = submission.isBusy || state.isLookedUp
  const { submit } = definition.form
  const words = state.isLookedUp ? { ...submit, busy: 'Looking up…' } : submit
  const upload = definition.bindings['submit']?.upload
  const isDanger = definition.actions['submit']?.tone === 'danger'
  return (
    <FormProvider {...form}>
      <FormDraft draft={draft} />
      <form
        className="cs-stack cs-form"
        onSubmit={state.submit}
        onChange={() => {
          state.takeBack()
          setKept(false)
        }}
        noValidate
        ref={ref}
        tabIndex={-1}
      >
        {isKept && submission.done === 0 && (
          <Notice tone="info" isRow>
            <output>Typed here before, and not sent.</output>
            <Button size="small" onClick={clear}>
              Clear
            </Button>
          </Notice>
        )}
        {typedFor !== undefined && <TypedForNotice typedFor={typedFor} onChoice={() => focusFirst(ref.current)} />}
        <StepFields steps={steps}>
          <FormFields
            form={shown}
            names={steps.fields}
            isFresh={steps.isFresh}
            current={subject.current}
            choices={subject.choices}
            onLeave={state.readUnfinished}
            {...{ errors, isLocked, isOff }}
          />
          {upload !== undefined && steps.isLast && (
            <FileInput {...{ upload, isOff }} chosen={files} refusal={refusalOf(submission, files)} isInForm />
          )}
        </StepFields>
        <FormButtons {...{ words, obstacle, held, isDanger, isBusy, isOff, steps }} />
      </form>
    </FormProvider>
  )
}

/** One form: whom it is about, its description, its fields, its one call, and the outcome. */
export const FormView = ({ definition, layout, off, isAlone, permissions }: FormViewProps) => {
  const id = useId()
  const ref = useRef<HTMLFormElement>(null)
  const { key } = useLocation()
  // Also where the form that is open is chosen again.
  useEffect(() => focusFirst(ref.current), [key])
  const state = useFormState(definition, layout, ref)
  const { subject, submission } = state
  const isOff = off !== undefined
  const { about } = layout
  return (
    <section
      className="cs-form-view"
      data-explain={`${definition.name}.form`}
      aria-labelledby={isAlone ? undefined : id}
      aria-label={isAlone ? definition.label : undefined}
    >
      <div className="cs-stack cs-form-main">
        {!isAlone && <h2 id={id}>{definition.label}</h2>}
        <p className="cs-muted cs-form-description">{layout.description}</p>
        {isOff && <Notice tone="info">{off}</Notice>}
        {approvalHoursIn(permissions) !== undefined && definition.actions['submit']?.secondApprover !== undefined && (
          <WaitingNotice
            resource={definition.name}
            saidUntil={submission.lastDone?.waitsUntil}
            {...(state.about !== undefined && { about: state.about })}
          />
        )}
        <FormInputs {...{ definition, state, isOff, ref }} />
        <FormEnding {...{ definition, submission, permissions }} files={state.files.files} />
      </div>
      {about !== undefined && (
        <SubjectCard
          about={about}
          subject={subject.subject}
          found={subject.choices.length}
          sent={submission.lastDone?.sent}
        />
      )}
      <FormQuestion {...{ definition, submission }} current={subject.current} />
    </section>
  )
}
