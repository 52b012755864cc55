import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { FormSubject } from '../../language/form.ts'
import { Slot } from '../console/Slot.tsx'
import { formatValue } from '../format/formatValue.ts'
import type { Row } from '../model/columns.ts'
import { listResource, recordPathOf } from '../model/consoleModel.ts'
import { QuietNote } from '../ui/Notice.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { useMediaQuery, WIDE } from '../ui/useMediaQuery.ts'
import { isUnexpected, textsOf } from './subjectText.ts'
import { useFoundRecords, type Subject } from './useSubject.ts'

const textOf = (value: unknown): string => formatValue('text', value)

const noneText = ({ resource }: FormSubject, { value, others }: Pick<Subject, 'value' | 'others'>): string => {
  const list = listResource(resource)?.menuLabel
  return others.length === 0 ? `Nothing in ${list} has ${value}.` : `No exact match for ${value} in ${list}.`
}

/** What there is to say while no record is found. */
const unknownText = (
  { state, retry, ...found }: Pick<Subject, 'state' | 'value' | 'others' | 'retry'>,
  about: FormSubject,
): ReactNode =>
  ({
    idle: null,
    found: null,
    looking: <p>Looking up whom this is about …</p>,
    failed: <QuietNote text="Couldn't look up whom this is about." reason={undefined} retry={retry} />,
    none: <p className="cs-warning">{`${noneText(about, found)} Check that it is spelt right.`}</p>,
  })[state]

/** What there is to say while one types: what was found, or by what one can search. */
function searchText(subject: Subject, about: FormSubject, found: number): ReactNode {
  const { menuLabel, list } = listResource(about.resource) ?? {}
  if (subject.state !== 'none') return unknownText(subject, about)
  if (found > 0) return <p>{`${found} found in ${menuLabel}. Choose below the field.`}</p>
  return (
    <>
      {unknownText(subject, about)}
      {list?.search?.placeholder !== undefined && (
        <p>{`You can search here as in ${menuLabel}: “${list.search.placeholder}”`}</p>
      )}
    </>
  )
}

/** That none of the records is as the form expects. */
const Unexpected = ({ about, records }: Pick<SubjectCardProps, 'about'> & { readonly records: readonly Row[] }) =>
  about.expect !== undefined &&
  records.length > 0 &&
  records.every((record) => isUnexpected(record, about)) && <p className="cs-warning">{about.expect.message}</p>

interface SubjectLookupProps {
  readonly about: FormSubject
  readonly typed: Readonly<Record<string, unknown>>
}

/**
 * Shows whom a form is about, by name, before anything is sent (D-188): the records that have the typed value, that
 * none has it, or that the lookup failed. It does not block sending, because the service decides.
 */
export const SubjectLookup = ({ about, typed }: SubjectLookupProps) => {
  const value = textOf(typed[about.field])
  const { records = [], ...found } = useFoundRecords(about, value)
  return (
    <div className="cs-muted cs-form-about" aria-live="polite" aria-busy={found.state === 'looking'}>
      {unknownText(found, about)}
      {records.length > 0 && (
        <ul>
          {records.map((record) => (
            <li key={record.id}>{textsOf(record, about).join(' · ')}</li>
          ))}
        </ul>
      )}
      <Unexpected {...{ about, records }} />
    </div>
  )
}

interface SubjectCardProps {
  readonly about: FormSubject
  readonly subject: Subject
  readonly found: number
  /** What was sent last with success: the form is empty by then, and the card stays until the next value is typed. */
  readonly sent: Row | undefined
}

type FoundProps = Pick<SubjectCardProps, 'about'> & { readonly records: readonly Row[] }

/** The records with links to their pages. */
const Found = ({ about, records }: FoundProps) => {
  const definition = listResource(about.resource)
  if (definition === undefined || records.length === 0) return null
  return (
    <ul>
      {records.map((record) => {
        const [name, ...rest] = textsOf(record, about)
        const to = recordPathOf(definition, record.id)
        return (
          <li key={record.id}>
            {to === undefined ? <strong>{name}</strong> : <Link to={to}>{name}</Link>}
            <p className="cs-meta">{rest.join(' · ')}</p>
          </li>
        )
      })}
    </ul>
  )
}

/** The console's own content about the first of the records. */
const Aside = ({ about, records: [first] }: FoundProps) => {
  const definition = listResource(about.resource)
  return (
    definition !== undefined &&
    first !== undefined && <Slot key={first.id} page="form" place="aside" definition={definition} record={first} />
  )
}

interface SubjectNowProps extends Pick<SubjectCardProps, 'about'>, Pick<Subject, 'value'> {
  /** True where the screen already says why there is none. */
  readonly isSaid: boolean
}

/** Whom a form that waits for a second person is about, read now. */
export const SubjectNow = ({ about, value, isSaid }: SubjectNowProps) => {
  const { records = [], ...found } = useFoundRecords(about, value, 0)
  return (
    <div aria-live="polite" aria-busy={found.state === 'looking'}>
      {found.state !== 'none' && unknownText(found, about)}
      {found.state === 'none' && !isSaid && <p>{noneText(about, found)}</p>}
      <Unexpected {...{ about, records }} />
      <Found about={about} records={records} />
      <Aside about={about} records={records} />
    </div>
  )
}

/**
 * Says next to a form whom it is about, once that is known, with what the console knows about them. Where there is no
 * room it is one line above the form, and reads nothing more until it is opened.
 */
export const SubjectCard = ({ about, subject, found, sent }: SubjectCardProps) => {
  const isWide = useMediaQuery(WIDE)
  const [isOpen, setOpen] = useState(false)
  const isDone = subject.state === 'idle' && sent?.[about.field] !== undefined
  const last = useFoundRecords(about, isDone ? textOf(sent[about.field]) : '')
  const { isReading, records = [] } = isDone && last.state === 'found' ? last : subject
  const names = records.slice(0, 1).flatMap((record) => textsOf(record, about).slice(0, 2))
  return (
    <aside className="cs-form-card" aria-label="Whom this is about" aria-busy={isReading}>
      <div aria-live="polite">
        <div className="cs-muted">
          {searchText(subject, about, found)}
          {!isDone && <Unexpected {...{ about, records }} />}
        </div>
        {isWide && <Found {...{ about, records }} />}
        {names.length > 0 && !isWide && (
          <Disclosure title={names.join(' · ')} onToggle={setOpen}>
            {isOpen && (
              <div aria-live="off">
                <Found {...{ about, records }} />
                <Aside {...{ about, records }} />
              </div>
            )}
          </Disclosure>
        )}
      </div>
      {isWide && <Aside {...{ about, records }} />}
    </aside>
  )
}
