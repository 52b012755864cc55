import { useGetList } from 'ra-core'
import type { FormSubject, ShownField } from '../../language/form.ts'
import { formatValue, NOTHING } from '../format/formatValue.ts'
import type { Row } from '../model/columns.ts'

const textOf = (value: unknown): string => formatValue('text', value)

/** A value of the record with its label, if it has one. Empty if there is no value. */
function shownText(record: Row, shown: ShownField): string {
  const { field, label } = typeof shown === 'string' ? { field: shown, label: '' } : shown
  const text = textOf(record[field])
  return text === NOTHING ? '' : `${label} ${text}`.trim()
}

const isMeant = (record: Row, field: string, value: string): boolean =>
  textOf(record[field]).toLowerCase() === value.toLowerCase()

interface SubjectLookupProps {
  readonly about: FormSubject
  /** The typed values by field. */
  readonly typed: Readonly<Record<string, unknown>>
}

/** One page is enough, because the search puts exact matches first. */
const FIRST_PAGE = { page: 1, perPage: 50 } as const

/**
 * Shows whom a form is about, by name, before anything is sent (D-188): the accounts that have the typed value, that
 * none has it, or that the lookup failed. It does not block sending, because the service decides.
 */
export const SubjectLookup = ({ about, typed }: SubjectLookupProps) => {
  const { resource, key, fields: shows, field } = about
  const value = textOf(typed[field])
  const { data, total, pageInfo, isPending } = useGetList<Row>(
    resource,
    { pagination: FIRST_PAGE, sort: { field: 'id', order: 'ASC' }, filter: {}, meta: { search: value } },
    { retry: false },
  )
  const found = (data ?? []).filter((record) => isMeant(record, key, value))
  // After the session ends, react-admin answers with a list without total and pageInfo. That is not an answer.
  const hasAnswer = data !== undefined && (total !== undefined || pageInfo !== undefined)
  return (
    <div className="cs-muted cs-form-about" aria-live="polite" aria-busy={isPending}>
      {isPending && <p>Looking up whom this is about …</p>}
      {!isPending && !hasAnswer && <p>It could not be looked up whom this is about.</p>}
      {hasAnswer && found.length === 0 && (
        <p className="cs-warning">No account has {value}. Check that it is spelt right.</p>
      )}
      {found.length > 0 && (
        <ul>
          {found.map((record) => (
            <li key={record.id}>
              {shows
                .map((shown) => shownText(record, shown))
                .filter((text) => text !== '')
                .join(' · ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
