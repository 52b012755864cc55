import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'

/**
 * What has been typed and not been sent, by key, for the person who typed it. It is nowhere but in the memory of the
 * document: never in storage, never in an address (U15).
 */
export interface Drafts {
  /**
   * Says who is here now, at every sign-in: without anybody nothing is kept. What somebody else left is forgotten;
   * answers whether there was any.
   */
  readonly claim: (person: string) => boolean
  readonly read: (key: string) => object | undefined
  readonly keep: (key: string, value: object) => void
  readonly drop: (key: string) => void
  /** Forgets everything: the person has signed out, or has been told that it will be lost. */
  readonly clear: () => void
  /** The session is over: what leaves the screen from now on is only away until the person is back. */
  readonly hold: () => void
  /** Whether the session is over and the person not yet back. */
  readonly isHeld: () => boolean
  readonly isEmpty: () => boolean
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
    read: (key) => kept.get(key),
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
    isEmpty: () => kept.size === 0,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const all = new WeakMap<QueryClient, Drafts>()

/**
 * The drafts of a console. They outlast a failure, a look at another page and the end of a session, until the same
 * person is back; another person, a sign-out, success and the end of the document end them.
 */
export function draftsIn(client: QueryClient): Drafts {
  const known = all.get(client) ?? createDrafts()
  all.set(client, known)
  return known
}

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
