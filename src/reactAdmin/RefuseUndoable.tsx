import { AddUndoableMutationContext, useNotify, type UndoableMutation } from 'ra-core'
import { useCallback, type ReactNode } from 'react'

const REFUSED =
  'Nothing was changed. This page saves in the mode "undoable", which reports success before anything is sent.'

/**
 * Refuses react-admin's mutation mode 'undoable'. That mode says 'Saved' first, and a change is never sent if the
 * person leaves the page. The optimistic change is reverted, and a notice tells the person. The toasts drop the notices
 * of that mode.
 */
export const RefuseUndoable = ({ children }: { readonly children: ReactNode }) => {
  const notify = useNotify()
  const refuse = useCallback(
    (mutation: UndoableMutation) => {
      mutation({ isUndo: true })
      notify(REFUSED, { type: 'error' })
    },
    [notify],
  )
  return <AddUndoableMutationContext.Provider value={refuse}>{children}</AddUndoableMutationContext.Provider>
}
