import 'virtual:wholeModel'

/** The chunk for the few people who may see what the console says about itself. */
export { DriftPage } from './DriftPage.tsx'
export { Explain } from './Explain.tsx'
