import type { Status } from '../shared/enumerations.ts'
import type { Block, ShowDefinition } from '../../language/authored/show.ts'
import type { Console } from '../console.ts'
import { accountBanners } from './accountBanners.ts'
import type { accountRow } from './accountRow.ts'

const incomeAndWorth = ['/account/0/investment_profile/annualIncomeUSD', '/profile/0/estimated_net_worth'] as const

const details = [
  {
    kind: 'facts',
    title: 'Identity',
    widget: 'applicants',
    facts: [
      { path: ['/account/0/first_name', '/account/0/last_name'] },
      '/profile/0/date_of_birth',
      '/account/0/ss_number',
      '/account/0/citizenship',
      '/profile/0/gender',
      '/account/0/marital_status',
    ],
  },
  {
    kind: 'facts',
    title: 'Contact',
    widget: 'applicants',
    facts: ['/account/0/email', '/account/0/apex_email', { path: ['/profile/0/country_code', '/profile/0/phone'] }],
  },
  {
    kind: 'facts',
    title: 'Address',
    widget: 'applicants',
    exists: ['/profile/0', '/joint_user'],
    facts: ['/profile/0/address', '/profile/0/city', '/profile/0/state', '/profile/0/zipcode', '/profile/0/country'],
  },
] as const satisfies readonly Block<Console>[]

const disclosures = [
  {
    kind: 'facts',
    title: 'Control person',
    widget: 'applicants',
    facts: ['/account/0/is_control_person', '/account/0/stock_name'],
  },
  {
    kind: 'facts',
    title: 'Affiliation',
    widget: 'applicants',
    facts: [
      '/account/0/is_affiliated_exchange_finra',
      '/account/0/firm_name',
      '/account/0/upload_407',
      '/account/0/upload_3210',
      '/account/0/upload_ria',
    ],
  },
  {
    kind: 'facts',
    title: 'Political exposure',
    widget: 'applicants',
    facts: ['/account/0/is_political_exposed', '/account/0/political_organization'],
  },
] as const satisfies readonly Block<Console>[]

const employment = [
  {
    kind: 'facts',
    title: 'Employment',
    facts: ['/account/0/employer_name', '/account/0/occupation', ...incomeAndWorth],
  },
] as const satisfies readonly Block<Console>[]

const linkedAccount = [
  {
    kind: 'facts',
    title: 'Linked Account',
    exists: '/bank/0',
    facts: ['/bank/0/bank_name', '/bank/0/bank_account_owner_name', '/bank/0/bank_account_no'],
  },
] as const satisfies readonly Block<Console>[]

const transactions = [
  {
    kind: 'table',
    title: 'Deposits',
    binding: [
      { name: 'transactions', label: 'From the trade service' },
      { name: 'getOne', label: "From the account's detail" },
    ],
    path: '/deposits',
    columns: ['/amount', '/status', '/created_at', '/reason'],
    emptyText: 'No deposits',
  },
  {
    kind: 'table',
    title: 'Trades',
    binding: [{ name: 'transactions', label: 'From the trade service' }],
    path: '/trade_line_data',
    columns: ['/ticker', '/order_type', '/quantity', '/order_price', '/order_status', '/trade_date'],
    emptyText: 'No trades',
  },
] as const satisfies readonly Block<Console>[]

const more = [
  {
    kind: 'facts',
    title: 'Record',
    facts: ['/account/0/id', '/account/0/user_id', '/account/0/customer_type', '/joint_user/joint_upload_file_type'],
  },
  {
    kind: 'table',
    title: 'Holdings',
    path: '/holdings',
    columns: ['/ticker', '/security_type', '/quantity', '/price'],
    emptyText: 'None populated',
  },
  { kind: 'facts', title: 'Portfolio', exists: '/portfolio', facts: ['/portfolio/positions', '/portfolio/value'] },
  { kind: 'raw', title: 'Raw data', permission: 'accounts.inspect' },
] as const satisfies readonly Block<Console>[]

/** The page of one account (account review, section 2 'Account detail'; D-61 to D-95; its tabs: D-77, D-88). */
export const accountPage = {
  path: '/account/{id}',
  exists: '/account/0',
  workTab: 'documents',
  record: {
    name: '/account/0/name',
    user__email: '/account/0/email',
    user__id: '/account/0/user_id',
    account_no: '/account/0/account_no',
    status: '/account/0/status',
    is_active: '/account/0/is_active',
    // The newest request to close the account.
    close_status: {
      path: '/request',
      when: { request_type: 'CLOSE_ACCOUNT' },
      sort: '-id',
      field: 'status',
    },
  },
  title: '/account/0/name',
  status: '/account/0/status',
  facts: [
    '/account/0/email',
    '/account/0/account_no',
    '/account/0/user_id',
    { path: '/account/0/customer_type', label: 'Type' },
    '/account/0/is_active',
  ],
  actions: ['resubmit', 'activate', 'deactivate', 'closeAccount', 'markTest', 'restrictUser', 'restrictSsn'],
  blocks: [
    ...accountBanners,
    {
      kind: 'facts',
      title: 'Investment Profile',
      facts: [
        ...incomeAndWorth,
        '/account/0/investment_exprience',
        '/account/0/time_horizon',
        '/account/0/liquidity_needs',
      ],
    },
    {
      kind: 'tabs',
      tabs: [
        { name: 'details', label: 'Account Details', blocks: details },
        { name: 'disclosures', label: 'Disclosures', blocks: disclosures },
        { name: 'employment', label: 'Employment', blocks: employment },
        {
          name: 'documents',
          label: 'Documents',
          count: { path: '/snaps', when: { status: 'uploaded' satisfies Status<'document'> } },
          blocks: [
            { kind: 'part', resource: 'accountDocuments', widget: 'documents' },
            { kind: 'part', resource: 'accountInvestigations', widget: 'verification' },
          ],
        },
        { name: 'linked-account', label: 'Linked Account', blocks: linkedAccount },
        {
          name: 'requests',
          label: 'Requests',
          count: {
            path: '/request',
            when: { response_data: { exists: false }, status: 'REQUESTED' satisfies Status<'request'> },
          },
          blocks: [{ kind: 'part', resource: 'accountRequests', widget: 'customerRequests' }],
        },
        { name: 'transactions', label: 'Recent Transactions', binding: 'transactions', blocks: transactions },
        { name: 'more', label: 'More', blocks: more },
        { name: 'history', label: 'History', blocks: [{ kind: 'history' }] },
      ],
    },
    { kind: 'part', resource: 'achRelationships' },
  ],
  poll: { close_status: ['SENT', 'INPROGRESS', 'PENDING'] },
} as const satisfies ShowDefinition<keyof typeof accountRow.properties, string, Console>
