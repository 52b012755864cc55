import type { FormSubject } from '../../language/form.ts'
import type { Pointer } from '../../language/schema.ts'
import { fieldsOfPredicate, holds } from '../../language/predicate.ts'
import { resolveFact } from '../../language/resolveFact.ts'
import { formatValue, NOTHING } from '../format/formatValue.ts'
import { readFact } from '../format/readFact.ts'
import type { Row } from '../model/columns.ts'
import { listResource } from '../model/consoleModel.ts'

const isPlace = (field: string): field is `/${string}` => field.startsWith('/')

const partsOf = (shown: FormSubject['fields'][number]) =>
  typeof shown === 'string' ? { field: shown, label: '' } : shown

const expectedPlaces = ({ expect }: FormSubject): readonly Pointer[] => fieldsOfPredicate(expect?.when).filter(isPlace)

/** The places in the detail whose values are shown or tested. */
export const placesIn = (about: FormSubject): readonly Pointer[] => [
  ...new Set([...about.fields.map((shown) => partsOf(shown).field).filter(isPlace), ...expectedPlaces(about)]),
]

/** True if a record is not as the form expects. Of a detail that could not be read nothing is known. */
export const isUnexpected = (record: Row, about: FormSubject): boolean =>
  expectedPlaces(about).every((place) => record[place] !== undefined) && !holds(about.expect?.when, record)

/** A value of the detail as text. The record does not have it if the detail could not be read. */
function detailText({ resource }: FormSubject, record: Row, place: Pointer): string {
  if (record[place] === undefined) return "couldn't be read"
  const read = readFact(resolveFact(place, listResource(resource)?.detail?.schema), '', record[place])
  if (!read.isReadable) return "couldn't be read"
  return read.text === NOTHING ? 'none' : read.text
}

/** A value of the record with its label, if it has one. Empty if a row has no value. */
function shownText(about: FormSubject, record: Row, shown: FormSubject['fields'][number]): string {
  const { field, label } = partsOf(shown)
  if (isPlace(field)) return `${label} ${detailText(about, record, field)}`.trim()
  const text = formatValue('text', record[field])
  return text === NOTHING ? '' : `${label} ${text}`.trim()
}

/** The values of a record that are shown, each as text, and each once: a record without a name may go by another of them. */
export const textsOf = (record: Row, about: FormSubject): readonly string[] => [
  ...new Set(about.fields.map((shown) => shownText(about, record, shown)).filter((text) => text !== '')),
]

/** What the details of the records have, by label, as the outcome of a form says it. */
export const detailLines = (about: FormSubject | undefined, records: readonly Row[]) =>
  (about?.fields ?? [])
    .map(partsOf)
    .flatMap(({ field, label }) =>
      about === undefined || !isPlace(field) || records.length === 0
        ? []
        : [{ label, value: records.map((record) => detailText(about, record, field)).join('; ') }],
    )
