import { accountDocuments } from '../../../../schemas/accountDocuments.ts'
import { accountInvestigations } from '../../../../schemas/accountInvestigations.ts'
import { accountRequests } from '../../../../schemas/accountRequests.ts'
import { accounts } from '../../../../schemas/accounts.ts'
import { achRelationships } from '../../../../schemas/achRelationships.ts'
import { definitions } from '../../../../schemas/index.ts'
import { checkDefinitions } from '../../../../language/check/checkDefinitions.ts'
import type { Problem } from '../../../../language/check/problem.ts'
import type { AnyDefinition, AnyShow } from '../../../../language/defineResource.ts'
import type { Banner, Field, Tab, TableBlock } from '../../../../language/show.ts'

/** Mistakes of an author, each with where it is found and what is said about it. */
export type Mistakes = readonly (readonly [title: string, definition: AnyDefinition, where: string, message: string])[]

export const account: AnyDefinition = accounts
export const requests: AnyDefinition = accountRequests
export const ach: AnyDefinition = achRelationships
export const documents: AnyDefinition = accountDocuments
export const investigations: AnyDefinition = accountInvestigations
export const page = account.show!

/** What is said when one definition is written otherwise and all others are as they are. */
export const problemsWith = (changed: AnyDefinition): readonly Problem[] =>
  checkDefinitions(definitions.map((definition) => (definition.name === changed.name ? changed : definition)))

export const shown = (change: Partial<AnyShow>): AnyDefinition => ({ ...account, show: { ...page, ...change } })
export const header = (change: Partial<AnyShow['header']>): AnyDefinition =>
  shown({ header: { ...page.header, ...change } })
export const fields = (...own: readonly Field[]): AnyDefinition => shown({ summary: [{ kind: 'fields', fields: own }] })
export const banner = (change: Partial<Banner>): AnyDefinition =>
  shown({ banners: [{ name: 'one', tone: 'danger', text: 'Look', when: [], ...change }] })

const otherTabs = page.tabs!.filter(({ name }) => name !== 'more')
export const more = (change: Partial<Tab>): AnyDefinition =>
  shown({ tabs: [...otherTabs, { name: 'more', label: 'More', blocks: [], ...change }] })

const deposits: TableBlock = {
  kind: 'table',
  title: 'Deposits',
  from: [{ answer: 'detail', label: 'Detail' }],
  at: '/deposits',
  columns: [{ label: 'Amount', at: '/amount', format: 'money' }],
  empty: 'None',
}
export const table = (change: Partial<TableBlock>): AnyDefinition => more({ blocks: [{ ...deposits, ...change }] })

export const profileItems =
  'gender, address, city, state, country, zipcode, phone, country_code, date_of_birth, estimated_net_worth'
export const depositItems = 'amount, status, created_at, reason'
export const requestItems = 'id, status, request_type, request_payload, response_data'
export const recordFields = 'id, name, user__email, user__id, account_no, status, is_active, close_status'
