import { lazyComponent } from '../ui/lazyComponent.tsx'
import type { Details } from './ActionDialog.tsx'
import type { ActionFlow } from './useActionFlow.ts'

const ActionDialog = lazyComponent(async () => (await import('./ActionDialog.tsx')).ActionDialog, null)
const ResultDrawer = lazyComponent(async () => (await import('./ResultDrawer.tsx')).ResultDrawer, null)
const FilePreview = lazyComponent(async () => (await import('./FilePreview.tsx')).FilePreview, null)

/** Fetches the code of the dialog, so that the first one opens at once. */
export const preloadDialogs = (): Promise<void> => ActionDialog.preload()

interface FlowDialogsProps {
  readonly flow: ActionFlow
  readonly details?: Details
  /** True if an answer is shown here, in a drawer. */
  readonly hasResult?: boolean
}

/** The dialogs of a flow: the one that asks before an action runs, and those that show its answer or its file. */
export const FlowDialogs = ({ flow, details, hasResult = true }: FlowDialogsProps) => {
  const { definition, question, result, file, closeResult } = flow
  return (
    <>
      {question !== undefined && <ActionDialog key={question.id} question={question} flow={flow} details={details} />}
      {hasResult && result !== undefined && (
        <ResultDrawer key={result.id} definition={definition} shown={result} onClose={closeResult} />
      )}
      {file !== undefined && <FilePreview key={file.id} definition={definition} file={file} onClose={closeResult} />}
    </>
  )
}
