import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { FormResource } from '../../language/resource.ts'
import { formsOf } from '../../language/formPage.ts'
import type { FormPage } from '../../language/formPage.ts'
import { draftsIn } from '../drafts/drafts.ts'

/** Where a form keeps what is typed into it. */
export const draftKey = ({ name }: FormResource): string => `forms/${name}`

/** Where it is known that a form has a file; the file itself is nowhere but in the form. */
export const fileKey = (form: FormResource): string => `${draftKey(form)}/file`

/** Whether something is typed or chosen in any form of a page and not sent, and the way to forget it. */
export function useUnsavedChanges(page: FormPage) {
  const drafts = draftsIn(useQueryClient())
  const hasUnsavedChanges = useSyncExternalStore(drafts.subscribe, () =>
    formsOf(page).some((form) => [draftKey(form), fileKey(form)].some((key) => drafts.read(key) !== undefined)),
  )
  const forget = useCallback(() => {
    for (const form of formsOf(page)) drafts.drop(draftKey(form))
  }, [drafts, page])
  return { hasUnsavedChanges, forget }
}
