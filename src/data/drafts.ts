import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { perClient } from './perClient.ts'

/**
 * Values that were typed but not sent, by key, for the person who typed them. They exist only in the document's memory,
 * never in storage or in an address (U15).
 */
export interface Drafts {
  /**
   * Sets the owner of the drafts, at every sign-in. Nothing is kept while there is no owner. Drops another person's
   * drafts, and returns true if there were any.
   */
  readonly claim: (person: string) => boolean
  /** What was kept under a key. `V` says what that is: each key has one owner. */
  readonly read: <V extends object>(key: string) => V | undefined
  readonly keep: (key: string, value: object) => void
  readonly drop: (key: string) => void
  /** Drops everything. Called when the person signs out, or gives the drafts up after a warning. */
  readonly clear: () => void
  /** Marks the session as over. What leaves the screen from now on is kept until the person is back. */
  readonly hold: () => void
  /** True while the session is over and the person is not back yet. */
  readonly isHeld: () => boolean
  /** True if nothing is kept. What is kept under keys that begin with `except` does not count. */
  readonly isEmpty: (except?: string) => boolean
  readonly subscribe: (listener: () => void) => () => void
}

function createDrafts(): Drafts {
  const kept = new Map<string, object>()
  const listeners = new Set<() => void>()
  let owner: string | undefined
  let isHeld = false
  const changed = () => {
    for (const listener of listeners) listener()
  }
  return {
    claim(person) {
      const isForgotten = owner !== undefined && owner !== person && kept.size > 0
      if (owner !== person) kept.clear()
      owner = person
      isHeld = false
      changed()
      return isForgotten
    },
    read: <V extends object>(key: string) => kept.get(key) as V | undefined,
    keep(key, value) {
      if (owner === undefined) return
      kept.set(key, value)
      changed()
    },
    drop(key) {
      if (kept.delete(key)) changed()
    },
    clear() {
      kept.clear()
      owner = undefined
      isHeld = false
      changed()
    },
    hold() {
      isHeld = true
    },
    isHeld: () => isHeld,
    isEmpty: (except) => [...kept.keys()].every((key) => except !== undefined && key.startsWith(except)),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * The drafts of a console. They survive a failure, a visit to another page and the end of a session, until the same
 * person is back. Another person's sign-in, a sign-out, a success and the end of the document drop them.
 */
export const draftsIn = perClient(createDrafts)

export interface Draft<V extends object> {
  /** The values kept so far, or `undefined` if there are none. Use them as the form's initial values. */
  readonly read: () => V | undefined
  /** Keeps the current values. Never keep a password: the person must enter it again on purpose. */
  readonly keep: (values: V) => void
  /** Drops the values. Call it after success, and when the person abandons the form. */
  readonly drop: () => void
}

/**
 * Keeps the values typed into a form, in memory only (U15). They survive a failure, a visit to another page and the end
 * of the session, for the same person. While there is a draft, the end of a session does not unload the document. `key`
 * names the form and its subject (`'forms/reinstate'`, `'books/7:discard'`) and appears in no address.
 *
 * With react-admin's `Form`, pass `defaultValues={draft.read()}`, and call `draft.keep` with the values from
 * `useFormContext().subscribe`.
 */
export function useDraft<V extends object>(key: string): Draft<V> {
  const drafts = draftsIn(useQueryClient())
  const read = useCallback(() => drafts.read<V>(key), [drafts, key])
  const keep = useCallback((values: V) => drafts.keep(key, values), [drafts, key])
  const drop = useCallback(() => drafts.drop(key), [drafts, key])
  return useMemo(() => ({ read, keep, drop }), [read, keep, drop])
}
