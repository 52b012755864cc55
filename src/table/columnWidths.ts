import type { ResolvedColumn, TableResource } from '../../language/resource.ts'
import type { StandardFormat } from '../../language/format.ts'
import type { PiiClass } from '../../language/pii.ts'
import { schemaAt } from '../../language/schema.ts'
import { consoleFormat } from '../format/consoleFormats.ts'
import { formatColumn } from '../format/formatValue.ts'
import type { RowModel } from '../model/rowModel.ts'
import { toneTable } from '../model/consoleModel.ts'

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
/** The last column is at least as wide as its title and one button. */
const ACTIONS = 104
const SELECT = 34
const LETTER = 6.8
/** Width of a capital; constants are written in them. */
const CAPITAL = 9
/** Width of a letter in a title; titles have more wide letters. */
const TITLE_LETTER = 7.2
const PADDING = 20
/** Letters of the longest title that stays on one line. */
const ONE_LINE = 18
const SORT_MARK = 18
const BARE = 60
const RUNNING = 56
/** A text column grows up to this multiple of its width; addresses of all kinds, which differ in length the most, to more. */
const MOST_GROWTH = 1.5
const ADDRESS_GROWTH = 2.25
const BUTTON = 84
const BUTTON_LETTER = 6.4
const GAP = 8
/** A pill around its text: its dot, its padding and that of its cell. */
const PILL = 52
const NARROWEST_PILL = 116
const NARROWEST = 72
/** Extra space in px between the outer columns and the window's edge. */
const EDGE = 16

/** An icon next to a value, including the gap, in px. */
const ICON = 32

const iconsWidth = ({ actions }: TableResource, column: ResolvedColumn): number =>
  column.actions.filter((name) => actions[name]?.icon !== undefined).length * ICON

/** The width of a place for buttons, in px: that of the widest of those that share it. */
export const placeWidth = ({ actions }: TableResource, names: readonly string[]): number =>
  Math.max(
    ...names.map((name) => {
      const { icon, label = '' } = actions[name] ?? {}
      return icon === undefined ? Math.max(BUTTON, Math.ceil(label.length * BUTTON_LETTER) + PADDING) : ICON - GAP
    }),
  )

const actionsWidth = ({ definition, actions }: RowModel): number =>
  Math.max(
    ACTIONS,
    actions.reduce((sum, names) => sum + placeWidth(definition, names) + GAP, PADDING),
  )

/** The texts of a column whose values are listed by its tones or its schema; none for any other column. */
function listedTexts({ record }: TableResource, column: ResolvedColumn): readonly string[] {
  const { field, path, tones } = column
  const toned = tones === undefined ? [] : Object.keys(toneTable(tones) ?? {})
  const schema = field === undefined ? undefined : schemaAt(record.properties[field], path)
  const listed: unknown = typeof schema === 'object' ? schema.enum : undefined
  return toned.length > 0 || !Array.isArray(listed) ? toned : listed.map((value) => formatColumn(column, value))
}

/** A column whose values are listed is as wide as the longest of them. */
function listedWidth(definition: TableResource, column: ResolvedColumn): number | undefined {
  const texts = listedTexts(definition, column)
  if (texts.length === 0) return undefined
  const isPill = column.display === 'status'
  const widths = texts.map((text) => text.length * (isPill || text !== text.toUpperCase() ? LETTER : CAPITAL))
  const width = Math.ceil(Math.max(...widths)) + (isPill ? PILL : PADDING)
  return Math.min(byFormat.status, Math.max(isPill ? NARROWEST_PILL : NARROWEST, width))
}

/** The class of a column's text. A place inside a field is a part, such as the city of an address, and as short. */
function classOf({ record }: TableResource, { field, path, display }: ResolvedColumn): PiiClass | undefined {
  const schema = field === undefined || display !== 'text' ? undefined : schemaAt(record.properties[field], path)
  const pii = typeof schema === 'object' && schema.pii !== 'none' ? schema.pii : undefined
  return pii === 'address' && path !== '' ? undefined : pii
}

/** A truncated text gets enough width for all of its characters, so the cell does not cut it earlier. */
const cutWidth = ({ truncate, display }: ResolvedColumn): number =>
  truncate === undefined || display === 'code' ? 0 : Math.ceil(truncate * LETTER) + PADDING

function usualWidth(definition: TableResource, column: ResolvedColumn): number {
  const pii = classOf(definition, column)
  return (pii === undefined ? undefined : byClass[pii]) ?? widthOfFormat(column.display)
}

const contentWidth = (definition: TableResource, column: ResolvedColumn): number => {
  if (column.number === true) return RUNNING
  if (column.field === undefined) return BARE
  if (column.toggle !== undefined) return TOGGLE
  if (column.reference !== undefined) return NAME
  const usual = listedWidth(definition, column) ?? usualWidth(definition, column)
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

const canGrow = (definition: TableResource, column: ResolvedColumn): boolean => {
  const { display, truncate, field, isNumeric, toggle, number } = column
  return (
    display === 'text' &&
    listedTexts(definition, column).length === 0 &&
    truncate === undefined &&
    field !== 'id' &&
    !isNumeric &&
    toggle === undefined &&
    number !== true
  )
}

/** The most that a text column of a narrow table grows to. Of a wide one it is a measure of its share. */
const mostOf = (definition: TableResource, column: ResolvedColumn, width: number): number => {
  const pii = column.width === undefined ? classOf(definition, column) : undefined
  return Math.round(width * (pii === 'email' || pii === 'address' ? ADDRESS_GROWTH : MOST_GROWTH))
}

const sumOf = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, 0)

/** Tables with more columns than this share all of their spare width among their texts. */
export const WIDE = 6

interface ColumnWidths {
  /** The sum of the minimum widths, in px. */
  readonly sum: number
  /**
   * The widths as CSS lengths; the column of checkboxes is first, and the actions column is last. Text columns grow with
   * the table's room. The last one of a narrow table has no width: it takes what is left.
   */
  readonly lengths: readonly (string | undefined)[]
}

/** The widths of a table's columns, from its definition alone. */
export function columnWidths(model: RowModel): ColumnWidths {
  const { definition, columns, actions, isSelectable } = model
  const before = isSelectable ? [SELECT] : []
  const after = actions.length > 0 ? [actionsWidth(model)] : []
  const inner = [...before, ...columns.map((column) => widthOf(definition, column)), ...after]
  const each = inner.map((width, index) => width + (index === 0 || index === inner.length - 1 ? EDGE : 0))
  const sum = sumOf(each)
  const growths = each.map((width, index) => {
    const column = columns[index - before.length]
    return column !== undefined && canGrow(definition, column) ? mostOf(definition, column, width) - width : 0
  })
  const lengthOf = (width: number, index: number): string | undefined => {
    const growth = growths[index] ?? 0
    if (columns.length <= WIDE) {
      if (index === each.length - 1) return undefined
      const share = `${((width / sum) * 100).toFixed(2)}cqw`
      return growth === 0 ? `${width}px` : `clamp(${width}px, ${share}, ${width + growth}px)`
    }
    const share = growth === 0 ? 0 : growth / sumOf(growths)
    return share === 0 ? `${width}px` : `calc(${width}px + max(0px, 100cqw - ${sum}px) * ${share.toFixed(3)})`
  }
  return { sum, lengths: each.map(lengthOf) }
}
