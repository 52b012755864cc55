import { lazyComponent } from '../ui/lazyComponent.tsx'

const load = () => import('../bulk/entry.ts')

/** The checkbox of a row. A separate chunk: few lists have actions on several records. */
export const SelectRecord = lazyComponent(async () => (await load()).SelectRecord, null)

/** The checkbox of all rows of the page. */
export const SelectPage = lazyComponent(async () => (await load()).SelectPage, null)
