import type { Extensions } from '../src/console/extensions.ts'
import type { Console } from '../schemas/console.ts'
import type { Permission } from '../schemas/shared/permissions.ts'
import { abbreviations, type Status } from '../schemas/shared/enumerations.ts'
import { coercions } from './coercions.ts'
import { formats } from './formats.ts'
import { approvalMethods } from './verification/addressApproval/approvalMethods.ts'

/** The components behind the names that this console registers. Each loads as its own chunk when it is first drawn. */
export const extensions: Extensions<Console> = {
  formats,
  coercions,
  abbreviations,
  menu: {
    groups: [
      { label: 'Accounts', screens: ['accounts', 'errorAccounts', 'alerts'] },
      { label: 'Trading', screens: ['trades', 'etradeOrders'] },
      { label: 'Masters', screens: ['treasury', 'cash', 'cryptocurrency', 'sponsors'] },
      { label: 'Support', screens: ['userRequests', 'updateUserPage', 'populateDetails'] },
    ],
    bar: { accounts: 'Accounts', trades: 'Trades', userRequests: 'User Requests' },
  },
  facts: { applicants: async () => (await import('./applicants/ApplicantFacts.tsx')).ApplicantFacts },
  methods: approvalMethods,
  blocks: {
    customerRequests: { block: async () => (await import('./requests/RequestBlock.tsx')).CustomerRequests },
    documents: { block: async () => (await import('./documents/DocumentsBlock.tsx')).DocumentsBlock },
    verification: {
      block: async () => (await import('./verification/VerificationBlock.tsx')).VerificationBlock,
      dialog: {
        content: async () => (await import('./verification/VerificationView.tsx')).VerificationView,
        link: { label: 'Open account', tab: 'documents' },
      },
    },
  },
  slots: {
    accounts: {
      show: { actions: async () => (await import('./AccountLinks.tsx')).AccountActions },
      form: { aside: async () => (await import('./support/CustomerCard.tsx')).CustomerCard },
    },
  },
  recordPages: [
    {
      resource: 'accounts',
      path: 'cip',
      title: 'CIP file',
      page: async () => (await import('./verification/cip/CipPage.tsx')).CipPage,
    },
  ],
  bannerTexts: {
    accounts: {
      documentsRequired: async () => (await import('./verification/DocumentsNeeded.tsx')).DocumentsNeeded,
      nothingRequired: async () => (await import('./verification/DocumentsNeeded.tsx')).NoneNeeded,
      actionRequired: async () => (await import('./verification/ActionNeeded.tsx')).ActionNeeded,
    },
  },
  hasWork: { accounts: async () => (await import('./documents/hasWork.ts')).hasWork },
  // In every other list some accounts may wait for their customer or the clearing firm.
  hasOnlyWork: { accounts: ({ status }) => status === ('SUBMIT_FAILED' satisfies Status<'account'>) },
  history: { accounts: async () => (await import('./history/accountHistory.ts')).accountHistory },
  routes: [
    {
      path: '/etrade/callback',
      access: 'public',
      page: async () => (await import('./BrokerageCallback.tsx')).BrokerageCallback,
    },
    {
      path: '/investments',
      access: 'signedIn',
      page: async () => (await import('./ownPages.tsx')).Profile,
      personLink: 'Account',
    },
    {
      path: '/overview',
      access: 'signedIn',
      permission: 'overview.read' satisfies Permission,
      page: async () => (await import('./overview/OverviewPage.tsx')).OverviewPage,
      menuLabel: 'Overview',
    },
    {
      path: '/enhancer/exception/:code',
      access: 'everyone',
      page: async () => (await import('./ownPages.tsx')).LegacyException,
    },
  ],
}
