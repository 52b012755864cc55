import { checkResources } from '../../../../../language/check/checkModel.ts'
import type { Finding } from '../../../../../language/check/problem.ts'
import type { ListResource, Resource } from '../../../../../language/resource.ts'
import type { Banner, Fact, Tab, TableBlock, ResolvedShow } from '../../../../../language/show.ts'
import {
  accountDocuments,
  accountInvestigations,
  accountRequests,
  accounts,
  achRelationships,
} from '../../../support/resources.ts'
import { ownModel } from '../../../support/ownModel.ts'

/** Mistakes of an author, each with where it is found and what is said about it. */
export type Mistakes = readonly (readonly [title: string, definition: Resource, where: string, message: string])[]

export const account = accounts
export const requests = accountRequests
export const ach = achRelationships
export const documents = accountDocuments
export const investigations = accountInvestigations
export const page = account.show!

/** What is said when one definition is written otherwise and all others are as they are, codes and guesses aside. */
export const problemsWith = (changed: Resource): readonly Finding[] =>
  checkResources(
    ownModel.definitions.map((definition) => (definition.name === changed.name ? changed : definition)),
  ).map(({ where, message }) => ({ where, message: message.replace(/; did you mean '[^']*'\?$/, '') }))

export const shown = (change: Partial<ResolvedShow>): ListResource => ({ ...account, show: { ...page, ...change } })
export const header = (change: Partial<ResolvedShow['header']>): ListResource =>
  shown({ header: { ...page.header, ...change } })
export const fields = (...own: readonly Fact[]): ListResource => shown({ summary: [{ kind: 'fields', facts: own }] })
export const banner = (change: Partial<Banner>): ListResource =>
  shown({ banners: [{ name: 'one', tone: 'danger', message: 'Look', when: [], ...change }] })

const otherTabs = page.tabs.filter(({ name }) => name !== 'more')
export const more = (change: Partial<Tab>): ListResource =>
  shown({ tabs: [...otherTabs, { name: 'more', label: 'More', blocks: [], ...change }] })

const deposits: TableBlock = {
  kind: 'table',
  title: 'Deposits',
  read: [{ name: 'detail', label: 'Detail' }],
  path: '/deposits',
  columns: [{ label: 'Amount', path: '/amount', display: 'money' }],
  emptyText: 'None',
}
export const table = (change: Partial<TableBlock>): ListResource => more({ blocks: [{ ...deposits, ...change }] })

export const profileItems =
  'gender, address, city, state, country, zipcode, phone, country_code, date_of_birth, estimated_net_worth'
export const depositItems = 'amount, status, created_at, reason'
export const requestItems = 'id, status, request_type, request_payload, response_data'
export const recordFields = 'id, name, user__email, user__id, account_no, status, is_active, close_status'
