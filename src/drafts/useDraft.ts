import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { draftsIn } from './drafts.ts'

/** The place where what is typed into one form is kept. */
export interface Draft<V extends object> {
  /** What was kept when this was asked for; `undefined` without any. Read it for the form's first values. */
  readonly read: () => V | undefined
  /** Keeps the values as they are now. Keep no password and no file: they are not typed twice for nothing. */
  readonly keep: (values: V) => void
  /** Forgets them: after success, and when the person gives the form up. */
  readonly drop: () => void
}

/**
 * Keeps what is typed into a form, in memory alone (U15): it survives a failure, a look at another page and the end of
 * the session, for the same person. While there is a draft the end of a session keeps the document alive. `key` names
 * the form and what it is about (`'forms/reinstate'`, `'accounts/4107:close'`) and stands in no address.
 *
 * With react-admin's `Form`: `defaultValues={draft.read()}`, and `draft.keep` for whatever `useFormContext().subscribe`
 * tells of the values.
 */
export function useDraft<V extends object>(key: string): Draft<V> {
  const drafts = draftsIn(useQueryClient())
  const read = useCallback(() => drafts.read(key) as V | undefined, [drafts, key])
  const keep = useCallback((values: V) => drafts.keep(key, values), [drafts, key])
  const drop = useCallback(() => drafts.drop(key), [drafts, key])
  return useMemo(() => ({ read, keep, drop }), [read, keep, drop])
}
