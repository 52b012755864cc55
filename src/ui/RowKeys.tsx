import { CONTROLS, focusStop, stopLike, stopsIn } from './gridKeys.ts'
import { type KeyCommands, useKeys } from './useKeys.ts'

/**
 * Moves the focus to the row after or before the one that has it; from elsewhere to the first one. From a control it stays
 * in the column where the row has one there, too. From a text it goes to the name of the row, which Enter opens.
 */
function moveRow(rows: readonly HTMLElement[], by: 1 | -1): void {
  const from = document.activeElement
  const index = rows.findIndex((row) => row.contains(from))
  const row = rows[index < 0 ? 0 : index + by]
  const like = from instanceof HTMLElement && from.matches(CONTROLS) ? stopLike(from, row) : undefined
  const naming = row?.querySelector<HTMLElement>('th')
  const name = naming ? stopsIn(naming)[0] : row?.querySelector<HTMLElement>('a[href], button')
  focusStop(like?.matches(CONTROLS) === true ? like : name)
}

interface RowKeysProps {
  readonly find: () => readonly HTMLElement[]
  /** The other keys of the list. */
  readonly others?: KeyCommands
}

/** J and K move between the rows of a list. */
export const RowKeys = ({ find, others = {} }: RowKeysProps) => {
  useKeys({
    ...others,
    j: { label: 'Next row', run: () => moveRow(find(), 1) },
    k: { label: 'Previous row', run: () => moveRow(find(), -1) },
  })
  return null
}
