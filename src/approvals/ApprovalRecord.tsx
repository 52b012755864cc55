import { Link } from 'react-router-dom'
import type { ApprovalDetail } from '../../language/approval.ts'
import { displayOf } from '../../language/resolveFact.ts'
import type { FormLayout } from '../../language/form.ts'
import type { Resource } from '../../language/resource.ts'
import { SubjectNow } from '../subject/SubjectCard.tsx'
import { titleOf } from '../actions/recordChange.ts'
import { isEqual } from '../../language/pointer.ts'
import { NOTHING, wordsFor } from '../format/formatValue.ts'
import { consoleModel, listResource } from '../model/consoleModel.ts'
import { FactLine, Facts } from '../ui/Facts.tsx'
import { Notice } from '../ui/Notice.tsx'
import { declaredIn } from './approvalTexts.ts'
import { NOT_STATE } from '../../language/recordVersion.ts'

function wordsOf({ record }: Resource, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'object') return 'present'
  const schema = record.properties[field]
  const { labels } = typeof schema === 'object' ? schema : {}
  return wordsFor({ display: displayOf(schema), labels }, value)
}

/** The page of the record, if it has one. */
function pageOf({ subject }: ApprovalDetail): string | undefined {
  const page = consoleModel().definitions.find(({ name }) => name === subject?.resource)
  const path = page?.kind === 'list' ? page.recordPath : undefined
  return subject === null || path == null ? undefined : path.replace('{id}', encodeURIComponent(subject.id))
}

/** What has changed since the request, field by field. */
const Changes = ({
  approval: { seen, record, state, changes, problem },
  definition,
}: {
  readonly approval: ApprovalDetail
  readonly definition: Resource
}) => {
  if (state !== 'waiting' || seen === null || record === null) return null
  const changed = Object.keys(definition.record.properties)
    .filter((field) => !NOT_STATE.includes(field))
    .filter((field) => !isEqual(seen[field], record[field]))
  if (changed.length === 0 && changes.length === 0)
    return problem === '' && <p className="cs-note">Unchanged since the request.</p>
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
        {changed.map((field) => {
          const values = [seen[field], record[field]]
          const [before, after] = values.map((value) => wordsOf(definition, field, value))
          const isTold = before !== after && !values.some((value) => typeof value === 'object' && value !== null)
          return <li key={field}>{`${titleOf(definition, field)}: ${isTold ? `${before} → ${after}` : 'changed'}`}</li>
        })}
        {changes.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  )
}

/** Whom a form is about, with the facts that the first person saw. What others may not have is found on its page. */
const FormRecord = ({ approval, form }: { readonly approval: ApprovalDetail; readonly form: FormLayout }) => {
  const page = pageOf(approval)
  const { about, problem, state } = approval
  const definition = listResource(form.about?.resource ?? '')
  if (form.about === undefined || (about === null && page === undefined && problem === '')) return null
  return (
    <section className="cs-stack">
      <h3>Whom this is about, now</h3>
      {problem !== '' && state === 'waiting' && <Notice tone="warning">{problem}</Notice>}
      {definition !== undefined && <Changes approval={approval} definition={definition} />}
      {about === null && page !== undefined && <Link to={page}>Open the record</Link>}
      {about !== null && <SubjectNow about={form.about} value={about} />}
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
  const shown = Object.entries(record ?? {}).filter(
    ([field, value]) =>
      !NOT_STATE.includes(field) && typeof value !== 'object' && value !== '' && titleOf(definition, field) !== field,
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
        {shown.map(([field, value]) => (
          <FactLine key={field} label={titleOf(definition, field)}>
            {wordsOf(definition, field, value)}
          </FactLine>
        ))}
      </Facts>
    </section>
  )
}
