import { hasDot, toneOf } from '../../language/registry.ts'
import type { ResolvedColumn } from '../../language/resource.ts'
import { toneTable } from '../model/consoleModel.ts'
import { UNREADABLE } from '../../language/unreadable.ts'
import { cutText, webAddress } from '../format/text.ts'

type Writing = Pick<ResolvedColumn, 'display' | 'truncate'>

const written = (format: Writing['display'], text: string) => (format === 'code' ? <code>{text}</code> : text)

/** A column's text, truncated as the column says. */
export const shownText = ({ truncate }: Pick<Writing, 'truncate'>, text: string): string =>
  truncate === undefined ? text : cutText(text, truncate)

/**
 * A text as its column shows it. A truncated text offers its full text on hover, on focus and for copying. A web
 * address is a link that names its host before it is opened (D-164). This is a plain function, like everything that
 * draws cells.
 */
export const drawText = (column: Writing, text: string) => {
  const { display } = column
  const shown = shownText(column, text)
  const address = display === 'link' ? webAddress(text) : undefined
  const isCut = shown !== text
  if (address !== undefined) {
    return (
      <a
        className="cs-cut cs-cut--inline"
        dir="auto"
        href={address.href}
        target="_blank"
        rel="noopener noreferrer"
        referrerPolicy="no-referrer"
        title={`Opens ${address.host} in a new tab: ${address.href}`}
        data-full={text}
        data-cut={isCut ? '' : undefined}
      >
        {shown}
      </a>
    )
  }
  if (!isCut) return written(display, text)
  return (
    <button type="button" className="cs-cut cs-cut--inline" dir="auto" title={text} data-full={text} data-cut="">
      {written(display, shown)}
    </button>
  )
}

/** The text for a missing value; instead of it, that there is one which could not be read, with the reason. */
export const drawNothing = (text: string, why: string | undefined) => (
  <span className="cs-muted" title={why}>
    {why === undefined ? text : UNREADABLE}
  </span>
)

interface PillProps {
  readonly tone: string
  readonly text: string
  /** Adds a dot, for what needs attention. */
  readonly isMarked?: boolean
}

/** A short text on the tint of its meaning. */
export const Pill = ({ tone, text, isMarked = false }: PillProps) => (
  <span className={`cs-pill cs-pill--${tone}`} title={text}>
    {isMarked && <span className="cs-pill-dot" data-dot="" />}
    <span className="cs-ellipsis">{text}</span>
  </span>
)

interface StatusPillProps {
  readonly labels?: ResolvedColumn['labels'] | undefined
  readonly table: ResolvedColumn['tones']
  readonly status: string
}

/**
 * A status as a tinted pill. Its color follows its meaning, and its text is as sent, unless its field has labels; an
 * unknown status is neutral (X2).
 */
export const StatusPill = ({ table, labels = {}, status: text }: StatusPillProps) => {
  const tones = table === undefined ? undefined : toneTable(table)
  const status = Object.keys(labels).find((own) => labels[own] === text) ?? text
  const tone = tones === undefined ? 'neutral' : toneOf(tones, status)
  const isMarked = tones !== undefined && hasDot(tones, status)
  return <Pill tone={tone} text={text} isMarked={isMarked} />
}
