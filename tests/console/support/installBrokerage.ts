import { extensions } from '../../../resources/index.tsx'
import { model } from '../../../schemas/index.ts'
import { installConsole, loadRecordParts } from '../../../src/console/installedConsole.tsx'

/** Installs the back office, for tests that draw it without its browser entry. */
installConsole({ model, extensions })
await loadRecordParts()
