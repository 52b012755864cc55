import type { FormSubject, ShownField } from '../../language/form.ts'
import { formatValue, NOTHING } from '../format/formatValue.ts'
import type { Row } from '../model/columns.ts'
import { useFoundRecords } from './useSubject.ts'

const textOf = (value: unknown): string => formatValue('text', value)

/** A value of the record with its label, if it has one. Empty if there is no value. */
function shownText(record: Row, shown: ShownField): string {
  const { field, label } = typeof shown === 'string' ? { field: shown, label: '' } : shown
  const text = textOf(record[field])
  return text === NOTHING ? '' : `${label} ${text}`.trim()
}

/** The values of a record by which people recognize it, in one line. */
export const recordLine = (record: Row, { fields }: FormSubject): string =>
  fields
    .map((shown) => shownText(record, shown))
    .filter((text) => text !== '')
    .join(' · ')

interface SubjectLookupProps {
  readonly about: FormSubject
  /** The typed values by field. */
  readonly typed: Readonly<Record<string, unknown>>
}

/**
 * Shows whom a form is about, by name, before anything is sent (D-188): the accounts that have the typed value, that
 * none has it, or that the lookup failed. It does not block sending, because the service decides.
 */
export const SubjectLookup = ({ about, typed }: SubjectLookupProps) => {
  const value = textOf(typed[about.field])
  const { records = [], state } = useFoundRecords(about, value)
  return (
    <div className="cs-muted cs-form-about" aria-live="polite" aria-busy={state === 'looking'}>
      {state === 'looking' && <p>Looking up whom this is about …</p>}
      {state === 'failed' && <p>It could not be looked up whom this is about.</p>}
      {state === 'none' && <p className="cs-warning">No account has {value}. Check that it is spelt right.</p>}
      {records.length > 0 && (
        <ul>
          {records.map((record) => (
            <li key={record.id}>{recordLine(record, about)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
