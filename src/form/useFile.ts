import { useCallback, useEffect, useMemo, useState } from 'react'
import type { FormResource } from '../../language/resource.ts'
import type { FormLayout } from '../../language/form.ts'
import { useDraft } from '../drafts/useDraft.ts'
import { fileKey } from './formDrafts.ts'
import { checkStillThere, checkTable } from './checkTable.ts'

/** The file of a form. */
export interface ChosenFile {
  readonly file: File | undefined
  readonly error: string | undefined
  readonly choose: (file: File | undefined) => void
  /** What keeps the file from being sent; looked at again, because files go away. */
  readonly check: () => Promise<string | undefined>
}

/**
 * Holds a form's file. One that cannot be sent is not taken, and the one before it stays; where there is none, what was
 * said against the refused one is said until another is chosen.
 */
export function useFile(definition: FormResource, { file: asked }: FormLayout): ChosenFile {
  const [file, setFile] = useState<File>()
  const { keep, drop } = useDraft(fileKey(definition))
  const isChosen = file !== undefined
  useEffect(() => {
    if (!isChosen) return undefined
    keep({})
    return drop
  }, [isChosen, keep, drop])
  const [error, setError] = useState<string>()
  const choose = useCallback((next: File | undefined) => {
    const refusal = next === undefined ? undefined : checkTable(next)
    setError(refusal)
    if (refusal === undefined) setFile(next)
  }, [])
  const check = useCallback(async () => {
    if (asked === undefined) return undefined
    const found = file === undefined ? (error ?? asked.required) : await checkStillThere(file)
    setError(found)
    return found
  }, [asked, error, file])
  return useMemo(() => ({ file, error, choose, check }), [file, error, choose, check])
}
