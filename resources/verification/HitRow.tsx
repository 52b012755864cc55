import { useState } from 'react'
import { NOTHING } from '../../src/format/formatValue.ts'
import { Icon } from '../../src/ui/Icon.tsx'

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

/** One match as a row: cut to two lines, opened in place by its name. */
export const HitRow = ({ number, name, titles, values }: HitRowProps) => {
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
