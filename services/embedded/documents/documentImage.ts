import { isDark, LETTER_WIDTH } from '../drawing/letters.ts'
import { greyPng } from '../drawing/png.ts'

const WIDTH = 640
const HEIGHT = 400
const SCALE = 4
const MARGIN = 48
const LINE = 60
const FRAME = 12
const [PAPER, INK, BORDER] = [244, 30, 150] as const

const isFrame = (x: number, y: number): boolean => x < FRAME || y < FRAME || x >= WIDTH - FRAME || y >= HEIGHT - FRAME

function isInked(lines: readonly string[], x: number, y: number): boolean {
  const [left, top] = [Math.floor((x - MARGIN) / SCALE), y - MARGIN]
  const line = lines[Math.floor(top / LINE)]
  const row = Math.floor((top % LINE) / SCALE)
  if (left < 0 || top < 0 || row > 6 || line === undefined) return false
  return isDark(line.charAt(Math.floor(left / LETTER_WIDTH)), left % LETTER_WIDTH, row)
}

/** A picture that stands in for an uploaded document: a framed sheet with the given lines, about 22 letters each. */
export function documentImage(lines: readonly string[]): Buffer {
  return greyPng(WIDTH, HEIGHT, (x, y) => (isFrame(x, y) ? BORDER : isInked(lines, x, y) ? INK : PAPER))
}
