import 'virtual:wholeModel'

/** The chunk for people who take part in approvals. */
export { ApprovalsPage } from './ApprovalsPage.tsx'
export { WaitingCount, WaitingNotice, WaitingRead } from './WaitingNotice.tsx'
