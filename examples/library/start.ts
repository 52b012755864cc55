import { runCommand } from '../../server/runCommand.ts'
import { library } from './console.ts'

/** `npm run example`: on a port of its own, so it can run next to the console. */
const defaults = { PORT: '8081', DATA_DIR: 'data/library', PRODUCT_NAME: 'Lending library' }

for (const [name, value] of Object.entries(defaults)) process.env[name] ??= value
await runCommand(library, process.argv[2])
