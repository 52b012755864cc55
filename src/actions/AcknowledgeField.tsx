import { useId } from 'react'
import { ACKNOWLEDGING } from './acknowledge.ts'
import type { Acknowledgement } from './acknowledge.ts'
import { FieldError } from './FieldError.tsx'
import { Checkbox } from './Checkbox.tsx'

interface AcknowledgeFieldProps {
  readonly acknowledgement: Acknowledgement
  readonly ticked: readonly string[]
  readonly error: string | undefined
  readonly isReadOnly: boolean
  readonly onTick: (ticked: readonly string[]) => void
}

const UNKNOWN = 'It is not known which matches there are. Close this and read the page again.'

/** What must be acknowledged one by one before the action can be done (obligation R4); nothing where nothing must. */
export const AcknowledgeField = ({ acknowledgement, ticked, error, isReadOnly, onTick }: AcknowledgeFieldProps) => {
  const id = useId()
  const { items, isKnown } = acknowledgement
  if (isKnown && items.length === 0) return null
  const flip = (key: string, isTicked: boolean) => {
    const others = ticked.filter((each) => each !== key)
    onTick(isTicked ? [...others, key] : others)
  }
  const shown = isKnown ? error : UNKNOWN
  return (
    <fieldset className="cs-ticks" aria-describedby={shown === undefined ? undefined : `${id}-error`}>
      <legend>Acknowledge each match</legend>
      {items.map(({ key, text }) => (
        <Checkbox
          key={key}
          name={ACKNOWLEDGING}
          label={`I have looked at: ${text}`}
          isTicked={ticked.includes(key)}
          isInvalid={error !== undefined}
          isReadOnly={isReadOnly}
          onTick={(isTicked) => flip(key, isTicked)}
        />
      ))}
      <FieldError id={`${id}-error`} error={shown} />
    </fieldset>
  )
}
