import { accountDocuments } from '../../../../schemas/accountDocuments.ts'
import { accountInvestigations } from '../../../../schemas/accountInvestigations.ts'
import { accountRequests } from '../../../../schemas/accountRequests.ts'
import { accounts } from '../../../../schemas/accounts.ts'
import { achRelationships } from '../../../../schemas/achRelationships.ts'
import { definitions } from '../../../../schemas/index.ts'
import { checkResources } from '../../../../language/check/checkDefinitions.ts'
import type { Problem } from '../../../../language/check/problem.ts'
import type { Definition, NestedDefinition, ResourceDefinition } from '../../../../language/definition.ts'
import { nestedHasNoPage } from '../../../../language/check/partRules.ts'
import { resolve } from '../../../../language/resolve.ts'
import type { FormResource } from '../../../../language/resource.ts'
import type { ShowDefinition } from '../../../../language/show.ts'
import type { Banner, Field, Tab, TableBlock } from '../../../../language/show.ts'

/** Mistakes of an author, each with where it is found and what is said about it. */
export type Mistakes = readonly (readonly [
  title: string,
  definition: Definition | FormResource,
  where: string,
  message: string,
])[]

export const account: ResourceDefinition = accounts
export const requests: NestedDefinition = accountRequests
export const ach: NestedDefinition = achRelationships
export const documents: NestedDefinition = accountDocuments
export const investigations: NestedDefinition = accountInvestigations
export const page = account.show!

/** What is said when one definition is written otherwise and all others are as they are. */
export function problemsWith(changed: Definition | FormResource): readonly Problem[] {
  const own = 'kind' in changed ? changed : resolve(changed)
  return [
    ...('partOf' in changed && !('kind' in changed) ? nestedHasNoPage(changed) : []),
    ...checkResources(definitions.map((definition) => (definition.name === own.name ? own : definition))),
  ]
}

export const shown = (change: Partial<ShowDefinition>): ResourceDefinition => ({
  ...account,
  show: { ...page, ...change },
})
export const header = (change: Partial<ShowDefinition['header']>): ResourceDefinition =>
  shown({ header: { ...page.header, ...change } })
export const fields = (...own: readonly Field[]): ResourceDefinition =>
  shown({ summary: [{ kind: 'fields', fields: own }] })
export const banner = (change: Partial<Banner>): ResourceDefinition =>
  shown({ banners: [{ name: 'one', tone: 'danger', text: 'Look', when: [], ...change }] })

const otherTabs = page.tabs!.filter(({ name }) => name !== 'more')
export const more = (change: Partial<Tab>): ResourceDefinition =>
  shown({ tabs: [...otherTabs, { name: 'more', label: 'More', blocks: [], ...change }] })

const deposits: TableBlock = {
  kind: 'table',
  title: 'Deposits',
  from: [{ answer: 'detail', label: 'Detail' }],
  at: '/deposits',
  columns: [{ label: 'Amount', at: '/amount', format: 'money' }],
  empty: 'None',
}
export const table = (change: Partial<TableBlock>): ResourceDefinition => more({ blocks: [{ ...deposits, ...change }] })

export const profileItems =
  'gender, address, city, state, country, zipcode, phone, country_code, date_of_birth, estimated_net_worth'
export const depositItems = 'amount, status, created_at, reason'
export const requestItems = 'id, status, request_type, request_payload, response_data'
export const recordFields = 'id, name, user__email, user__id, account_no, status, is_active, close_status'
