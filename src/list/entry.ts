/** What a list's address needs: the page, and the way to ask for its records beforehand. One chunk holds both. */
export { ListPage } from './ListPage.tsx'
export { prefetchList } from '../query/listQuery.ts'
