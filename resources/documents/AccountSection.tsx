import { useId } from 'react'
import { NOTHING } from '../../src/format/formatValue.ts'
import { ActionButton } from '../../src/actions/ActionButton.tsx'
import { busyNames } from '../../src/table/RecordTable.tsx'
import type { Row } from '../../src/model/columns.ts'
import { accountFileFields, accountFileOf } from './accountFiles.ts'
import type { AccountFile, AccountFileField } from './accountFiles.ts'
import { ViewButton } from './DocumentRows.tsx'
import type { DocumentTools } from './DocumentRows.tsx'

const Value = ({ file }: { readonly file: AccountFile }) => {
  if (file.kind === 'none') return <span className="cs-muted">{NOTHING}</span>
  if (file.kind === 'document') return <code>{file.record.id}</code>
  if (file.kind === 'text') return <span className="cs-doc-text">{file.text}</span>
  return (
    <span className="cs-doc-text">
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
    <li className="cs-doc-row cs-doc-row--account" data-document={record?.id} tabIndex={-1}>
      <div className="cs-doc-identity">
        <span className="cs-strong">{field.label}</span>
        <Value file={file} />
      </div>
      {record !== undefined && (
        <div className="cs-doc-buttons">
          <ViewButton tools={tools} record={record} />
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

/** The documents that the account itself names (D-135). */
export const AccountSection = ({ detail, documents, tools }: AccountSectionProps) => {
  const id = useId()
  return (
    <section className="cs-doc-section" aria-labelledby={id}>
      <h3 id={id}>Account Documents</h3>
      <ul className="cs-doc-rows">
        {accountFileFields.map((field) => (
          <FileRow key={field.field} field={field} file={accountFileOf(field, detail, documents)} tools={tools} />
        ))}
      </ul>
    </section>
  )
}
