import { useQueryClient } from '@tanstack/react-query'
import { type Refusal, checkContent, checkFile } from './checkFile.ts'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { draftsIn, useDraft } from '../../src/data/drafts.ts'
import type { Row } from '../../src/model/columns.ts'

export type Progress =
  | { readonly state: 'chosen' | 'waiting' | 'cancelled' }
  /** `share` is between 0 and 1; missing before it is known. */
  | { readonly state: 'uploading'; readonly share?: number }
  /** The clearing firm has the document. Saving attaches it to the case. */
  | { readonly state: 'uploaded'; readonly recordId: string }
  | FailedUpload

interface FailedUpload {
  readonly state: 'failed'
  readonly refusal: Refusal
  /** True if the clearing firm may have the document all the same. */
  readonly isUnknown: boolean
}

export interface Chosen {
  readonly proof: string | undefined
  readonly file: File | undefined
  /** A file that is checked before it takes the place of the chosen one. */
  readonly checked: File | undefined
  /** One key per file. A retry of an upload whose answer was lost uses the same key. */
  readonly idempotencyKey: string
  readonly progress: Progress
  /** The file that was last tried and refused. */
  readonly refusal: Refusal | undefined
}

export type Choices = ReadonlyMap<string, Chosen>

/** The choices in an untouched slot. */
const NOTHING_CHOSEN: Chosen = {
  proof: undefined,
  file: undefined,
  checked: undefined,
  idempotencyKey: '',
  progress: { state: 'chosen' },
  refusal: undefined,
}

export const choiceIn = (choices: Choices, key: string): Chosen => choices.get(key) ?? NOTHING_CHOSEN

const withChoice = (choices: Choices, key: string, change: Partial<Chosen>): Choices =>
  new Map(choices).set(key, { ...choiceIn(choices, key), ...change })

/** True when a slot has everything that saving needs. */
export const isChosen = ({ proof, file, checked }: Chosen): boolean =>
  proof !== undefined && file !== undefined && checked === undefined

/** The failed upload of a slot. A file of the wrong type is refused, and its slot is empty again. */
export const failedUploadOf = ({ progress, refusal }: Chosen): readonly Pick<FailedUpload, 'isUnknown'>[] => {
  if (progress.state === 'failed') return [progress]
  return refusal === undefined ? [] : [{ isUnknown: false }]
}

/** The change that a newly chosen file makes. */
const fileChoice = (file: File): Partial<Chosen> => ({
  file,
  checked: undefined,
  idempotencyKey: crypto.randomUUID(),
  progress: { state: 'chosen' },
  refusal: undefined,
})

/** The change that removing the file makes. */
export const noFile: Partial<Chosen> = {
  file: undefined,
  checked: undefined,
  idempotencyKey: '',
  progress: { state: 'chosen' },
  refusal: undefined,
}

/** The change that a refused file makes: the one that is chosen stays. */
const refused = (file: File, { message, detail }: Refusal, kept: File | undefined): Partial<Chosen> => {
  const stays = kept === undefined ? [] : [`${file.name} was not taken. ${kept.name} stays chosen.`]
  const details = [...(detail === undefined ? [] : [detail]), ...stays].join(' ')
  return { checked: undefined, refusal: { message, ...(details === '' ? {} : { detail: details }) } }
}

export interface ChoicesState {
  readonly choices: Choices
  /** Reads the latest choices, for work that spans several renders. */
  readonly now: () => Choices
  readonly change: (key: string, change: Partial<Chosen>) => void
  /** Accepts a file into a slot, or sets the reason it is refused. */
  readonly choose: (key: string, file: File) => void
  readonly clear: () => void
}

const isSaved = ({ progress }: Chosen, documents: readonly Row[]): boolean =>
  progress.state === 'uploaded' && documents.some(({ id }) => String(id) === progress.recordId)

const NONE: Choices = new Map()

/** The choices on the page of an account: in memory only, until the page is left. */
export function useKeptChoices(account: string) {
  const { subscribe } = draftsIn(useQueryClient())
  const { read, keep, drop } = useDraft<Choices>(`documents/${account}`)
  const now = useCallback(() => read() ?? NONE, [read])
  const set = useCallback((next: Choices) => (next.size > 0 ? keep(next) : drop()), [keep, drop])
  return { now, set, drop, choices: useSyncExternalStore(subscribe, now) }
}

/**
 * Holds the chosen documents while the account's page is open, on whatever tab. A document that appears among the
 * account's documents has been saved, even if the save got no answer, so its slot is cleared.
 */
export function useChoices(account: string, documents: readonly Row[]): ChoicesState {
  const { now, set, drop, choices } = useKeptChoices(account)
  const change = useCallback((key: string, part: Partial<Chosen>) => set(withChoice(now(), key, part)), [set, now])
  const choose = useCallback(
    (key: string, file: File) => {
      if (choiceIn(now(), key).proof === undefined) {
        change(key, { refusal: { message: 'Choose a proof type first.' } })
        return
      }
      const end = (refusal: Refusal | undefined) =>
        change(key, refusal === undefined ? fileChoice(file) : refused(file, refusal, choiceIn(now(), key).file))
      const refusal = checkFile(file)
      if (refusal !== undefined) {
        end(refusal)
        return
      }
      change(key, { checked: file, refusal: undefined })
      void checkContent(file).then((found) => {
        if (choiceIn(now(), key).checked === file) end(found)
      })
    },
    [change, now],
  )
  useEffect(() => {
    const unsaved = [...now()].filter(([, chosen]) => !isSaved(chosen, documents))
    if (unsaved.length < now().size) set(new Map(unsaved))
  }, [documents, now, set])
  return useMemo(() => ({ choices, now, change, choose, clear: drop }), [choices, now, change, choose, drop])
}
