import { Button } from '../../../src/ui/Button.tsx'
import { scaleOf, ZOOM_STEP } from './imageTransform.ts'
import type { Picture } from './usePicture.ts'
import { useEffect, type RefObject } from 'react'

interface ToolProps {
  readonly label: string
  readonly keys: string
  readonly sign: string
  readonly isOff: boolean
  readonly run: () => void
}

const Tool = ({ label, keys, sign, isOff, run }: ToolProps) => (
  <Button
    look="icon"
    className="cs-docview-tool"
    aria-label={label}
    aria-keyshortcuts={keys}
    title={`${label} (${keys})`}
    disabled={isOff}
    onClick={run}
  >
    {sign}
  </Button>
)

interface ToolsProps {
  readonly picture: Picture
  /** True when there is no picture. */
  readonly isOff: boolean
}

export const Tools = ({ picture, isOff }: ToolsProps) => {
  const { imageTransform, frame, zoom, fit, rotate } = picture
  return (
    <div className="cs-docview-tools" role="toolbar" aria-label="Picture">
      <Tool
        label="Zoom out"
        keys="-"
        sign="−"
        isOff={isOff || imageTransform.zoom <= 1}
        run={() => zoom(1 / ZOOM_STEP)}
      />
      <span>{isOff ? '' : `${Math.round(scaleOf(imageTransform, frame) * 100)} %`}</span>
      <Tool label="Zoom in" keys="+" sign="+" isOff={isOff} run={() => zoom(ZOOM_STEP)} />
      <Tool label="Fit" keys="0" sign="Fit" isOff={isOff} run={fit} />
      <Tool label="Rotate" keys="]" sign="⟳" isOff={isOff} run={rotate} />
    </div>
  )
}

export type Command =
  | { readonly does: 'zoomIn' | 'zoomOut' | 'fit' | 'rotate' | 'next' | 'previous' | 'keys' }
  | { readonly does: 'decide'; readonly action: 'approve' | 'reject' }
  | { readonly does: 'step'; readonly towards: 'next' | 'previous' }
  | { readonly does: 'end'; readonly as: 'done' | 'skip' }
  | { readonly does: 'move'; readonly dx: number; readonly dy: number }

/** How far an arrow key moves a zoomed picture, in px. */
const STEP = 80

const commands: Readonly<Record<string, Command>> = {
  '+': { does: 'zoomIn' },
  '=': { does: 'zoomIn' },
  '-': { does: 'zoomOut' },
  _: { does: 'zoomOut' },
  '0': { does: 'fit' },
  ']': { does: 'rotate' },
  a: { does: 'decide', action: 'approve' },
  r: { does: 'decide', action: 'reject' },
  n: { does: 'step', towards: 'next' },
  p: { does: 'step', towards: 'previous' },
  d: { does: 'end', as: 'done' },
  s: { does: 'end', as: 'skip' },
  j: { does: 'next' },
  k: { does: 'previous' },
  '?': { does: 'keys' },
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

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'> & Partial<Pick<KeyboardEvent, 'repeat'>>

/** A key that is held down zooms and moves, and does nothing else. */
const isHeldFor = ({ does }: Command): boolean => does === 'zoomIn' || does === 'zoomOut' || does === 'move'

/** The command of a key. Arrows change the document, or move the picture once it is zoomed. */
export function commandOf(
  { key, ctrlKey, metaKey, altKey, repeat = false }: Key,
  isZoomed: boolean,
): Command | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const table = { ...commands, ...(isZoomed ? moves : pagerKeys) }
  const name = key.length === 1 ? key.toLowerCase() : key
  const command = Object.hasOwn(table, name) ? table[name] : undefined
  return command === undefined || (repeat && !isHeldFor(command)) ? undefined : command
}

const isTyping = (target: Element): boolean => target.matches('input, textarea, select')

/** True when a key is meant for the dialog, not for a dialog above it or a field, and single keys are not turned off. */
const isMeant = ({ key, target }: KeyboardEvent, dialog: HTMLElement | null): boolean => {
  if (!(target instanceof Element) || isTyping(target)) return false
  if (key.length === 1 && document.documentElement.dataset['keys'] === 'off') return false
  const inside = target.closest('dialog')
  return inside === null || inside === dialog
}

interface KeysOptions {
  readonly dialog: RefObject<HTMLElement | null>
  readonly isZoomed: boolean
  /** A dialog is open above the viewer. */
  readonly isOff: boolean
  readonly run: (command: Command) => void
}

/** Handles the viewer's keys wherever the focus is, because the last pressed button may be gone. */
export function useViewerKeys({ dialog, isZoomed, isOff, run }: KeysOptions): void {
  useEffect(() => {
    if (isOff) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const command = isMeant(event, dialog.current) ? commandOf(event, isZoomed) : undefined
      if (command === undefined) return
      event.preventDefault()
      run(command)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [dialog, isZoomed, isOff, run])
}
