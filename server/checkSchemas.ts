import { definitions } from '../schemas/index.ts'
import { checkDefinitions } from '../schemas/meta/check/checkDefinitions.ts'

const problems = checkDefinitions(definitions)
for (const { where, message } of problems) console.error(`${where} ${message}`)
if (problems.length === 0) console.log(`${definitions.length} definitions, no problem`)
process.exitCode = problems.length === 0 ? 0 : 1
