import { runCommand } from '../server/runCommand.ts'

const load = async () => (await import('./console.ts')).backOffice

await runCommand({ schemas: 'schemas', load }, process.argv[2])
