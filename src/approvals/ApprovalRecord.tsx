import { Link } from 'react-router-dom'
import type { ApprovalDetail } from '../../language/approval.ts'
import { displayOf } from '../../language/resolveFact.ts'
import type { FormLayout } from '../../language/form.ts'
import type { Resource } from '../../language/resource.ts'
import { SubjectNow } from '../subject/SubjectCard.tsx'
import { titleOf } from '../actions/recordChange.ts'
import type { FieldSchema } from '../../language/schema.ts'
import { isEqual, isPointer, pointerOf, type Values } from '../../language/pointer.ts'
import { NOTHING, wordsFor } from '../format/formatValue.ts'
import { consoleModel, listResource } from '../model/consoleModel.ts'
import { FactLine, Facts } from '../ui/Facts.tsx'
import { Notice } from '../ui/Notice.tsx'
import { declaredIn } from './approvalTexts.ts'
import { UNREADABLE, unreadableAt } from '../../language/unreadable.ts'
import { NOT_STATE } from '../../language/recordVersion.ts'

const isUnreadable = (record: Values, field: string): boolean => unreadableAt(record, pointerOf([field])) !== undefined

function wordsOf(schema: FieldSchema | undefined, record: Values, field: string): string {
  const value = record[field]
  if (isUnreadable(record, field)) return UNREADABLE
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'object') return 'present'
  const { labels } = typeof schema === 'object' ? schema : {}
  return wordsFor({ display: displayOf(schema), labels }, value)
}

/** The page of the record, if it has one. */
function pageOf({ subject }: ApprovalDetail): string | undefined {
  const page = consoleModel().definitions.find(({ name }) => name === subject?.resource)
  const path = page?.kind === 'list' ? page.recordPath : undefined
  return subject === null || path == null ? undefined : path.replace('{id}', encodeURIComponent(subject.id))
}

/** A value that is compared with what it was at the request. */
interface Compared {
  readonly field: string
  readonly title: string
  readonly schema: FieldSchema | undefined
}

/** The fields of the record, and the places in its detail that a form changes. */
const comparedIn = (definition: Resource, form: FormLayout | undefined): readonly Compared[] => [
  ...Object.entries(definition.record.properties)
    .filter(([field]) => !NOT_STATE.includes(field))
    .map(([field, schema]) => ({ field, title: titleOf(definition, field), schema })),
  ...Object.values(form?.fields ?? {}).flatMap(({ field, label, schema }) =>
    field !== undefined && isPointer(field) ? [{ field, title: label, schema }] : [],
  ),
]

function changeText({ field, title, schema }: Compared, seen: Values, record: Values): string {
  const records = [seen, record]
  const [before, after] = records.map((each) => wordsOf(schema, each, field))
  const isTold = before !== after && !records.some((each) => typeof each[field] === 'object' && each[field] !== null)
  return `${title}: ${isTold ? `${before} → ${after}` : 'changed'}`
}

interface ChangesProps {
  readonly approval: ApprovalDetail
  readonly definition: Resource
  readonly form?: FormLayout
}

/** What has changed since the request, field by field, and what of it is not known. */
const Changes = ({ approval: { seen, record, state, changes, problem }, definition, form }: ChangesProps) => {
  if (state !== 'waiting' || seen === null || record === null) return null
  const compared = comparedIn(definition, form)
  const isUnknown = ({ field }: Compared) => isPointer(field) && !Object.hasOwn(seen, field)
  const unknown = compared.filter(isUnknown).map(({ title }) => title)
  const changed = compared.filter((each) => !isUnknown(each) && !isEqual(seen[each.field], record[each.field]))
  const unknownText = unknown.length > 0 && `Not known at the request: ${unknown.join(', ')}.`
  if (changed.length === 0 && changes.length === 0)
    return problem === '' && <p className="cs-note">{unknownText || 'Unchanged since the request.'}</p>
  return (
    <Notice tone="warning">
      <p className="cs-strong">
        {!isEqual(seen['id'], record['id'])
          ? 'This is about another record than at the request.'
          : changed.length === 0
            ? 'What this relies on has changed since the request.'
            : 'The record has changed since the request.'}
      </p>
      <ul className="cs-approval-list">
        {changed.map((each) => (
          <li key={each.field}>{changeText(each, seen, record)}</li>
        ))}
        {changes.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {unknownText && <li>{unknownText}</li>}
      </ul>
    </Notice>
  )
}

/** Whom a form is about, with the facts that the first person saw. What others may not have is found on its page. */
const FormRecord = ({ approval, form }: { readonly approval: ApprovalDetail; readonly form: FormLayout }) => {
  const page = pageOf(approval)
  const { about, record, problem, state } = approval
  const definition = listResource(form.about?.resource ?? '')
  const isRefused = problem !== '' && state === 'waiting'
  const isFound = about !== null && (record !== null || problem === '')
  if (form.about === undefined || (about === null && page === undefined && problem === '')) return null
  return (
    <section className="cs-stack">
      <h3>Whom this is about, now</h3>
      {isRefused && <Notice tone="warning">{problem}</Notice>}
      {definition !== undefined && <Changes {...{ approval, definition, form }} />}
      {!isFound && page !== undefined && <Link to={page}>Open the record</Link>}
      {about !== null && <SubjectNow about={form.about} value={about} isSaid={isRefused} />}
    </section>
  )
}

/**
 * The record as it is now, and what has changed since the first person saw it; of a form, whom it is about. Draws
 * nothing for a form that is about no record.
 */
export const ApprovalRecord = ({ approval }: { readonly approval: ApprovalDetail }) => {
  const { seen, record, problem } = approval
  const definition = declaredIn(approval)?.definition
  if (definition?.kind === 'form') return <FormRecord approval={approval} form={definition.form} />
  if (seen === null || definition === undefined) return null
  const page = pageOf(approval)
  const now = record ?? {}
  const shown = Object.keys(now).filter(
    (field) =>
      !NOT_STATE.includes(field) &&
      titleOf(definition, field) !== field &&
      ((typeof now[field] !== 'object' && now[field] !== '') || isUnreadable(now, field)),
  )
  return (
    <section>
      <div className="cs-row cs-row--between">
        <h3>The record now</h3>
        {page !== undefined && <Link to={page}>Open the record</Link>}
      </div>
      {problem !== '' && <Notice tone="warning">{problem}</Notice>}
      <Changes approval={approval} definition={definition} />
      <Facts kind="lines">
        {shown.map((field) => (
          <FactLine key={field} label={titleOf(definition, field)}>
            {wordsOf(definition.record.properties[field], now, field)}
          </FactLine>
        ))}
      </Facts>
    </section>
  )
}
