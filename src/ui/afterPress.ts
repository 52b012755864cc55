import { once } from '../../language/once.ts'

/** The longest that a press holds anything back, in ms: the browser does not tell the end of one on a scroll bar. */
const LONGEST_MS = 1000

/** How long after its end a press may still become a click, in ms. */
const CLICK_MS = 50

/** How far apart two presses may be in the same place, in px: what is pressed is hardly larger. */
const SAME_PLACE_PX = 24

let place: Pick<PointerEvent, 'clientX' | 'clientY'> | undefined
let isSamePlace = false

/** True where the last press was in the same place as the one before it, as with a double click. Needs `watchPresses`. */
export const isPressedAgain = (): boolean => isSamePlace

function notePlace(press: PointerEvent): void {
  const { clientX = -Infinity, clientY = 0 } = place ?? {}
  isSamePlace = Math.hypot(press.clientX - clientX, press.clientY - clientY) < SAME_PLACE_PX
  place = press
}

const held: (() => void)[] = []
let end: ReturnType<typeof setTimeout> | undefined

function release(): void {
  end = undefined
  for (const run of held.splice(0)) run()
}

function endIn(ms: number): void {
  clearTimeout(end)
  end = setTimeout(release, ms)
}

/** Begins to notice presses on the page. */
export const watchPresses = once(() => {
  const on = (name: 'pointerdown' | 'pointerup' | 'pointercancel' | 'click', notice: (event: PointerEvent) => void) =>
    window.addEventListener(name, notice, { capture: true })
  const endedIn = (ms: number) => () => {
    if (end !== undefined) endIn(ms)
  }
  on('pointerdown', (press) => {
    notePlace(press)
    endIn(LONGEST_MS)
  })
  on('pointerup', endedIn(CLICK_MS))
  on('pointercancel', endedIn(0))
  on('click', endedIn(0))
})

/**
 * Runs a change of the page at once, or after the click while the mouse, a finger or a pen presses: the click is lost
 * where what was pressed moves or goes away before it is released. Needs `watchPresses`.
 */
export function afterPress(run: () => void): void {
  if (end === undefined) run()
  else held.push(run)
}
