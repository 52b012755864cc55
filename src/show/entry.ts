/** What a record's page needs, as one chunk. */
export { prefetchDetail } from './detailQuery.ts'
export { ShowPage } from './ShowPage.tsx'
