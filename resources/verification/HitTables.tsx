import { useState } from 'react'
import { NOTHING, formatValue } from '../../src/format/formatValue.ts'
import { Icon } from '../../src/ui/Icon.tsx'
import type { DndbProfile, DowJonesProfile, MatchReason } from '../../schemas/verification/investigation.ts'
import '../../src/show/readTable.css'
import '../../src/ui/grid.css'

interface HitRowProps {
  readonly number: number
  readonly name: string
  readonly titles: readonly string[]
  readonly values: readonly (string | readonly string[])[]
}

const Value = ({ value }: { readonly value: string | readonly string[] }) => {
  const texts = [value].flat().filter((text) => text !== '')
  if (texts.length === 0) return <span className="cs-muted">{NOTHING}</span>
  if (texts.length === 1) return <span className="cs-hit-text">{texts[0]}</span>
  return (
    <ul className="cs-hit-text">
      {texts.map((text, index) => (
        <li key={index}>{text}</li>
      ))}
    </ul>
  )
}

/** One match as a row, truncated to two lines. Clicking its name expands it in place. */
const HitRow = ({ number, name, titles, values }: HitRowProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <tr data-open={isOpen || undefined}>
      <td data-label={titles[0]}>{number}</td>
      <td data-label={titles[1]}>
        <button type="button" className="cs-hit-name" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name="chevron" />
          {name === '' ? 'Unnamed' : name}
        </button>
      </td>
      {values.map((value, index) => (
        <td key={titles[index + 2]} data-label={titles[index + 2]}>
          <Value value={value} />
        </td>
      ))}
    </tr>
  )
}

/** The match reasons of a hit: each field with its strength. */
const reasonTexts = (reasons: readonly MatchReason[]): readonly string[] =>
  reasons.map(({ field, strength }) =>
    [formatValue('words', field), strength === '' ? '' : formatValue('words', strength).toLowerCase()]
      .filter((part) => part !== '' && part !== NOTHING)
      .join(': '),
  )

interface HitsProps<Hit> {
  readonly hits: readonly Hit[]
  /** True when the list has answered. Without an answer there is no clean result. */
  readonly isAnswered: boolean
}

interface HitTableProps<Hit> extends HitsProps<Hit> {
  readonly label: string
  readonly columns: readonly string[]
  /** The values of a hit in the order of the columns after the first two. An array is shown as a list. */
  readonly valuesOf: (hit: Hit) => readonly (string | readonly string[])[]
  readonly nameOf: (hit: Hit) => string
}

const HitTable = <Hit,>({ label, columns, hits, isAnswered, nameOf, valuesOf }: HitTableProps<Hit>) => {
  if (hits.length === 0) return <p className="cs-not-provided">{isAnswered ? 'No matches' : 'No answer'}</p>
  const titles = ['Sr. No.', 'Name', ...columns]
  return (
    <div className="cs-read-scroller">
      <table className="cs-grid cs-read-table cs-hits" aria-label={label}>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hits.map((hit, index) => (
            <HitRow key={index} number={index + 1} name={nameOf(hit)} titles={titles} values={valuesOf(hit)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The profiles of the Dow Jones list, in the specification's six columns. */
export const DowJonesHits = (props: HitsProps<DowJonesProfile>) => (
  <HitTable
    {...props}
    label="Dow Jones matches"
    columns={['Certainty', 'Short Summary', 'Summary', 'Reasons']}
    nameOf={({ name }) => name}
    valuesOf={({ certainty, shortSummary, summary, reasons }) => [
      certainty,
      shortSummary,
      summary,
      reasonTexts(reasons),
    ]}
  />
)

/** Records of the do-not-do-business list. Only a name identifies the third party (D-98). */
export const DndbHits = (props: HitsProps<DndbProfile>) => (
  <HitTable
    {...props}
    label="DNDB matches"
    columns={['Certainty', 'Comments', 'Reasons']}
    nameOf={({ name }) => name}
    valuesOf={({ certainty, comments, reasons }) => [certainty, comments, reasonTexts(reasons)]}
  />
)
