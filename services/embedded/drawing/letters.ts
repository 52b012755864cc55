/** Letters of five columns and seven rows: a byte a column in hexadecimal, the lowest bit on top. */
const columns: Readonly<Record<string, string>> = {
  '0': '3E5149453E',
  '1': '00427F4000',
  '2': '4261514946',
  '3': '2141454B31',
  '4': '1814127F10',
  '5': '2745454539',
  '6': '3C4A494930',
  '7': '0171090503',
  '8': '3649494936',
  '9': '064949291E',
  A: '7E1111117E',
  B: '7F49494936',
  C: '3E41414122',
  D: '7F4141221C',
  E: '7F49494941',
  F: '7F09090901',
  G: '3E4149497A',
  H: '7F0808087F',
  I: '00417F4100',
  J: '2040413F01',
  K: '7F08142241',
  L: '7F40404040',
  M: '7F020C027F',
  N: '7F0408107F',
  O: '3E4141413E',
  P: '7F09090906',
  Q: '3E4151215E',
  R: '7F09192946',
  S: '4649494931',
  T: '01017F0101',
  U: '3F4040403F',
  V: '1F2040201F',
  W: '3F4038403F',
  X: '6314081463',
  Y: '0708700807',
  Z: '6151494543',
  '-': '0808080808',
  '#': '147F147F14',
  '&': '3649552250',
  "'": '0005030000',
  '(': '001C224100',
  ')': '0041221C00',
  '+': '08083E0808',
  ',': '0050300000',
  '.': '0060600000',
  '/': '2010080402',
  ':': '0036360000',
  ' ': '0000000000',
}

/** Stands in for a letter that is not here, so that its place is not taken for a blank. */
const UNKNOWN = '7F4141417F'

/** The letter without its accents, as a capital. */
const plain = (letter: string): string => letter.normalize('NFD').charAt(0).toUpperCase()

/** Columns from the start of one letter to the start of the next. */
export const LETTER_WIDTH = 6

/** Whether the letter is dark at a column (0-4) and row (0-6); beyond them, and without a letter, it never is. */
export function isDark(letter: string, column: number, row: number): boolean {
  if (letter === '' || column >= LETTER_WIDTH - 1) return false
  const bits = Number.parseInt((columns[plain(letter)] ?? UNKNOWN).slice(column * 2, column * 2 + 2), 16)
  return ((bits >> row) & 1) === 1
}
