import type { ListResource } from '../../language/resource.ts'
import { detailPlaces, maskedAt } from '../../language/personal.ts'
import { isMasked, type PiiClass } from '../../language/pii.ts'
import { stepsOf } from '../../language/pointer.ts'
import type { Pointer } from '../../language/schema.ts'
import { usePermissions } from 'ra-core'
import { Button } from '../ui/Button.tsx'
import { formatValue, NOTHING } from '../format/formatValue.ts'
import { RevealDialog } from './RevealDialog.tsx'
import { useReveal } from './useReveal.ts'
import './reveal.css'

const isPlaceOf = (place: readonly string[], steps: readonly string[]): boolean =>
  place.length === steps.length &&
  place.every((step, index) => step === steps[index] || (step === '*' && steps[index] === '0'))

/**
 * The path of a masked value for a reveal, with a star in place of the index of the first item. `undefined` for values
 * the gateway does not mask. Also `undefined` for later items, which only their key can name.
 */
export function maskedPlace(definition: ListResource, pointer: Pointer): Pointer | undefined {
  const steps = stepsOf(pointer)
  return detailPlaces(definition).find(([place, pii]) => isMasked(pii) && isPlaceOf(stepsOf(place), steps))?.[0]
}

/** The PII class at a path; `undefined` when the gateway does not mask it. */
const maskedClassOf = (definition: ListResource, place: string): PiiClass | undefined =>
  maskedAt(detailPlaces(definition), place)

interface MaskedValueProps {
  readonly definition: ListResource
  readonly id: string | number
  /** The path, as a key of the detail's `pii`. Without it the value cannot be revealed. */
  readonly field: string | undefined
  /** The key of the item, when the path has several. */
  readonly item?: string | number | undefined
  readonly text: string
  /** The name of the value: 'Phone', 'Phone of Ana Brandt'. */
  readonly label: string
}

interface RevealableProps extends Omit<MaskedValueProps, 'field'> {
  readonly field: string
}

const Revealable = ({ definition, id, field, item, text, label }: RevealableProps) => {
  const reveal = useReveal({ resource: definition.name, id, field, item })
  const { shown, question } = reveal
  const isDate = maskedClassOf(definition, field) === 'dateOfBirth'
  const whole = shown === undefined ? text : isDate ? formatValue('date', shown.value) : shown.value
  // An invalid date shows as the service sent it.
  const value = shown !== undefined && whole === NOTHING ? shown.value : whole
  return (
    <span className="cs-masked">
      <span className={shown === undefined ? undefined : 'cs-masked-whole'} aria-live="polite">
        {value}
      </span>
      {shown !== undefined && (
        <span className="cs-meta cs-warning cs-digits cs-masked-clock" aria-hidden="true">
          {shown.secondsLeft} s
        </span>
      )}
      <Button
        look="link"
        size="small"
        aria-label={shown === undefined ? `Reveal ${label}` : `Hide ${label}`}
        onClick={shown === undefined ? reveal.ask : reveal.hide}
      >
        {shown === undefined ? 'Reveal' : 'Hide'}
      </Button>
      {question !== undefined && (
        <RevealDialog
          {...{ label, reveal, question }}
          draftKey={`reveal/${definition.name}/${id}/${field}/${item ?? ''}`}
        />
      )}
    </span>
  )
}

/**
 * A value that the gateway has masked. People with the permission get a quiet 'Reveal' next to it. It asks for a reason
 * and shows the whole value for a limited time (S-31).
 */
export const MaskedValue = ({ field, ...props }: MaskedValueProps) => {
  const { definition, id, item, text } = props
  const { permissions } = usePermissions<readonly string[]>()
  const needed = definition.reveal
  const mayReveal = needed !== undefined && permissions?.includes(needed) === true
  if (text === NOTHING || text === '') return <span className="cs-muted">{NOTHING}</span>
  if (!mayReveal || field === undefined || maskedClassOf(definition, field) === undefined) {
    return <span className="cs-masked">{text}</span>
  }
  return <Revealable key={`${id} ${field} ${item ?? ''}`} field={field} {...props} />
}
