import { extensions } from '../../../resources/index.tsx'
import { installConsole, loadRecordParts } from '../../../src/console/installedConsole.tsx'
import { ownModel } from './ownModel.ts'

/** Installs the back office, for tests that draw it without its browser entry. */
installConsole({ model: ownModel, extensions })
await loadRecordParts()
