import { runCommand } from '../../server/runCommand.ts'

/** `npm run example`: on a port of its own, so it can run next to the console. */
const defaults = { PORT: '8081', DATA_DIR: 'data/library', PRODUCT_NAME: 'Lending library' }

for (const [name, value] of Object.entries(defaults)) process.env[name] ??= value

const load = async () => (await import('./console.ts')).library

await runCommand({ schemas: 'examples/library/schemas', load }, process.argv[2])
