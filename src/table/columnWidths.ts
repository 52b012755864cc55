import type { ResolvedColumn, TableResource } from '../../language/resource.ts'
import type { StandardFormat } from '../../language/format.ts'
import { piiOf } from '../../language/personal.ts'
import type { PiiClass } from '../../language/pii.ts'
import { consoleFormat } from '../format/consoleFormats.ts'
import type { RowModel } from '../model/rowModel.ts'

/** Widths in px, including padding, wide enough for what a format usually shows. */
const byFormat: Readonly<Record<StandardFormat, number>> = {
  text: 104,
  code: 124,
  number: 96,
  dateTime: 168,
  date: 104,
  yesNo: 92,
  status: 216,
  flag: 92,
  words: 128,
  money: 112,
  country: 128,
  gender: 84,
  masked: 124,
  decimal: 112,
  link: 200,
  localDateTime: 300,
}
const widthOfFormat = (format: string): number =>
  Object.entries(byFormat).find(([name]) => name === format)?.[1] ?? consoleFormat(format)?.width ?? byFormat.text

/** The name of another record. */
const NAME = 200
const byClass: Readonly<Partial<Record<PiiClass, number>>> = { name: NAME, email: 208, address: 240, phone: 136 }

const TOGGLE = 104
const ACTIONS = 216
const SELECT = 34
const LETTER = 6.8
/** Width of a letter in a title; titles have more wide letters. */
const TITLE_LETTER = 7.2
const PADDING = 20
/** Letters of the longest title that stays on one line. */
const ONE_LINE = 18
const SORT_MARK = 18
const BARE = 60
const RUNNING = 56
/** A text column grows up to this multiple of its width. */
const MOST_GROWTH = 1.5
/** Extra space in px between the outer columns and the window's edge. */
const EDGE = 16

/** An icon next to a value, including the gap, in px. */
const ICON = 32

const iconsWidth = ({ actions }: TableResource, column: ResolvedColumn): number =>
  column.actions.filter((name) => actions[name]?.icon !== undefined).length * ICON

/** A truncated text gets enough width for all of its characters, so the cell does not cut it earlier. */
const cutWidth = ({ truncate, display }: ResolvedColumn): number =>
  truncate === undefined || display === 'code' ? 0 : Math.ceil(truncate * LETTER) + PADDING

const contentWidth = (definition: TableResource, column: ResolvedColumn): number => {
  if (column.number === true) return RUNNING
  if (column.field === undefined) return BARE
  if (column.toggle !== undefined) return TOGGLE
  if (column.reference !== undefined) return NAME
  const pii = column.display === 'text' ? piiOf(definition, column.field) : undefined
  const usual = (pii === undefined ? undefined : byClass[pii]) ?? widthOfFormat(column.display)
  return Math.max(usual, cutWidth(column)) + iconsWidth(definition, column)
}

/** Letters of the longer line of a title. A long title breaks into two lines. */
function titleLetters(label: string): number {
  const words = label.split(' ')
  if (label.length <= ONE_LINE || words.length === 1) return label.length
  const breaks = words.slice(1).map((_, index) => {
    const first = words.slice(0, index + 1).join(' ').length
    return Math.max(first, label.length - first - 1)
  })
  return Math.min(...breaks)
}

const widthOf = (definition: TableResource, column: ResolvedColumn): number => {
  const title = Math.ceil(titleLetters(column.label) * TITLE_LETTER) + PADDING + (column.isSortable ? SORT_MARK : 0)
  return column.width ?? Math.max(title, contentWidth(definition, column))
}

const canGrow = ({ display, truncate, field, isNumeric, toggle, number }: ResolvedColumn): boolean =>
  display === 'text' &&
  truncate === undefined &&
  field !== 'id' &&
  !isNumeric &&
  toggle === undefined &&
  number !== true

/** A text column's share of the window. It cuts as little text as possible and never goes below `width`. */
const growing = (width: number, sum: number): string =>
  `clamp(${width}px, ${((width / sum) * 100).toFixed(2)}vw, ${Math.round(width * MOST_GROWTH)}px)`

interface ColumnWidths {
  /** Minimum widths in px; the column of checkboxes is first, and the actions column is last. */
  readonly each: readonly number[]
  readonly sum: number
  /**
   * The same widths as CSS lengths, where text columns grow with the window. The shares leave room for the last column.
   */
  readonly lengths: readonly string[]
}

/** The widths of a table's columns, from its definition alone. */
export function columnWidths({ definition, columns, actions, isSelectable }: RowModel): ColumnWidths {
  const before = isSelectable ? [SELECT] : []
  const after = actions.length > 0 ? [ACTIONS] : []
  const inner = [...before, ...columns.map((column) => widthOf(definition, column)), ...after]
  const each = inner.map((width, index) => width + (index === 0 || index === inner.length - 1 ? EDGE : 0))
  const sum = each.reduce((total, width) => total + width, 0)
  const lengths = each.map((width, index) => {
    const column = columns[index - before.length]
    return column !== undefined && canGrow(column) ? growing(width, sum) : `${width}px`
  })
  return { each, sum, lengths }
}
