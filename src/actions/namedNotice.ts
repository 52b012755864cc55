import { namingColumn } from '../../language/namingColumn.ts'
import type { Resource } from '../../language/resource.ts'
import { recordPathOf } from '../model/consoleModel.ts'
import { recordName } from '../model/rowModel.ts'
import type { Intent } from './actionProvider.ts'

/** What an action was about, in words that follow the text of its notice, and the link that they contain. */
export interface NoticeSubject {
  readonly text: string
  readonly link: { readonly to: string; readonly label: string }
}

interface NamedNotice {
  readonly text: string
  readonly link: NoticeSubject['link'] | undefined
}

/**
 * A notice that names the record of its action: as a link to the record's page, or in words after the text where there is
 * no page, or no longer one, and the text has no name of the record. A new record has the name that was typed.
 */
export function namedNotice(
  definition: Resource,
  said: string,
  { record, input, isGone = false }: Pick<Intent, 'record' | 'input'> & { readonly isGone?: boolean },
): NamedNotice {
  if (definition.kind !== 'list') return { text: said, link: undefined }
  const name = record === undefined ? undefined : recordName(definition, record)
  const to = record === undefined || isGone ? undefined : recordPathOf(definition, record.id)
  if (name !== undefined && to !== undefined) return { text: said, link: { to, label: name } }
  const typed = input[namingColumn(definition)?.field ?? '']
  const names = [name, typed].filter((each) => typeof each === 'string')
  const isNamed = names.length === 0 || names.some((each) => ` ${said} `.includes(` ${each} `))
  return { text: isNamed ? said : `${said} · ${names[0]}`, link: undefined }
}
