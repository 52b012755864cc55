import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { focusField } from './fieldErrors.ts'
import type { Steps } from './useSteps.ts'
import './steps.css'

/** Enter that is held down would go through one step after another. */
const refuseHeldEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.repeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault()
}

interface StepFieldsProps {
  readonly steps: Steps
  readonly children: ReactNode
}

/** The fields of the open step under its heading. They get the focus when the step is opened by a move. */
export const StepFields = ({ steps: { titles, index, move }, children }: StepFieldsProps) => {
  const id = useId()
  const root = useRef<HTMLFieldSetElement>(null)
  useLayoutEffect(() => {
    if (move?.path !== undefined) focusField(root.current, move.path)
    else if (move !== undefined) root.current?.querySelector<HTMLElement>('[name]')?.focus()
  }, [move])
  const hasSteps = titles.length > 0
  useEffect(() => {
    const fieldset = root.current
    fieldset?.addEventListener('keydown', refuseHeldEnter)
    return () => fieldset?.removeEventListener('keydown', refuseHeldEnter)
  }, [hasSteps])
  if (!hasSteps) return children
  return (
    <fieldset className="cs-stack" ref={root} aria-labelledby={id}>
      <div className="cs-step-head" id={id}>
        <p className="cs-meta">{`Step ${index + 1} of ${titles.length}`}</p>
        <h3>{titles[index]}</h3>
      </div>
      <div className="cs-step-progress" aria-hidden="true">
        {titles.map((title, at) => (
          <span key={title} data-done={at <= index} />
        ))}
      </div>
      {children}
    </fieldset>
  )
}

/** The button that opens the step before. Draws nothing in the first one. */
export const BackButton = ({ steps, isBusy }: { readonly steps: Steps; readonly isBusy: boolean }) =>
  steps.index > 0 && (
    <Button onClick={steps.back} disabled={isBusy}>
      Back
    </Button>
  )
