import { holds } from '../../schemas/meta/predicate.ts'
import { isValues } from '../../schemas/meta/readRecord.ts'
import type { Alert } from '../../schemas/meta/show.ts'

/** A warning below a value. */
export const AlertNote = ({ alert, item }: { readonly alert: Alert; readonly item: unknown }) =>
  isValues(item) && holds(alert.when, item) ? <span className="cs-alert-note">{alert.text}</span> : null
