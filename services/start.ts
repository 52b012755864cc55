import { runCommand } from '../server/runCommand.ts'
import { backOffice } from './console.ts'

await runCommand(backOffice, process.argv[2])
