import { formatValue } from '../format/formatValue.ts'
import { linesText } from './sentLines.ts'
import type { SentLine } from './sentLines.ts'

/** What was done last: kept in memory alone, until the next thing is typed. */
export interface Done {
  /** What was sent, as it was typed. */
  readonly lines: readonly SentLine[]
  readonly at: Date
}

interface FormDoneProps {
  readonly label: string
  readonly done: Done
}

/** Below the emptied form: what was done, to whom, and when. The notice has told it aloud already. */
export const FormDone = ({ label, done: { lines, at } }: FormDoneProps) => (
  <p className="cs-form-done">
    {`Done: ${lines.length === 0 ? label : `${label}, ${linesText(lines)}`} · `}
    <time dateTime={at.toISOString()}>{formatValue('localDateTime', at.toISOString())}</time>
  </p>
)
