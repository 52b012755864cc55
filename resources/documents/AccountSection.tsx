import { OWNER } from '../../language/operations.ts'
import { valueAt } from '../../language/pointer.ts'
import type { Pointer } from '../../language/schema.ts'
import { UNREADABLE, unreadableAt } from '../../language/unreadable.ts'
import type { Row } from '../../src/model/columns.ts'
import { useId } from 'react'
import { ActionButton } from '../../src/actions/ActionButton.tsx'
import { busyNames } from '../../src/table/RecordTable.tsx'
import { ViewButton } from './DocumentRows.tsx'
import type { DocumentTools } from './viewer/pagerPosition.ts'

/** The content of one of the account's own document fields (D-135). */
type AccountFile =
  | { readonly kind: 'none' }
  /** It may be there, with another type than the field has. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'document'; readonly record: Row }
  /** `isSafe`: a web address and nothing else. */
  | { readonly kind: 'address'; readonly address: string; readonly host: string; readonly isSafe: boolean }
  | { readonly kind: 'text'; readonly text: string }

/** A field of the account that names a document. */
export interface AccountFileField {
  readonly label: string
  readonly field: string
  readonly at: Pointer
  /** The applicant the document belongs to. */
  readonly applicant: 'Primary' | 'Secondary'
}

/** The account's own document types (account review, section 9; D-135). */
export const accountFileFields: readonly AccountFileField[] = [
  { label: 'RIA document', field: 'upload_ria', at: '/account/0/upload_ria', applicant: 'Primary' },
  { label: 'Letter 407', field: 'upload_407', at: '/account/0/upload_407', applicant: 'Primary' },
  { label: 'Letter 3210', field: 'upload_3210', at: '/account/0/upload_3210', applicant: 'Primary' },
  {
    label: 'Letter of the second applicant',
    field: 'joint_upload',
    at: '/joint_user/joint_upload',
    applicant: 'Secondary',
  },
]

/** A document id contains a digit and no character that only paths or file names have. */
const DOCUMENT_ID = /^(?=.*\d)[A-Za-z0-9][A-Za-z0-9_-]{2,127}$/

const addressIn = (text: string): AccountFile | undefined => {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) return undefined
  try {
    const { protocol, host, username } = new URL(text)
    const isSafe = (protocol === 'https:' || protocol === 'http:') && username === ''
    return { kind: 'address', address: text, host, isSafe }
  } catch {
    return undefined
  }
}

/** Reads one of the account's document fields as a document id, a web address, or plain text. */
export function accountFileOf(
  { label, at }: AccountFileField,
  detail: unknown,
  documents: readonly Row[],
): AccountFile {
  const value = valueAt(detail, at)
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '') return { kind: unreadableAt(detail, at) === undefined ? 'none' : 'unreadable' }
  const known = documents.find(({ id }) => String(id) === text)
  if (known !== undefined) return { kind: 'document', record: known }
  if (DOCUMENT_ID.test(text)) {
    const unknown = { sketch_id: null, proof: null, status: null, [OWNER]: valueAt(detail, '/id') }
    return { kind: 'document', record: { id: text, snap_id: text, doc_type: label, ...unknown } }
  }
  return addressIn(text) ?? { kind: 'text', text }
}

const Value = ({ file }: { readonly file: AccountFile }) => {
  if (file.kind === 'none') return null
  if (file.kind === 'unreadable') return <span className="cs-muted">{UNREADABLE}</span>
  if (file.kind === 'document') return <code>{file.record.id}</code>
  if (file.kind === 'text') return <span>{file.text}</span>
  return (
    <span>
      {file.isSafe ? (
        <a href={file.address} target="_blank" rel="noopener noreferrer">
          {file.address}
        </a>
      ) : (
        file.address
      )}
      {file.host !== '' && <span className="cs-meta"> on {file.host}</span>}
    </span>
  )
}

interface FileRowProps {
  readonly field: AccountFileField
  readonly file: AccountFile
  readonly tools: DocumentTools
}

const FileRow = ({ field, file, tools }: FileRowProps) => {
  const record = file.kind === 'document' ? file.record : undefined
  const { model, busy } = tools
  return (
    <li className="cs-doc-row cs-doc-row--account" data-key={record?.id} tabIndex={-1}>
      <div className="cs-doc-identity">
        <span className="cs-strong">{field.label}</span>
        <Value file={file} />
      </div>
      {record !== undefined && (
        <div className="cs-row cs-row--end">
          <ViewButton tools={tools} record={record} of={field.label} />
          <ActionButton model={model} name="download" record={record} busy={busyNames(busy, record)} of={field.label} />
        </div>
      )}
    </li>
  )
}

interface AccountSectionProps {
  readonly detail: Row
  readonly documents: readonly Row[]
  readonly tools: DocumentTools
}

/** The documents that the account itself names (D-135). What was never provided is one line. */
export const AccountSection = ({ detail, documents, tools }: AccountSectionProps) => {
  const id = useId()
  const files = accountFileFields.map((field) => ({ field, file: accountFileOf(field, detail, documents) }))
  const missing = files.filter(({ file }) => file.kind === 'none').map(({ field }) => field.label)
  const provided = files.filter(({ file }) => file.kind !== 'none')
  return (
    <section className="cs-doc-section" aria-labelledby={id}>
      <h3 id={id}>Account Documents</h3>
      {provided.length > 0 && (
        <ul className="cs-divided">
          {provided.map(({ field, file }) => (
            <FileRow key={field.field} field={field} file={file} tools={tools} />
          ))}
        </ul>
      )}
      {missing.length > 0 && <p className="cs-muted cs-doc-missing">{`Not provided: ${missing.join(', ')}`}</p>}
    </section>
  )
}
