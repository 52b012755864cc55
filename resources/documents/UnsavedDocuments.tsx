import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SlotProps } from '../../src/console/extensions.ts'
import { draftsIn } from '../../src/data/drafts.ts'
import { LeaveDialog, useLeaveQuestion } from '../../src/ui/LeaveDialog.tsx'
import { useKeptChoices } from './useChoices.ts'
import { useSaveRun } from './useSaveRun.ts'

/**
 * Asks before the page of an account is left with chosen documents that are not saved, on whatever tab, and forgets them
 * with the page, which stops their upload. If the session ends, they are kept until the person is back.
 */
export const UnsavedDocuments = ({ record }: SlotProps) => {
  const id = String(record?.id ?? '')
  const drafts = draftsIn(useQueryClient())
  const { choices, drop } = useKeptChoices(id)
  const question = useLeaveQuestion([...choices.values()].some(({ file }) => file !== undefined))
  const { read, drop: dropRun } = useSaveRun(id)
  useEffect(
    () => () => {
      read()?.controller?.abort()
      if (drafts.isHeld()) return
      drop()
      dropRun()
    },
    [drafts, drop, read, dropRun],
  )
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
