/** What a key does in the viewer. */
export type Command =
  | { readonly does: 'zoomIn' | 'zoomOut' | 'fit' | 'rotate' | 'next' | 'previous' }
  | { readonly does: 'move'; readonly dx: number; readonly dy: number }

/** How far an arrow key moves a zoomed picture, in px. */
const STEP = 80

const commands: Readonly<Record<string, Command>> = {
  '+': { does: 'zoomIn' },
  '=': { does: 'zoomIn' },
  '-': { does: 'zoomOut' },
  _: { does: 'zoomOut' },
  '0': { does: 'fit' },
  r: { does: 'rotate' },
  j: { does: 'next' },
  k: { does: 'previous' },
}

const moves: Readonly<Record<string, Command>> = {
  ArrowLeft: { does: 'move', dx: STEP, dy: 0 },
  ArrowRight: { does: 'move', dx: -STEP, dy: 0 },
  ArrowUp: { does: 'move', dx: 0, dy: STEP },
  ArrowDown: { does: 'move', dx: 0, dy: -STEP },
}

const pagerKeys: Readonly<Record<string, Command>> = {
  ArrowLeft: { does: 'previous' },
  ArrowRight: { does: 'next' },
  ArrowUp: { does: 'previous' },
  ArrowDown: { does: 'next' },
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The command of a key: arrows turn the documents over, and move the picture once it is zoomed. */
export function commandOf({ key, ctrlKey, metaKey, altKey }: Key, isZoomed: boolean): Command | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const table = { ...commands, ...(isZoomed ? moves : pagerKeys) }
  const name = key.length === 1 ? key.toLowerCase() : key
  return Object.hasOwn(table, name) ? table[name] : undefined
}
