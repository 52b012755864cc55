import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import type { FormResource } from '../../language/resource.ts'
import { type FormLayout, subjectField } from '../../language/form.ts'
import { formErrors, isLocked } from './fieldError.ts'
import { isLookupFailed, withLookup } from './lookupErrors.ts'
import { WAITING } from '../data/permissions.ts'
import { useWaitingRows } from '../data/useGrants.ts'
import { focusField, inputAt, unfinishedIn, unfinishedText, type FieldErrors } from '../inputs/fieldErrors.ts'
import { textIn, type InputValues } from '../inputs/inputValue.ts'
import { valueAt } from '../../language/pointer.ts'
import { needsSecondApprover } from '../../language/secondApprover.ts'
import { useRefused } from '../inputs/useRefused.ts'
import { useStepOfRefused, useSteps, type Steps } from '../inputs/useSteps.ts'
import {
  changedValues,
  emptyValues,
  filledRecord,
  isFilled,
  shownLayout,
  TYPED_FOR,
  typedIn,
  type FormValues,
} from './formValues.ts'
import { useTypedFor, type TypedForOther } from './useTypedFor.ts'
import { useFormFiles, type FormFiles } from './useFormFiles.ts'
import { PATIENCE_MS, useFormSubject, type FormSubjectState } from '../subject/useSubject.ts'
import { resolverOf } from './FormField.tsx'
import { useFormSubmission, type FormSubmission } from './useFormSubmission.ts'

export interface FormState {
  readonly shown: FormLayout
  readonly form: UseFormReturn<FormValues>
  readonly errors: FieldErrors
  readonly steps: Steps
  readonly isLocked: boolean
  /** Why the form can't be sent as it is filled in. */
  readonly obstacle: string | undefined
  /** Why the button that sends is off: the same waits for a second person, or values were typed for another record. */
  readonly held: string | undefined
  /** The values that were typed for another record than the form is about. */
  readonly typedFor: TypedForOther | undefined
  /** What the form goes by as it is typed, in lower case. */
  readonly about: string | undefined
  readonly files: FormFiles
  readonly subject: FormSubjectState
  readonly submission: FormSubmission
  readonly submit: (event: React.FormEvent) => void
  /** True while a submission waits for the records that it is about. */
  readonly isLookedUp: boolean
  /** What is typed while it waits takes it back. */
  readonly takeBack: () => void
  /** Finds the fields that are half filled in. */
  readonly readUnfinished: () => readonly string[]
}

/** Matches the enabled inputs, and the button that chooses the file. */
const FIRST = ':is(input:not([type=file]), select, textarea, [data-first-field]):not(:disabled)'

/** Focuses the form's first field and brings it into view, or focuses the form itself if nothing can be typed. */
export function focusFirst(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>(FIRST)
  const target = field ?? form
  target?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'nearest' })
}

/** Focuses the button that sends, with what is said next to it in view: why nothing was sent. */
function focusSubmit(form: HTMLFormElement | null): void {
  const button = form?.querySelector<HTMLElement>('[type=submit]')
  button?.focus({ preventScroll: true })
  button?.parentElement?.scrollIntoView({ block: 'nearest' })
}

/** Focuses the way to take a success back, if there is one: Enter then opens it. */
const focusUndo = (form: HTMLFormElement | null): boolean => {
  const undo = form?.parentElement?.querySelector<HTMLElement>('[data-undo]')
  undo?.focus({ preventScroll: true })
  return undo !== null && undo !== undefined
}

/**
 * After a success, focuses the first field or what takes the success back, and empties the form. A form that shows its answer keeps its values, because
 * the answer is about them.
 */
function useAfterSuccess(
  definition: FormResource,
  state: Pick<FormState, 'form' | 'files' | 'submission' | 'steps'>,
  ref: RefObject<HTMLFormElement | null>,
) {
  const { form, files, submission, steps } = state
  const { done, flow } = submission
  const seen = useRef(done)
  const isAsking = flow.question !== undefined
  useEffect(() => {
    if (done === seen.current || isAsking) return
    seen.current = done
    // Focus moves before the reset, because leaving a field validates it.
    if (!focusUndo(ref.current)) focusFirst(ref.current)
    ref.current?.parentElement?.querySelector('.cs-form-status')?.scrollIntoView({ block: 'nearest' })
    if (definition.actions['submit']?.result !== undefined) return
    form.reset()
    files.clear()
    steps.restart()
  })
}

