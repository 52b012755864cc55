import 'virtual:wholeModel'

/** The chunk of the pages about access, sessions and the audit trail. */
export { AuditDrawer } from './AuditDrawer.tsx'
export { AccessPage } from './AccessPage.tsx'
export { AuditPage } from './AuditPage.tsx'
export { SessionsPage } from './SessionsPage.tsx'
