import type { ShowDefinition } from '../../language/show.ts'
import { accountTabs } from './accountTabs.ts'

/** The page of one account (account review, section 2 'Account detail'; D-61 to D-95). */
export const accountPage = {
  exists: '/account/0',
  record: {
    name: '/account/0/name',
    user__email: '/account/0/email',
    user__id: '/account/0/user_id',
    account_no: '/account/0/account_no',
    status: '/account/0/status',
    is_active: '/account/0/is_active',
    close_status: { newest: '/request', by: 'id', where: { request_type: 'CLOSE_ACCOUNT' }, take: 'status' },
  },
  listRow: {
    search: ['/account/0/account_no', '/account/0/email'],
    fields: ['user__is_test', 'is_restricted', 'apex_account_restricted'],
  },
  header: {
    title: '/account/0/name',
    status: { at: '/account/0/status', tones: 'account' },
    facts: [
      { label: 'Email ID', at: '/account/0/email' },
      { label: 'Account Number', at: '/account/0/account_no', format: 'code' },
      { label: 'User ID', at: '/account/0/user_id', format: 'code' },
      { label: 'Type', at: '/account/0/customer_type', format: 'words' },
      { label: 'Active', at: '/account/0/is_active', format: 'flag' },
    ],
    actions: ['resubmit', 'activate', 'deactivate', 'closeAccount'],
    switches: ['user__is_test', 'is_restricted', 'apex_account_restricted'],
  },
  applicants: [
    { label: 'Primary', name: ['/account/0/first_name', '/account/0/last_name'], exists: '/account/0' },
    {
      label: 'Secondary',
      name: ['/joint_user/joint_first_name', '/joint_user/joint_last_name'],
      exists: '/joint_user',
    },
  ],
  banners: [
    {
      name: 'documentsRequired',
      tone: 'danger',
      text: 'This account is suspended: a rejected check requires documents.',
      when: [
        { some: '/account/*', is: { status: 'SUSPENDED' } },
        {
          from: 'verification',
          some: '/result/investigations/*/cipCategories/*',
          is: { categoryState: 'REJECTED', requestedDocuments: { present: true } },
        },
      ],
      unread: "Couldn't load whether documents are required.",
      link: { label: 'Go to Documents', tab: 'documents' },
    },
    {
      name: 'redFlags',
      tone: 'advisory',
      text: 'Look twice: the e-mail differs from the one at the clearing firm, a bank was changed within 30 days, and a request is open.',
      when: [
        { some: '/account/*', is: { email: { differsFrom: 'apex_email' } } },
        { some: '/ach/*', is: { creation_time: { withinDays: 30 } } },
        { some: '/request/*', is: { response_data: { present: false }, status: { not: ['APPROVED', 'REJECTED'] } } },
      ],
      link: { label: 'Go to Requests', tab: 'requests' },
    },
    {
      name: 'affiliatedWithoutLetter',
      tone: 'advisory',
      text: 'The applicant is affiliated with an exchange or FINRA member, and no letter (407 or 3210) is on file.',
      when: [
        {
          some: '/account/*',
          is: {
            is_affiliated_exchange_finra: true,
            upload_407: { present: false },
            upload_3210: { present: false },
          },
        },
      ],
      link: { label: 'Go to Disclosures', tab: 'disclosures' },
    },
    {
      name: 'secondAffiliatedWithoutLetter',
      tone: 'advisory',
      text: 'The second applicant is affiliated with an exchange or FINRA member, and no letter is on file.',
      when: [
        { some: '/joint_user', is: { joint_is_affiliated_exchange_finra: true, joint_upload: { present: false } } },
      ],
      link: { label: 'Go to Disclosures', tab: 'disclosures' },
    },
  ],
  summary: [
    {
      kind: 'fields',
      title: 'Investment Profile',
      fields: [
        {
          label: 'Annual income',
          at: '/account/0/investment_profile',
          inside: '/annualIncomeUSD',
          format: 'incomeBand',
        },
        { label: 'Estimated net worth', at: '/profile/0/estimated_net_worth', format: 'money' },
        { label: 'Investment experience', at: '/account/0/investment_exprience', format: 'words' },
        { label: 'Time horizon', at: '/account/0/time_horizon', format: 'words' },
        { label: 'Liquidity needs', at: '/account/0/liquidity_needs', format: 'words' },
      ],
    },
  ],
  tabs: accountTabs,
  below: [{ kind: 'part', part: 'achRelationships' }],
  refresh: { while: { close_status: ['SENT', 'INPROGRESS', 'PENDING'] }, everyMs: 3000 },
} as const satisfies ShowDefinition
