import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SlotProps } from '../../src/console/extensions.ts'
import { draftsIn } from '../../src/data/drafts.ts'
import { LeaveDialog, useCloseQuestion, useLeaveQuestion } from '../../src/ui/LeaveDialog.tsx'
import { useKeptChoices } from './useChoices.ts'
import { useSaveRun } from './useSaveRun.ts'

const UNSAVED = {
  title: 'Leave without saving?',
  text: 'The chosen documents are not saved. They have to be chosen again.',
}

const UPLOADING = {
  title: 'Leave while the documents are being uploaded?',
  text: 'The upload stops, and nothing is saved. The documents have to be chosen again.',
}

/**
 * Asks before the page of an account is left with chosen documents that are not saved, on whatever tab, and forgets them
 * with the page, which stops their upload. Once their save is sent, leaving stops nothing, and only the closing of the
 * window is asked about. If the session ends, they are kept until the person is back.
 */
export const UnsavedDocuments = ({ record }: SlotProps) => {
  const id = String(record?.id ?? '')
  const drafts = draftsIn(useQueryClient())
  const { choices, drop } = useKeptChoices(id)
  const { run, read, drop: dropRun } = useSaveRun(id)
  const hasFiles = [...choices.values()].some(({ file }) => file !== undefined)
  const question = useLeaveQuestion(hasFiles && run?.isSent !== true)
  useCloseQuestion(hasFiles)
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
      <LeaveDialog question={question} {...(run?.controller === undefined ? UNSAVED : UPLOADING)} />
    )
  )
}
