import { checkModel } from '../language/check/checkModel.ts'
import { model } from '../schemas/index.ts'

const problems = checkModel(model)
for (const { where, message } of problems) console.error(`${where} ${message}`)
if (problems.length === 0) console.log(`${model.definitions.length} definitions, no problem`)
process.exitCode = problems.length === 0 ? 0 : 1
