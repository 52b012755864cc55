import type { DndbProfile, DowJonesProfile, MatchReason } from '../../schemas/verification/investigation.ts'
import { formatValue, NOTHING } from '../../src/format/formatValue.ts'
import { HitRow } from './HitRow.tsx'
import '../../src/show/readTable.css'
import '../../src/ui/grid.css'

/** How a hit matches, each field with its strength. */
const reasonTexts = (reasons: readonly MatchReason[]): readonly string[] =>
  reasons.map(({ field, strength }) =>
    [formatValue('words', field), strength === '' ? '' : formatValue('words', strength).toLowerCase()]
      .filter((part) => part !== '' && part !== NOTHING)
      .join(': '),
  )

interface HitsProps<Hit> {
  readonly hits: readonly Hit[]
  /** The list has answered; without an answer nothing is clean. */
  readonly isAnswered: boolean
}

interface HitTableProps<Hit> extends HitsProps<Hit> {
  readonly label: string
  readonly columns: readonly string[]
  /** The values of a hit in the order of the columns after the first two; several are a list. */
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

/** Records of the do-not-do-business list, without anything that identifies the third party beyond a name (D-98). */
export const DndbHits = (props: HitsProps<DndbProfile>) => (
  <HitTable
    {...props}
    label="DNDB matches"
    columns={['Certainty', 'Comments', 'Reasons']}
    nameOf={({ name }) => name}
    valuesOf={({ certainty, comments, reasons }) => [certainty, comments, reasonTexts(reasons)]}
  />
)
