import { useMemo, useState } from 'react'
import type { ResolvedColumn, TableResource } from '../../language/resource.ts'
import { holds } from '../../language/predicate.ts'
import { columnText, countOf, statusText, type Row } from '../model/columns.ts'
import type { RowModel } from '../model/rowModel.ts'
import { shownText } from '../values/drawText.tsx'

/** Letters by their width in a table's cells. Measuring them in the browser would lay out each page twice. */
const NARROW = " ijlftrI.,:;'/|!()"
const BROAD = 'mwMW@'

const letterWidth = (letter: string): number => {
  if (NARROW.includes(letter)) return 4.4
  if (BROAD.includes(letter)) return 12
  if (letter > '\u2e80') return 13.5
  return letter <= 'Z' ? 8.6 : 7.7
}

/** About the width of a text in a cell, in px. */
function textWidth(text: string): number {
  let width = 0
  for (const letter of text) width += letterWidth(letter)
  return width
}

/** A letter of an identifier in fixed width. */
const CODE_LETTER = 7.8
/** Smaller texts, as parts of a cell's. */
const SMALL_TEXT = 0.95
const PILL_TEXT = 0.93

/** In px: the padding of a cell, and what it has besides its text. */
const PADDING = 16
const PILL = 28
const DOT = 36
const COUNT = 30
const SORT_MARK = 18
const SWITCH = 64
/** A switch before its label. */
const LABELED = 56
const SELECT = 34
const RUNNING = 56
/** A cell that the console draws, and the name of another record, which loads after the rows. */
const BARE = 60
const NAME = 200
const BUTTON = 84
const BUTTON_PADDING = 20
const GAP = 8
/** An icon next to a value, including the gap. */
const ICON = 32
/** Extra space between the outer columns and the window's edge. */
const EDGE = 16

/** No text needs more. */
const LONGEST = 320
/** The share of a column's free texts that get room first, and are whole where the table scrolls sideways. */
const MOST_TEXTS = 7 / 8
/** Free texts where the table has little room, and the one that names the record. */
const SHORTENED = 104
const SHORTENED_NAME = 176
/** The widths of free texts are multiples, so that the next page seldom changes them. */
const STEP = 16

/** The width of a text in the size of titles, links and buttons. */
const smallWidth = (text: string): number => Math.ceil(textWidth(text) * SMALL_TEXT)

const buttonWidth = (label: string): number => smallWidth(label) + BUTTON_PADDING

/** The width of a place for buttons, in px: that of the widest of those that share it. */
export const placeWidth = ({ actions }: TableResource, names: readonly string[]): number =>
  Math.max(
    ...names.map((name) => {
      const { icon, label = '' } = actions[name] ?? {}
      return icon === undefined ? Math.max(BUTTON, buttonWidth(label)) : ICON - GAP
    }),
  )

const actionsWidth = ({ definition, actions }: RowModel): number =>
  actions.reduce((sum, names) => sum + placeWidth(definition, names) + GAP, PADDING)

function shownWidth(column: ResolvedColumn, text: string): number {
  if (column.display === 'code') return shownText(column, text).length * CODE_LETTER
  return column.display === 'status' ? textWidth(text) * PILL_TEXT + PILL : textWidth(shownText(column, text))
}

/** The width of what a cell has next to its text. */
function extrasWidth({ actions }: TableResource, column: ResolvedColumn, record: Row): number {
  const buttons = column.actions.map((name) => {
    const { icon, label = '', when = {} } = actions[name] ?? {}
    if (icon !== undefined) return ICON
    return holds(when, record) ? buttonWidth(label) + GAP : 0
  })
  return buttons.reduce((sum, width) => sum + width, countOf(column, record) === undefined ? 0 : COUNT)
}

