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
  'accounts.export',
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

/** Everything a member of staff can be allowed to do. A binding names one of these; there is no default. */
export const permissions = [...readOnly, ...reviewing, ...operating] as const

/** One thing a member of staff can be allowed to do. */
export type Permission = (typeof permissions)[number]

/** Who may do what. The gateway enforces it, the screens mirror it. */
export const roles = {
  admin: permissions,
  operations: permissions,
  reviewer: [...readOnly, ...reviewing],
  viewer: readOnly,
  '*': readOnly,
} as const satisfies Readonly<Record<string, readonly Permission[]>>
