import type { ListResource } from '../../language/resource.ts'
import { valueAt } from '../../language/pointer.ts'
import type { Fact, Place } from '../../language/show.ts'
import { UNREADABLE } from '../../language/unreadable.ts'
import { NOTHING } from '../format/formatValue.ts'
import { readFact } from '../format/readFact.ts'
import type { Row } from '../model/columns.ts'
import { MaskedValue, maskedPlace } from './MaskedValue.tsx'
import { drawNothing, StatusPill } from './drawText.tsx'
import { FoundText, References } from './References.tsx'

const UNREADABLE_HINT = 'The service sent text that is not JSON.'

/** Shown for a value of the wrong type, which `why` says, and for one that should be JSON but is not (D-75). */
export const Unreadable = ({ why }: { readonly why?: string | undefined }) =>
  why === undefined ? (
    <span className="cs-warning">
      {UNREADABLE} <span className="cs-meta">{UNREADABLE_HINT}</span>
    </span>
  ) : (
    drawNothing(NOTHING, why)
  )

export const drawFact = ({ display, tones, labels }: Pick<Fact, 'display' | 'tones' | 'labels'>, text: string) => {
  if (text === NOTHING) return <span className="cs-muted">{NOTHING}</span>
  if (display === 'status') return <StatusPill table={tones} status={text} labels={labels} />
  return display === 'code' ? <code>{text}</code> : <>{text}</>
}

interface FactValueProps {
  /** The record's definition and the answer of its detail call. */
  readonly model: { readonly definition: ListResource; readonly detail: Row }
  readonly fact: Fact
  readonly place: Place
  /** The owner of the value, where there are two. */
  readonly of?: string | undefined
}

/** One value of the detail, formatted by its fact: '-' for a missing value, 'Unreadable' for a broken one. */
export const FactValue = ({ model, fact, place, of }: FactValueProps) => {
  const { definition, detail } = model
  const read = readFact(fact, place, detail)
  if (!read.isReadable) return <Unreadable why={read.why} />
  const { text } = read
  if (text !== NOTHING && fact.display === 'masked' && typeof place === 'string') {
    const label = of === undefined ? fact.label : `${fact.label} of ${of}`
    const field = maskedPlace(definition, place)
    return <MaskedValue definition={definition} id={detail.id} field={field} text={text} label={label} />
  }
  if (text !== NOTHING && fact.reference !== undefined && typeof place === 'string')
    return <References resource={fact.reference} value={valueAt(detail, place)} />
  if (text !== NOTHING && fact.lookups !== undefined) return <FoundText text={text} lookups={fact.lookups} />
  return drawFact(fact, text)
}
