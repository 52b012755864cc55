import { useState } from 'react'
import { NOTHING, formatValue } from '../../src/format/formatValue.ts'
import { Icon } from '../../src/ui/Icon.tsx'
import type { DndbProfile, DowJonesProfile, MatchReason } from '../../schemas/verification/investigation.ts'
import { Table } from '../../src/ui/Table.tsx'

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

interface HitTableProps<Hit extends { readonly name: string }> extends HitsProps<Hit> {
  readonly label: string
  /** The values of a hit after its number and name, by title. An array is shown as a list. */
  readonly columns: Readonly<Record<string, (hit: Hit) => string | readonly string[]>>
}

/** The matches of a list. A row is truncated to two lines, and pressing its name expands it in place. */
const HitTable = <Hit extends { readonly name: string }>({ label, columns, hits, isAnswered }: HitTableProps<Hit>) => {
  const [opened, setOpened] = useState<readonly number[]>([])
  const isOpen = (index: number) => opened.includes(index)
  const flip = (index: number) =>
    setOpened(isOpen(index) ? opened.filter((each) => each !== index) : [...opened, index])
  if (hits.length === 0) return <p className="cs-note">{isAnswered ? 'No matches' : 'No answer'}</p>
  return (
    <Table
      className="cs-grid--stacks cs-hits"
      {...{ label, isOpen }}
      items={hits}
      columns={[
        { label: 'Sr. No.', draw: (_, index) => index + 1 },
        {
          label: 'Name',
          className: 'cs-hit-title',
          draw: ({ name }, index) => (
            <button type="button" className="cs-hit-name" aria-expanded={isOpen(index)} onClick={() => flip(index)}>
              <Icon name="chevron" />
              {name === '' ? 'Unnamed' : name}
            </button>
          ),
        },
        ...Object.entries(columns).map(([title, valueOf]) => ({
          label: title,
          draw: (hit: Hit) => <Value value={valueOf(hit)} />,
        })),
      ]}
    />
  )
}

/** The profiles of the Dow Jones list, in the specification's six columns. */
export const DowJonesHits = (props: HitsProps<DowJonesProfile>) => (
  <HitTable
    {...props}
    label="Dow Jones matches"
    columns={{
      Certainty: ({ certainty }) => certainty,
      'Short Summary': ({ shortSummary }) => shortSummary,
      Summary: ({ summary }) => summary,
      Reasons: ({ reasons }) => reasonTexts(reasons),
    }}
  />
)

/** Records of the do-not-do-business list. Only a name identifies the third party (D-98). */
export const DndbHits = (props: HitsProps<DndbProfile>) => (
  <HitTable
    {...props}
    label="DNDB matches"
    columns={{
      Certainty: ({ certainty }) => certainty,
      Comments: ({ comments }) => comments,
      Reasons: ({ reasons }) => reasonTexts(reasons),
    }}
  />
)
