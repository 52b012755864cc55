import { valueAt } from '../../language/pointer.ts'
import type { TableBlock } from '../../language/show.ts'
import { unreadableAt } from '../../language/unreadable.ts'

/** Answers by name: `detail` and the further reads. */
export type Answers = Readonly<Record<string, unknown>>

interface Source {
  readonly label: string
  readonly answer: unknown
  readonly items: readonly unknown[]
  /** Why the list could not be read. */
  readonly why?: string | undefined
}

/** The first answer that contains the list, or one that could not be read. */
export function sourceOf({ read, path }: TableBlock, answers: Answers): Source | undefined {
  for (const { name, label } of read) {
    const answer = answers[name]
    const items: unknown = valueAt(answer, path)
    const why = unreadableAt(answer, path)
    if (Array.isArray(items) || why !== undefined)
      return { label, answer, items: Array.isArray(items) ? items : [], why }
  }
  return undefined
}
