import { useId } from 'react'
import './segments.css'

interface SegmentsProps<T extends string> {
  readonly legend: string
  readonly isLegendHidden?: boolean
  readonly options: readonly T[]
  readonly labels: Readonly<Record<T, string>>
  readonly value: T
  readonly onChoose: (value: T) => void
}

/** One of a few choices, all in view in one line. */
export const Segments = <T extends string>(props: SegmentsProps<T>) => {
  const { legend, isLegendHidden = false, options, labels, value, onChoose } = props
  const name = useId()
  return (
    <fieldset className="cs-field">
      <legend className={isLegendHidden ? 'cs-visually-hidden' : undefined}>{legend}</legend>
      <div className="cs-segments">
        {options.map((option) => (
          <label key={option}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChoose(option)}
            />
            {labels[option]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
