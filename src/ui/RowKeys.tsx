import { focusStop, stopsIn } from './gridKeys.ts'
import { type KeyCommands, useKeys } from './useKeys.ts'

/** Moves the focus to the row after or before the one that has it; from elsewhere to the first one. */
function moveRow(rows: readonly HTMLElement[], by: 1 | -1): void {
  const index = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[index < 0 ? 0 : index + by]
  const naming = row?.querySelector<HTMLElement>('th')
  focusStop(naming ? stopsIn(naming)[0] : row?.querySelector<HTMLElement>('a[href], button'))
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
