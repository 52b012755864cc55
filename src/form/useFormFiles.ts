import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { FormResource } from '../../language/resource.ts'
import { draftsIn, useDraft } from '../data/drafts.ts'
import { useChosenFiles, type ChosenFiles } from '../inputs/useChosenFiles.ts'
import { fileKey } from './formValues.ts'

/** The files of a form: chosen ones, and how to drop them after a success. */
export interface FormFiles extends ChosenFiles {
  readonly clear: () => void
}

const NO_FILES: readonly File[] = []

/**
 * Holds a form's files in its draft.
 *
 * @param onChange called when others are chosen
 */
export function useFormFiles(definition: FormResource, onChange: () => void): FormFiles {
  const { subscribe } = draftsIn(useQueryClient())
  const { read, keep, drop } = useDraft<{ readonly files: readonly File[] }>(fileKey(definition))
  const files = useSyncExternalStore(subscribe, () => read()?.files ?? NO_FILES)
  const choose = (next: readonly File[]) => {
    if (next.length > 0) keep({ files: next })
    else drop()
    onChange()
  }
  const chosen = useChosenFiles(definition.bindings['submit']?.upload, files, choose)
  return { ...chosen, clear: drop }
}
