/** The chunk of the pages about access and sessions. */
export { AccessPage } from './AccessPage.tsx'
export { SessionsPage } from './SessionsPage.tsx'
