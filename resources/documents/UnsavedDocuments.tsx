import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SlotProps } from '../../src/console/extensions.ts'
import { draftsIn } from '../../src/data/drafts.ts'
import { LeaveDialog, useLeaveQuestion } from '../../src/ui/LeaveDialog.tsx'
import { useKeptChoices } from './useChoices.ts'

/**
 * Asks before the page of an account is left with chosen documents that are not saved, on whatever tab, and forgets them
 * with the page. If the session ends, they are kept until the person is back.
 */
export const UnsavedDocuments = ({ record }: SlotProps) => {
  const id = String(record?.id ?? '')
  const drafts = draftsIn(useQueryClient())
  const { choices, drop } = useKeptChoices(id)
  const question = useLeaveQuestion([...choices.values()].some(({ file }) => file !== undefined))
  useEffect(() => () => (drafts.isHeld() ? undefined : drop()), [drafts, drop])
  return (
    question !== undefined && (
      <LeaveDialog
        question={question}
        title="Leave without saving?"
        text="The chosen documents are not saved. They have to be chosen again."
      />
    )
  )
}
