/** The chunk of a record's page. */
export { prefetchDetail } from '../query/detailQuery.ts'
export { ShowPage } from './ShowPage.tsx'
