import type { Refusal } from './checkFile.ts'

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
export const withChoice = (choices: Choices, key: string, change: Partial<Chosen>): Choices =>
  new Map(choices).set(key, { ...choiceIn(choices, key), ...change })

/** Whether a slot has what is needed to save it. */
export const isChosen = ({ proof, file }: Chosen): boolean => proof !== undefined && file !== undefined

/** What a newly chosen file changes. */
export const fileChoice = (file: File): Partial<Chosen> => ({
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