/** The width of a column whose cells all have the same, whatever their records. */
function sameInAll({ toggle, view, number, reference, field, widget }: ResolvedColumn): number | undefined {
  if (toggle !== undefined) return Math.max(SWITCH, LABELED + Math.max(0, ...(toggle.stateLabels ?? []).map(textWidth)))
  if (view !== undefined) return smallWidth(view.label) + PADDING
  if (number === true) return RUNNING
  // What a component of the console's own draws is not known here: mostly a name.
  if (reference !== undefined || widget !== undefined) return NAME
  return field === undefined ? BARE : undefined
}

/** A column of any texts, which may be shortened where the table has little room. */
const isFree = (column: ResolvedColumn): boolean =>
  column.display === 'text' && column.truncate === undefined && !column.isNumeric && sameInAll(column) === undefined

/** A title may break into two lines. */
function titleWidth({ label, isSortable }: ResolvedColumn): number {
  const words = label.split(' ')
  const broken = words.map((_, at) =>
    Math.max(smallWidth(words.slice(0, at).join(' ')), smallWidth(words.slice(at).join(' '))),
  )
  return Math.min(...broken) + PADDING + (isSortable ? SORT_MARK : 0)
}

/** What a column takes, in px: for all its texts, and for seven of eight free ones, so that a few widen no long table. */
interface WantedWidth {
  readonly all: number
  readonly usual: number
}

/** The width of the state next to a record's name. */
function stateWidth({ definition, naming }: RowModel, { id }: ResolvedColumn): number {
  const { status } = definition.list
  if (status === undefined || id !== naming) return 0
  return DOT + Math.max(...[true, false].map((isOk) => smallWidth(statusText(definition, status.field, isOk))))
}

/** The width that a column's cells need on a page. */
function contentWidth(model: RowModel, column: ResolvedColumn, rows: readonly Row[]): WantedWidth {
  const { definition } = model
  const state = stateWidth(model, column)
  const step = isFree(column) ? STEP : 1
  const widths = rows
    .map((record) => shownWidth(column, columnText(column, record)) + extrasWidth(definition, column, record))
    .sort((a, b) => a - b)
  const at = (share: number): number => {
    const text = widths[Math.ceil((widths.length - 1) * share)] ?? 0
    return Math.min(LONGEST, Math.ceil((text + PADDING + state) / step) * step)
  }
  return { all: at(1), usual: at(isFree(column) ? MOST_TEXTS : 1) }
}

function wantedWidth(model: RowModel, column: ResolvedColumn, rows: readonly Row[], before?: WantedWidth): WantedWidth {
  const same = sameInAll(column)
  const { all, usual } = same === undefined ? contentWidth(model, column, rows) : { all: same, usual: same }
  const title = titleWidth(column)
  return { all: Math.max(title, all, before?.all ?? 0), usual: Math.max(title, usual, before?.usual ?? 0) }
}

const sumOf = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, 0)

/** The most room for the columns that stay in view while the table scrolls sideways. */
const MOST_FROZEN = '33cqw'

/**
 * Where the pinned column stays in view: next to the name where both leave enough room, else far out of the table, so
 * that it scrolls with the others.
 */
export const pinnedLeft = (naming: string, pinned: string): string =>
  `min(${naming}, (${MOST_FROZEN} + 1px - ${naming} - ${pinned}) * 1000)`

/** Widths in px. */
interface Room {
  readonly least: number
  /** What most of the texts need beyond `least`. */
  readonly usual: number
  /** What the few longer texts need beyond that. */
  readonly rest: number
}

interface ShrinkingColumn extends Room {
  /** The most that a column takes which stays in view while the table scrolls, as a CSS length. */
  readonly most?: string | undefined
}

/** A table with more columns than this takes all of its room; one with fewer is as wide as its content. */
const WIDE = 6

/** A column's share of the room beyond `from`, of which all columns together want `wanted`. */
const shareOf = (from: number, own: number, wanted: number): string =>
  own === 0 ? '0px' : `clamp(0px, 100cqw - ${from}px, ${wanted}px) * ${(own / wanted).toFixed(3)}`

