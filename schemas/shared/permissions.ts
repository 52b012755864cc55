const readOnly = [
  'accounts.read',
  'tickers.read',
  'trades.read',
  'orders.read',
  'sponsors.read',
  'errorAccounts.read',
  'alerts.read',
] as const
const reviewing = [
  'accounts.markTest',
  'accounts.resubmit',
  'accounts.reveal',
  'documents.download',
  'documents.upload',
  'documents.review',
  'verification.decide',
  'verification.autoApprove',
  'tickers.approve',
  'support.lookUp',
  'support.populate',
] as const
const operating = [
  'overview.read',
  'views.share',
  'accounts.export',
  'trades.export',
  'sponsors.export',
  'errorAccounts.export',
  'accounts.restrictUser',
  'accounts.restrictSsn',
  'accounts.updateStatus',
  'accounts.close',
  'accounts.inspect',
  'requests.decide',
  'ach.cancel',
  'tickers.create',
  'tickers.edit',
  'tickers.delete',
  'support.access',
  'support.restore',
  'support.unlinkBank',
  'support.unregister',
  'support.deleteData',
  'support.changeEmail',
  'support.updateUser',
  'support.uploadTrades',
] as const

const administering = ['staff.administer', 'audit.read', 'audit.settle'] as const

/** All staff permissions. A binding names one of these; there is no default. */
export const permissions = [...readOnly, ...reviewing, ...operating, ...administering] as const

export type Permission = (typeof permissions)[number]

/** The permissions by role. The gateway enforces them, and the screens follow them. */
export const roles = {
  admin: permissions,
  operations: [...readOnly, ...reviewing, ...operating],
  reviewer: [...readOnly, ...reviewing],
  viewer: readOnly,
  '*': readOnly,
} as const satisfies Readonly<Record<string, readonly Permission[]>>

/** What is used only shortly after a sign-in: it cannot be undone, or takes many customers' data out (S-27). */
export const freshSignIn: readonly Permission[] = [
  'accounts.close',
  'accounts.export',
  'accounts.restrictSsn',
  'errorAccounts.export',
  'sponsors.export',
  'support.changeEmail',
  'support.deleteData',
  'support.unregister',
  'trades.export',
]
