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

/** The columns of a letter, of which the lowest bit is at the top. */
const bitsOf = (letter: string): Uint8Array => Buffer.from(columns.get(plain(letter)) ?? UNKNOWN, 'hex')

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

/** A PNG with eight bits of grey per pixel (ISO/IEC 15948): 0 for black to 255 for white, row by row. */
function greyPng(width: number, height: number, greys: Uint8Array): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) rows.set(greys.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
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

/** Paints a rectangle, as far as it is on the sheet. */
type Paint = (left: number, top: number, right: number, bottom: number, grey: number) => void

const painterOf =
  (greys: Uint8Array, width: number, height: number): Paint =>
  (left, top, right, bottom, grey) => {
    for (let y = Math.max(0, top); y < Math.min(height, bottom); y += 1)
      greys.fill(grey, y * width + Math.max(0, left), y * width + Math.max(0, Math.min(width, right)))
  }

/** A PNG of lines of text, drawn without fonts. The same lines always give the same bytes. */
export function textImage(lines: readonly string[], sheet: Sheet): Buffer {
  const { width, height, margin, lineHeight, scale, paper, ink, frame = { width: 0, grey: ink } } = sheet
  const greys = new Uint8Array(width * height).fill(paper)
  const paint = painterOf(greys, width, height)
  for (const [index, line] of lines.entries()) {
    const top = margin + index * lineHeight
    for (const [place, { segment }] of Array.from(graphemes.segment(line)).entries())
      for (const [column, bits] of bitsOf(segment).entries())
        for (let row = 0; row < LETTER_HEIGHT; row += 1) {
          const [x, y] = [margin + (place * LETTER_WIDTH + column) * scale, top + row * scale]
          if (((bits >> row) & 1) === 1) paint(x, y, x + scale, Math.min(y + scale, top + lineHeight), ink)
        }
  }
  for (const [left, top, right, bottom] of [
    [0, 0, width, frame.width],
    [0, height - frame.width, width, height],
    [0, 0, frame.width, height],
    [width - frame.width, 0, width, height],
  ] as const)
    paint(left, top, right, bottom, frame.grey)
  return greyPng(width, height, greys)
}
