import { crc32, deflateSync } from 'node:zlib'

/** Letters of five columns and seven rows: one byte per column in hexadecimal, the lowest bit at the top. */
const shapes = `
  0=3E5149453E 1=00427F4000 2=4261514946 3=2141454B31 4=1814127F10 5=2745454539 6=3C4A494930 7=0171090503
  8=3649494936 9=064949291E A=7E1111117E B=7F49494936 C=3E41414122 D=7F4141221C E=7F49494941 F=7F09090901
  G=3E4149497A H=7F0808087F I=00417F4100 J=2040413F01 K=7F08142241 L=7F40404040 M=7F020C027F N=7F0408107F
  O=3E4141413E P=7F09090906 Q=3E4151215E R=7F09192946 S=4649494931 T=01017F0101 U=3F4040403F V=1F2040201F
  W=3F4038403F X=6314081463 Y=0708700807 Z=6151494543 -=0808080808 #=147F147F14 &=3649552250 '=0005030000
  (=001C224100 )=0041221C00 +=08083E0808 ,=0050300000 .=0060600000 /=2010080402 :=0036360000  =0000000000
`
const columns = new Map(Array.from(shapes.matchAll(/(.)=(\w{10})/g), ([, letter = '', bytes = '']) => [letter, bytes]))

/** An outlined box, drawn for a letter that has no shape here. */
const UNKNOWN = '7F4141417F'

/** The letter as a capital without accents. */
const plain = (letter: string): string => letter.normalize('NFD').charAt(0).toUpperCase()

/** Columns from the start of one letter to the start of the next. */
export const LETTER_WIDTH = 6
const LETTER_HEIGHT = 7

/** True when the letter is dark at a column and row; the gap after a letter never is. */
function isDark(letter: string, column: number, row: number): boolean {
  if (letter === '' || column >= LETTER_WIDTH - 1) return false
  const bits = Number.parseInt((columns.get(plain(letter)) ?? UNKNOWN).slice(column * 2, column * 2 + 2), 16)
  return ((bits >> row) & 1) === 1
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

/** A PNG with eight bits of grey per pixel (ISO/IEC 15948); `greyAt` returns 0 for black to 255 for white. */
function greyPng(width: number, height: number, greyAt: (x: number, y: number) => number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = greyAt(x, y)
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The measures of a picture in pixels, and its greys from 0 (black) to 255. */
export interface Sheet {
  readonly width: number
  readonly height: number
  readonly margin: number
  /** From the top of one line to the top of the next. */
  readonly lineHeight: number
  /** Pixels per dot of a letter. */
  readonly scale: number
  readonly paper: number
  readonly ink: number
  readonly frame?: { readonly width: number; readonly grey: number }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A PNG of lines of text, drawn without fonts. The same lines always give the same bytes. */
export function textImage(lines: readonly string[], sheet: Sheet): Buffer {
  const { width, height, margin, lineHeight, scale, paper, ink, frame = { width: 0, grey: ink } } = sheet
  const letters = lines.map((line) => [...graphemes.segment(line)].map(({ segment }) => segment))
  const isFramed = (x: number, y: number): boolean => Math.min(x, y, width - 1 - x, height - 1 - y) < frame.width
  function isInked(x: number, y: number): boolean {
    const [left, top] = [Math.floor((x - margin) / scale), y - margin]
    const row = Math.floor((top % lineHeight) / scale)
    if (left < 0 || top < 0 || row >= LETTER_HEIGHT) return false
    const letter = letters[Math.floor(top / lineHeight)]?.[Math.floor(left / LETTER_WIDTH)] ?? ''
    return isDark(letter, left % LETTER_WIDTH, row)
  }
  return greyPng(width, height, (x, y) => (isFramed(x, y) ? frame.grey : isInked(x, y) ? ink : paper))
}
