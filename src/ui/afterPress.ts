/** The longest that a press holds anything back, in ms: the browser does not tell the end of one on a scroll bar. */
const LONGEST_MS = 1000

/** How long after its end a press may still become a click, in ms. */
const CLICK_MS = 50

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

window.addEventListener('pointerdown', () => endIn(LONGEST_MS), { capture: true })
for (const [name, ms] of [
  ['pointerup', CLICK_MS],
  ['pointercancel', 0],
  ['click', 0],
] as const)
  window.addEventListener(name, () => end !== undefined && endIn(ms), { capture: true })

/**
 * Runs a change of the page at once, or after the click while the mouse, a finger or a pen presses: the click is lost
 * where what was pressed moves or goes away before it is released.
 */
export function afterPress(run: () => void): void {
  if (end === undefined) run()
  else held.push(run)
}
