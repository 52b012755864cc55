import 'virtual:wholeModel'

/** The chunk of a record's page. */
export { loadDetail, prefetchDetail } from '../query/detailQuery.ts'
export { ShowPage } from './ShowPage.tsx'
