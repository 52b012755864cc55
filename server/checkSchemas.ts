import { definitions, screens } from '../schemas/index.ts'
import { checkDefinitions } from '../language/check/checkDefinitions.ts'
import { checkScreens } from '../language/check/checkScreens.ts'

const problems = [...checkDefinitions(definitions), ...checkScreens(screens, definitions)]
for (const { where, message } of problems) console.error(`${where} ${message}`)
if (problems.length === 0) console.log(`${definitions.length} definitions, no problem`)
process.exitCode = problems.length === 0 ? 0 : 1