const NONE: FieldErrors = {}

/** The errors of the fields that are half filled in, as they were when one was last left or the form was sent. */
function useUnfinished({ fields }: FormLayout, typed: InputValues, ref: RefObject<HTMLFormElement | null>) {
  const [unfinished, setUnfinished] = useState(NONE)
  const readUnfinished = (): readonly string[] => {
    const paths = unfinishedIn(ref.current)
    const errors = paths.map((path) => [path, unfinishedText(inputAt(fields, path) ?? { label: path })] as const)
    setUnfinished(errors.length === 0 ? NONE : Object.fromEntries(errors))
    return paths
  }
  const isEmpty = (path: string): boolean => (valueAt(typed, `/${path}`) ?? '') === ''
  return { half: Object.fromEntries(Object.entries(unfinished).filter(([path]) => isEmpty(path))), readUnfinished }
}

/** Puts the value that the records are found by into its field as they spell it. */
function useSpelling({ getValues, setValue }: UseFormReturn<FormValues>, { about }: FormLayout, spelling?: string) {
  useEffect(() => {
    if (about === undefined || spelling === undefined) return
    const typed = getValues(about.field)
    if (typeof typed === 'string' && typed.trim().toLowerCase() === spelling.toLowerCase())
      setValue(about.field, spelling, { shouldDirty: true })
  }, [about, spelling, getValues, setValue])
}

/** Puts what the record has now into required fields, unless something else is typed there. */
function useStarted({ getValues, setValue }: UseFormReturn<FormValues>, started: FormSubjectState['started']) {
  const last = useRef(started)
  useEffect(() => {
    const before = last.current
    last.current = started
    for (const name of Object.keys({ ...before, ...started }))
      if (['', undefined, before[name]].some((each) => each === getValues(name))) setValue(name, started[name] ?? '')
  }, [started, getValues, setValue])
}

/** Puts what is known of the records into the fields. */
function useFound(form: UseFormReturn<FormValues>, layout: FormLayout, { spelling, started }: FormSubjectState) {
  useSpelling(form, layout, spelling)
  useStarted(form, started)
}

function useTyped({ control }: UseFormReturn<FormValues>, layout: FormLayout): InputValues {
  const values = useWatch({ control })
  return useMemo(() => typedIn(layout, values), [layout, values])
}

/** True if a form that needs one more value has none. */
const isNothingFilled = (shown: FormLayout, typed: InputValues, changed: InputValues): boolean =>
  shown.emptyText !== undefined && !isLocked(shown, typed) && !isFilled(shown, changed)

/** True if one needs more, whatever the present values are: they may not be read yet. */
const isUntyped = (shown: FormLayout, typed: InputValues): boolean => isNothingFilled(shown, typed, typed)

/** What the form goes by, and whether another request about it waits that a second person has to approve, as this one. */
function useWaiting(definition: FormResource, { about: subject }: FormLayout, typed: InputValues, inputs: InputValues) {
  const rows = useWaitingRows(definition.name) ?? []
  const about = subject === undefined ? undefined : textIn(typed[subject.field]).trim().toLowerCase()
  const isSame = rows.some((row) => row.about === about)
  const isWaiting = isSame && needsSecondApprover(definition.actions['submit'], { inputs })
  return { about, isWaiting }
}

/** Why a form is not sent as it is, and what it goes by. */
function useHeld(
  definition: FormResource,
  layout: FormLayout,
  { form, subject }: Pick<FormState, 'form' | 'subject'>,
  { typed, changed }: { readonly typed: InputValues; readonly changed: InputValues },
): Pick<FormState, 'about' | 'held' | 'typedFor'> {
  const { about, isWaiting } = useWaiting(definition, layout, typed, changed)
  const typedFor = useTypedFor(form, layout, typed, subject)
  return { about, typedFor, held: isWaiting ? WAITING : typedFor?.obstacle }
}

interface Submission {
  readonly submit: () => void
  /** True if another field lacks something. */
  readonly isIncomplete: boolean
  readonly errors: FieldErrors
}

/**
 * Submits once it is known what the form is about, or has taken too long: the question then shows what it has now. The only
 * record that is found is taken instead, as Enter does where it is offered already.
 */
