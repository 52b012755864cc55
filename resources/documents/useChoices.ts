import type { Refusal } from './checkFile.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Row } from '../../src/model/columns.ts'
import { checkContent, checkFile } from './checkFile.ts'

/** How far a chosen document has come. */
export type Progress =
  | { readonly state: 'chosen' | 'waiting' | 'cancelled' }
  /** `share` is between 0 and 1; missing before it is known. */
  | { readonly state: 'uploading'; readonly share?: number }
  /** The clearing firm has it; it is attached to the case by the saving. */
  | { readonly state: 'uploaded'; readonly recordId: string }
  | { readonly state: 'failed'; readonly refusal: Refusal }

/** What has been chosen for one required document. */
export interface Chosen {
  readonly proof: string | undefined
  readonly file: File | undefined
  /** One for each file: an upload whose answer got lost is tried again under it. */
  readonly idempotencyKey: string
  readonly progress: Progress
  /** The file that was tried last and not taken. */
  readonly refusal: Refusal | undefined
}

/** What has been chosen, by the slot's key. */
export type Choices = ReadonlyMap<string, Chosen>

/** What stands in a slot nobody has touched. */
const NOTHING_CHOSEN: Chosen = {
  proof: undefined,
  file: undefined,
  idempotencyKey: '',
  progress: { state: 'chosen' },
  refusal: undefined,
}

/** What is chosen in a slot. */
export const choiceIn = (choices: Choices, key: string): Chosen => choices.get(key) ?? NOTHING_CHOSEN

/** The choices with a slot changed. */
const withChoice = (choices: Choices, key: string, change: Partial<Chosen>): Choices =>
  new Map(choices).set(key, { ...choiceIn(choices, key), ...change })

/** Whether a slot has what is needed to save it. */
export const isChosen = ({ proof, file }: Chosen): boolean => proof !== undefined && file !== undefined

/** What a newly chosen file changes. */
const fileChoice = (file: File): Partial<Chosen> => ({
  file,
  idempotencyKey: crypto.randomUUID(),
  progress: { state: 'chosen' },
  refusal: undefined,
})

/** What taking the file away changes. */
export const noFile: Partial<Chosen> = {
  file: undefined,
  idempotencyKey: '',
  progress: { state: 'chosen' },
  refusal: undefined,
}

/** What has been chosen, with the ways to change it. */
export interface ChoicesState {
  readonly choices: Choices
  /** What is chosen at this very moment, for work that takes longer than a rendering. */
  readonly now: () => Choices
  readonly change: (key: string, change: Partial<Chosen>) => void
  /** Takes a file into a slot, or says why not. */
  readonly choose: (key: string, file: File) => void
  readonly clear: () => void
}

const isSaved = ({ progress }: Chosen, documents: readonly Row[]): boolean =>
  progress.state === 'uploaded' && documents.some(({ id }) => String(id) === progress.recordId)

/**
 * Holds the chosen documents in memory alone. What turns up among the account's documents has been saved, whatever was
 * heard of the saving, and is no longer chosen.
 */
export function useChoices(documents: readonly Row[]): ChoicesState {
  const [choices, setChoices] = useState<Choices>(new Map())
  const latest = useRef(choices)
  const set = useCallback((next: Choices) => {
    latest.current = next
    setChoices(next)
  }, [])
  const change = useCallback((key: string, part: Partial<Chosen>) => set(withChoice(latest.current, key, part)), [set])
  const choose = useCallback(
    (key: string, file: File) => {
      if (choiceIn(latest.current, key).proof === undefined) {
        change(key, { refusal: { message: 'Choose a proof type first.' } })
        return
      }
      const refusal = checkFile(file)
      change(key, refusal === undefined ? fileChoice(file) : { ...noFile, refusal })
      if (refusal !== undefined) return
      void checkContent(file).then((other) => {
        if (other !== undefined && choiceIn(latest.current, key).file === file) {
          change(key, { ...noFile, refusal: other })
        }
      })
    },
    [change],
  )
  useEffect(() => {
    const kept = [...latest.current].filter(([, chosen]) => !isSaved(chosen, documents))
    if (kept.length < latest.current.size) set(new Map(kept))
  }, [documents, set])
  const now = useCallback(() => latest.current, [])
  const clear = useCallback(() => set(new Map()), [set])
  return useMemo(() => ({ choices, now, change, choose, clear }), [choices, now, change, choose, clear])
}
