import { holds } from '../../schemas/meta/predicate.ts'
import { isValues } from '../../schemas/meta/readRecord.ts'
import type { Alert } from '../../schemas/meta/show.ts'
import { AlertNote as AgedNote } from '../clock/Clock.tsx'

/** A warning below a value, with how long it has stood, where its condition holds. */
export const AlertNote = ({ alert, item }: { readonly alert: Alert; readonly item: unknown }) =>
  isValues(item) && holds(alert.when, item) ? <AgedNote alert={alert} item={item} /> : null