function useSubmitWhenFound(
  layout: FormLayout,
  { form, steps, subject }: Pick<FormState, 'form' | 'steps' | 'subject'>,
  { submit, isIncomplete, errors }: Submission,
) {
  const [waits, setWaits] = useState(false)
  const { about } = layout
  const { isLooking, choices, lookNow } = subject
  const latest = useRef(() => {})
  const goOn = () => {
    const meant = choices.find(({ isMeant, isOnly }) => isMeant || isOnly)
    setWaits(false)
    if (meant === undefined || about === undefined) submit()
    else form.setValue(about.field, meant.value, { shouldDirty: true, shouldValidate: true })
  }
  useEffect(() => {
    latest.current = goOn
  })
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(() => latest.current(), isLooking ? PATIENCE_MS : 0)
    return () => clearTimeout(timer)
  }, [waits, isLooking])
  const press: FormState['submit'] = (event) => {
    event.preventDefault()
    steps.tryToLeave()
    if (isLookupFailed(layout, subject.subject, errors)) {
      subject.subject.retry()
      return setWaits(true)
    }
    // What the other fields lack is said at once.
    if (!isLooking || isIncomplete) return submit()
    lookNow()
    setWaits(true)
  }
  return { isLookedUp: waits, takeBack: () => setWaits(false), submit: press }
}

/** The state of a form, from typing to its outcome. `layout` is the definition's form, `ref` the form element. */
export function useFormState(
  definition: FormResource,
  layout: FormLayout,
  ref: RefObject<HTMLFormElement | null>,
): FormState {
  const form = useForm<FormValues>({
    defaultValues: { ...emptyValues(layout), [TYPED_FOR]: {} },
    mode: 'onTouched',
    resolver: resolverOf((values) => {
      const given = typedIn(layout, values)
      return errorsSoFar(formErrors(shownLayout(layout, given), given))
    }),
  })
  const typed = useTyped(form, layout)
  const shown = shownLayout(layout, typed)
  const steps = useSteps(layout.steps, Object.keys(shown.fields))
  // Later steps are not filled in yet.
  const errorsSoFar = (found: FieldErrors): FieldErrors =>
    Object.fromEntries(Object.entries(found).filter(([path]) => steps.isReached(path)))
  const subject = useFormSubject(layout, typed)
  const changedIn = (given: InputValues) => changedValues(layout, given, subject.current)
  useFound(form, layout, subject)
  const submission = useFormSubmission(definition, subject)
  const files = useFormFiles(definition, submission.dismissRefusal)
  const refused = useRefused(submission.formOutcome, typed, subjectField(layout))
  const { half, readUnfinished } = useUnfinished(layout, typed, ref)
  const ownErrors = formErrors(shown, typed)
  const [isEmptyAsked, setEmptyAsked] = useState(false)
  useAfterSuccess(definition, { form, files, submission, steps }, ref)
  const lacks = isNothingFilled(shown, typed, changedIn(typed))
  useStepOfRefused(submission.formOutcome, steps)
  const holding = useHeld(definition, layout, { form, subject }, { typed, changed: changedIn(typed) })
  const send = async (values: FormValues) => {
    if (submission.isBusy || (steps.isLast && holding.held !== undefined)) return
    const [next] = readUnfinished()
    if (next !== undefined) return focusField(ref.current, next)
    if (!steps.isLast) return steps.next()
    flushSync(() => setEmptyAsked(lacks))
    if (lacks) return focusSubmit(ref.current)
    if ((await files.check()) !== undefined) return focusFirst(ref.current)
    submission.send(filledRecord(definition.name, layout, changedIn(typedIn(layout, values))), files.files)
  }
  const found = Object.keys(errorsSoFar(ownErrors))
  const submit = () => void form.handleSubmit(send, () => steps.openAt(found))()
  const isIncomplete = (steps.isLast && isUntyped(shown, typed)) || found.some((path) => path !== layout.about?.field)
  const submitting = useSubmitWhenFound(layout, { form, steps, subject }, { submit, isIncomplete, errors: ownErrors })
  return {
    ...submitting,
    readUnfinished,
    shown,
    form,
    errors: { ...refused, ...withLookup(layout, subject.subject, ownErrors), ...half },
    isLocked: isLocked(shown, typed),
    ...holding,
    obstacle: holding.held ?? (isEmptyAsked && lacks ? layout.emptyText : undefined),
    files,
    subject,
    submission,
    steps,
  }
}
