import { useEffect, useState } from 'react'
import type { FormResource } from '../../language/resource.ts'
import { useDraft } from '../data/drafts.ts'
import { useChosenFiles, type ChosenFiles } from '../inputs/useChosenFiles.ts'
import { fileKey } from './formValues.ts'

/** The files of a form: chosen ones, and how to drop them after a success. */
export interface FormFiles extends ChosenFiles {
  readonly clear: () => void
}

/**
 * Holds a form's files, and marks in the drafts that there are some. The files themselves stay in the form.
 *
 * @param onChange called when others are chosen
 */
export function useFormFiles(definition: FormResource, onChange: () => void): FormFiles {
  const [files, setFiles] = useState<readonly File[]>([])
  const { keep, drop } = useDraft(fileKey(definition))
  const isChosen = files.length > 0
  useEffect(() => {
    if (!isChosen) return undefined
    keep({})
    return drop
  }, [isChosen, keep, drop])
  const choose = (next: readonly File[]) => {
    setFiles(next)
    onChange()
  }
  const chosen = useChosenFiles(definition.bindings['submit']?.upload, files, choose)
  return { ...chosen, clear: () => setFiles([]) }
}