/**
 * The width of a column that may be shortened: its shares of the room that is left, first for most texts and then for the
 * few longer ones; and what most of its texts need where the table needs more than the room and scrolls: who scrolls
 * anyway gets whole texts for a few px more.
 */
function shrinkingWidth(column: ShrinkingColumn, table: Room): string {
  const usual = shareOf(table.least, column.usual, table.usual)
  const rest = shareOf(table.least + table.usual, column.rest, table.rest)
  const whole = `clamp(0px, (${table.least}px - 100cqw) * 1000, ${column.usual}px)`
  const scrolled = column.most === undefined ? whole : `min(${whole}, max(0px, ${column.most} - ${column.least}px))`
  return `calc(${column.least}px + ${usual} + ${rest} + ${scrolled})`
}

/** The widths of a table and of its columns. */
export interface ColumnWidths {
  /** The least width of the table, in px. */
  readonly least: number
  /** The most, for a table that is as wide as its content. */
  readonly most: number | undefined
  /** The columns' widths as CSS lengths; the column of checkboxes is first, and the actions column is last. */
  readonly lengths: readonly string[]
}

/**
 * The widths of a table's columns, from the texts of its page and of those before: they only grow. `widest` keeps them.
 * Free texts are shortened where that makes the table fit, but not the last one. Where the table scrolls, only the name is, because it stays
 * in view, and the few texts that are far longer than the others.
 */
export function columnWidths(
  model: RowModel,
  rows: readonly Row[],
  widest = new Map<string, WantedWidth>(),
): ColumnWidths {
  const { columns, actions, isSelectable, naming, pinned } = model
  const inner = columns.map((column, index) => {
    const wanted = wantedWidth(model, column, rows, widest.get(column.id))
    widest.set(column.id, wanted)
    const isLast = actions.length === 0 && index === columns.length - 1
    const shortened = column.id === naming ? SHORTENED_NAME : SHORTENED
    if (!isFree(column) || isLast) return { id: column.id, least: wanted.all, usual: 0, rest: 0 }
    const least = Math.max(titleWidth(column), Math.min(wanted.usual, shortened))
    return { id: column.id, least, usual: wanted.usual - least, rest: wanted.all - wanted.usual }
  })
  const nextToName = inner.find(({ id }) => id === pinned)?.least ?? 0
  const before = isSelectable ? [{ id: ':select', least: SELECT, usual: 0, rest: 0 }] : []
  const after = actions.length > 0 ? [{ id: ':actions', least: actionsWidth(model), usual: 0, rest: 0 }] : []
  const each = [...before, ...inner, ...after].map(({ id, least, ...room }, index, { length }) => ({
    ...room,
    least: least + (index === 0 || index === length - 1 ? EDGE : 0),
    most: id === naming ? `(${MOST_FROZEN} - ${nextToName}px)` : undefined,
  }))
  const table: Room = {
    least: sumOf(each.map(({ least }) => least)),
    usual: sumOf(each.map(({ usual }) => usual)),
    rest: sumOf(each.map(({ rest }) => rest)),
  }
  const lengths = each.map((width) =>
    width.usual + width.rest === 0 ? `${width.least}px` : shrinkingWidth(width, table),
  )
  const most = columns.length > WIDE ? undefined : table.least + table.usual + table.rest
  return { least: table.least, most, lengths }
}

/**
 * The widths of the columns of a table that stays while its pages turn. Rows of another search or filter (`asked`) get
 * widths of their own. A table of few columns keeps its widths, because its whole page has them, and would move while a
 * person types a search.
 */
export function useColumnWidths(model: RowModel, rows: readonly Row[], asked: string): ColumnWidths {
  const of = model.columns.length > WIDE ? asked : ''
  const [kept, setKept] = useState(() => ({ of, widest: new Map<string, WantedWidth>() }))
  const current = kept.of === of ? kept : { of, widest: new Map<string, WantedWidth>() }
  if (current !== kept) setKept(current)
  const { widest } = current
  return useMemo(() => columnWidths(model, rows, widest), [model, rows, widest])
}
