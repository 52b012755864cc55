import { extensions } from '../../resources/index.tsx'
import { model } from '../../schemas/index.ts'
import { installConsole, loadRecordParts } from '../../src/console/installedConsole.tsx'

/** Installs the back office, for tests that draw it without its browser entry and for those that had installed another. */
export const installBrokerage = (): void => installConsole({ model, extensions })

installBrokerage()
await loadRecordParts()
