import { useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import type { HistoryLine } from './historyLines.ts'

/** Who did it and what it is about; empty for everyone and everything. It is kept out of the address: names are personal. */
export interface HistoryFilter {
  readonly who: string
  readonly kind: string
}

/** A filter that leaves nothing out. */
export const noFilter: HistoryFilter = { who: '', kind: '' }

/** True when a line is not left out. */
export const isMatch = ({ who, kind }: HistoryLine, filter: HistoryFilter): boolean =>
  (filter.who === '' || filter.who === who) && (filter.kind === '' || filter.kind === kind)

const choicesOf = (texts: readonly string[]) =>
  [...new Set(texts)]
    .filter((text) => text !== '')
    .toSorted((one, other) => one.localeCompare(other))
    .map((text) => ({ value: text, label: text }))

interface HistoryFiltersProps {
  readonly lines: readonly HistoryLine[]
  readonly filter: HistoryFilter
  /** How many lines are found. */
  readonly count: string
  readonly onChange: (filter: HistoryFilter) => void
}

/** Narrows a history to a person or to what it is about. */
export const HistoryFilters = ({ lines, filter, count, onChange }: HistoryFiltersProps) => {
  const id = useId()
  const isNarrowed = filter.who !== '' || filter.kind !== ''
  return (
    <div className="cs-row cs-history-filters cs-screen">
      <label className="cs-row" htmlFor={`${id}-kind`}>
        <span className="cs-meta">About</span>
        <Select
          id={`${id}-kind`}
          className="cs-input--low"
          value={filter.kind}
          placeholder="Everything"
          choices={choicesOf(lines.map(({ kind }) => kind))}
          onChoose={(kind) => onChange({ ...filter, kind })}
        />
      </label>
      <label className="cs-row" htmlFor={`${id}-who`}>
        <span className="cs-meta">By</span>
        <Select
          id={`${id}-who`}
          className="cs-input--low"
          value={filter.who}
          placeholder="Everyone"
          choices={choicesOf(lines.map(({ who }) => who))}
          onChoose={(who) => onChange({ ...filter, who })}
        />
      </label>
      {isNarrowed && (
        <Button look="plain" onClick={() => onChange(noFilter)}>
          Reset
        </Button>
      )}
      <output className="cs-meta cs-digits">{count}</output>
    </div>
  )
}
