import { formatValue } from '../format/formatValue.ts'

/** What was done last: kept in memory alone, until the next thing is typed. */
export interface Done {
  readonly text: string
  readonly at: Date
}

/** Below the emptied form: what was done, to whom, and when. The notice has told it aloud already. */
export const FormDone = ({ done: { text, at } }: { readonly done: Done }) => (
  <p className="cs-form-done">
    {`${text} · `}
    <time dateTime={at.toISOString()}>{formatValue('localDateTime', at.toISOString())}</time>
  </p>
)
