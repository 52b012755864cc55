/** What a record's page needs, as one chunk. */
export { prefetchDetail } from '../query/detailQuery.ts'
export { ShowPage } from './ShowPage.tsx'
