import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Row } from '../../src/model/columns.ts'
import { checkContent, checkFile } from './checkFile.ts'
import { choiceIn, fileChoice, noFile, withChoice } from './chosen.ts'
import type { Choices, Chosen } from './chosen.ts'

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
