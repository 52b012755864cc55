import { lazyComponent } from '../ui/lazyComponent.tsx'
import type { Details } from './ActionDialog.tsx'
import type { ActionFlow } from './useActionFlow.ts'

const ActionDialog = lazyComponent(async () => (await import('./ActionDialog.tsx')).ActionDialog, null)
const ResultDrawer = lazyComponent(async () => (await import('./ResultDrawer.tsx')).ResultDrawer, null)

/** Fetches the code of the dialog, so that the first one opens at once. */
export const preloadDialogs = (): Promise<void> => ActionDialog.preload()

interface FlowDialogsProps {
  readonly flow: ActionFlow
  readonly details?: Details
  /** True if an answer is shown here, in a drawer. */
  readonly hasResult?: boolean
}

/** The dialogs of a flow: the one that asks before an action runs, and the one that shows its answer. */
export const FlowDialogs = ({ flow, details, hasResult = true }: FlowDialogsProps) => {
  const { question, result, closeResult } = flow
  return (
    <>
      {question !== undefined && <ActionDialog key={question.id} question={question} flow={flow} details={details} />}
      {hasResult && result !== undefined && <ResultDrawer key={result.id} shown={result} onClose={closeResult} />}
    </>
  )
}
