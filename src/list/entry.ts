/** The chunk behind a list's address: the page, and the prefetch of its records. */
export { ListPage } from './ListPage.tsx'
export { prefetchList } from '../query/listQuery.ts'
