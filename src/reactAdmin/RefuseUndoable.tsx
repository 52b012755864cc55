import { AddUndoableMutationContext, useNotify } from 'ra-core'
import type { UndoableMutation } from 'ra-core'
import { useCallback } from 'react'
import type { ReactNode } from 'react'

const REFUSED =
  'Nothing was changed. This page saves in the mode "undoable", which reports success before anything is sent.'

/**
 * Refuses react-admin's mutation mode 'undoable': it says 'Saved' first, and what leaves the page with the person is
 * never sent. The optimistic change is taken back, and the person is told. Its notices are dropped by the toasts.
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
