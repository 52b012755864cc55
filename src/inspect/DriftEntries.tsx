import { type DriftEntry, isUndeclared } from '../../language/drift.ts'
import { formatMoment } from '../format/formatMoment.ts'
import { formatValue } from '../format/formatValue.ts'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Table, type TableColumn } from '../ui/Table.tsx'
import { Tabs } from '../ui/Tabs.tsx'

type Entries = readonly DriftEntry[]

interface EntriesProps {
  readonly entries: Entries
}

const callColumn: TableColumn<DriftEntry> = { label: 'Call', isName: true, draw: ({ operation }) => operation }
const placeColumn: TableColumn<DriftEntry> = {
  label: 'Place',
  draw: ({ path }) => <code>{path === '' ? 'whole answer' : path}</code>,
}
const lastColumns: readonly TableColumn<DriftEntry>[] = [
  { label: 'Count', className: 'cs-number', draw: ({ count }) => formatValue('number', count) },
  { label: 'First seen', className: 'cs-time', draw: ({ firstSeen }) => formatMoment(firstSeen) },
  { label: 'Last seen', className: 'cs-time', draw: ({ lastSeen }) => formatMoment(lastSeen) },
]

const misfitColumns: readonly TableColumn<DriftEntry>[] = [
  callColumn,
  placeColumn,
  { label: 'Expected', draw: ({ expected }) => expected },
  { label: 'Seen', draw: ({ seen }) => seen },
  ...lastColumns,
]

const undeclaredColumns: readonly TableColumn<DriftEntry>[] = [
  { ...placeColumn, isName: true },
  { label: 'Type', draw: ({ seen }) => seen },
  ...lastColumns,
]

const keyOf = ({ operation, path, expected, seen }: DriftEntry): string => `${operation} ${path} ${expected} ${seen}`

const isMissing = ({ seen }: DriftEntry): boolean => seen === 'missing'

/** Values of another type, then required ones that are missing: screens show nothing in their place. */
const Misfits = ({ entries }: EntriesProps) =>
  entries.length === 0 ? (
    <p className="cs-muted">Every declared value had its type, and none was missing.</p>
  ) : (
    <Table
      label="Wrong or missing values"
      className="cs-grid--stacks cs-grid--wide cs-drift"
      columns={misfitColumns}
      items={entries.toSorted((one, other) => Number(isMissing(one)) - Number(isMissing(other)))}
      keyOf={keyOf}
    />
  )

/** Values that no definition names, folded by their calls. */
const Undeclared = ({ entries }: EntriesProps) =>
  entries.length === 0 ? (
    <p className="cs-muted">No answer had a value that its definition does not name.</p>
  ) : (
    [...Map.groupBy(entries, ({ operation }) => operation)].map(([operation, own]) => (
      <Disclosure key={operation} title={operation} count={own.length}>
        <Table
          label={`Undeclared values of ${operation}`}
          className="cs-grid--stacks cs-grid--wide cs-drift"
          columns={undeclaredColumns}
          items={own}
          keyOf={keyOf}
        />
      </Disclosure>
    ))
  )

/** What did not fit: first what screens lack, then what they never show. */
export const DriftEntries = ({ entries }: EntriesProps) => {
  const misfits = entries.filter((entry) => !isUndeclared(entry))
  const undeclared = entries.filter(isUndeclared)
  const draws = [
    { name: 'misfits', label: 'Wrong or missing', count: misfits.length, draw: () => <Misfits entries={misfits} /> },
    {
      name: 'undeclared',
      label: 'Undeclared',
      count: undeclared.length,
      draw: () => <Undeclared entries={undeclared} />,
    },
  ]
  return <Tabs label="Kinds of drift" tabs={draws} initial={misfits.length === 0 ? 'undeclared' : 'misfits'} />
}
