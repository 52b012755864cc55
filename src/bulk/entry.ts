/** The chunk of lists with actions on several records: the checkboxes, and the bar that runs the actions. */
export { BulkBar } from './BulkBar.tsx'
export { SelectPage, SelectRecord } from './SelectRecord.tsx'
