/** What takes the focus inside a cell. */
export const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled)'

/** Fields in which the arrow keys move the cursor. */
const TEXT_FIELDS = 'input:not([type="checkbox"], [type="radio"]), select, textarea'

const CELLS = 'td, th'
const ROWS = 'tr'
const FIRST_ROW = 'tbody tr'

const cellsOf = (row: Element | null | undefined): readonly HTMLElement[] => [
  ...(row?.querySelectorAll<HTMLElement>(CELLS) ?? []),
]

/** What the focus stops at in a cell: its controls, or the cell itself where it has none. */
export function stopsIn(cell: HTMLElement): readonly HTMLElement[] {
  const controls = [...cell.querySelectorAll<HTMLElement>(CONTROLS)]
  return controls.length === 0 ? [cell] : controls
}

/** The stop of the same column in another row. */
export function stopLike(from: HTMLElement, row: Element | null | undefined): HTMLElement | undefined {
  const cell = from.closest<HTMLElement>(CELLS)
  const cells = cellsOf(row)
  const there = cell === null ? undefined : cells[Math.min(cellsOf(cell.closest(ROWS)).indexOf(cell), cells.length - 1)]
  if (cell === null || there === undefined) return undefined
  const stops = stopsIn(there)
  return stops[Math.min(Math.max(0, stopsIn(cell).indexOf(from)), stops.length - 1)]
}

/** The number of rows that fit below the head in the room that the table has. */
function screenful(table: HTMLElement): number {
  const heightOf = (selector: string) => table.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0
  const room = Math.min(table.parentElement?.clientHeight ?? 0, window.innerHeight) - heightOf('thead')
  return Math.max(1, Math.floor(room / Math.max(1, heightOf(FIRST_ROW))))
}

/** The index of the row that a key leads to from another one, `undefined` for keys that stay in the row. */
function rowAfter(table: HTMLElement, rows: readonly Element[], index: number, key: string): number | undefined {
  if (key === 'ArrowDown') return index + 1
  if (key === 'ArrowUp') return index - 1
  if (key === 'PageDown') return Math.min(index + screenful(table), rows.length - 1)
  const first = rows.findIndex((row) => row.matches(FIRST_ROW))
  return key === 'PageUp' ? Math.max(index - screenful(table), Math.min(index, first)) : undefined
}

/** The stop that a key leads to, `undefined` for other keys and at an edge. */
function stopAfter(table: HTMLElement, from: HTMLElement, key: string, isChord: boolean): HTMLElement | undefined {
  const rows = [...table.querySelectorAll(ROWS)]
  const row = from.closest(ROWS)
  const index = rows.findIndex((each) => each === row)
  const other = rowAfter(table, rows, index, key)
  if (other !== undefined) return stopLike(from, rows[other])
  const stops = cellsOf(row).flatMap(stopsIn)
  const place = stops.indexOf(from)
  if (key === 'ArrowRight') return stops[place + 1]
  if (key === 'ArrowLeft') return stops[place - 1]
  if (key === 'Home') return isChord ? stopLike(from, table.querySelector(FIRST_ROW)) : stops[0]
  if (key === 'End') return isChord ? stopLike(from, rows.at(-1)) : stops.at(-1)
  return undefined
}

const setTabIndex = (element: HTMLElement, tabIndex: number): void => {
  if (element.getAttribute('tabindex') !== String(tabIndex)) element.tabIndex = tabIndex
}

/** Moves the focus to a stop. A cell without a control takes it only while it has an index. */
export function focusStop(stop: HTMLElement | null | undefined): void {
  if (stop === null || stop === undefined) return
  setTabIndex(stop, 0)
  stop.focus()
}

/** What the Tab key reaches first: the name of the first row. */
function firstStop(table: HTMLElement): HTMLElement | undefined {
  const row = table.querySelector(FIRST_ROW) ?? table.querySelector(ROWS)
  const [first] = cellsOf(row)
  const naming = row?.querySelector<HTMLElement>('th') ?? first
  return naming && stopsIn(naming)[0]
}

/**
 * Makes a table one stop of the Tab key, by the grid pattern of ARIA: arrows, Home, End, PageUp and PageDown move between
 * cells and their controls, Enter and Space work as everywhere. Controls that are drawn later join by themselves.
 *
 * @returns the function that ends it
 */
export function startGridKeys(table: HTMLElement): () => void {
  let current: HTMLElement | undefined
  const tidy = (): void => {
    if (current === undefined || !table.contains(current)) current = firstStop(table)
    for (const control of table.querySelectorAll<HTMLElement>(CONTROLS))
      setTabIndex(control, control === current ? 0 : -1)
    if (current !== undefined) setTabIndex(current, 0)
  }
  const take = (target: EventTarget | null): void => {
    if (!(target instanceof HTMLElement) || target === current || !table.contains(target)) return
    const cell = target.closest<HTMLElement>(CELLS)
    if (cell === null || !stopsIn(cell).includes(target)) return
    if (current !== undefined) setTabIndex(current, -1)
    current = target
    setTabIndex(target, 0)
  }
  const focus = ({ target }: Event): void => take(target)
  const move = (event: KeyboardEvent): void => {
    const { target, key, ctrlKey, metaKey, altKey, shiftKey } = event
    const isChord = ctrlKey || metaKey
    const isOther = altKey || shiftKey || (isChord && key !== 'Home' && key !== 'End')
    if (event.defaultPrevented || isOther || !(target instanceof HTMLElement) || target.matches(TEXT_FIELDS)) return
    const next = stopAfter(table, target, key, isChord)
    if (next === undefined) return
    event.preventDefault()
    focusStop(next)
    // The head may lie over a row that the browser takes for seen, and half a row may be cut.
    if (key.startsWith('Page')) next.closest(ROWS)?.scrollIntoView({ block: 'center' })
  }
  const drawn = new MutationObserver(tidy)
  tidy()
  take(document.activeElement)
  drawn.observe(table, { childList: true, subtree: true })
  table.addEventListener('focusin', focus)
  table.addEventListener('keydown', move)
  return () => {
    drawn.disconnect()
    table.removeEventListener('focusin', focus)
    table.removeEventListener('keydown', move)
  }
}
