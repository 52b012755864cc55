import { extensions } from '../../resources/index.tsx'
import { model } from '../../schemas/index.ts'
import { installConsole } from '../../src/console/installedConsole.tsx'

// For tests that draw the console without its browser entry.
installConsole({ model, extensions })
