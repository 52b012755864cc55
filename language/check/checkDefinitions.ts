import type { AnyDefinition } from '../defineResource.ts'
import { actionRules } from './actionRules.ts'
import { callRules } from './callRules.ts'
import { columnRules } from './columnRules.ts'
import { formRules } from './formRules.ts'
import { inputRules } from './inputRules.ts'
import { listRules } from './listRules.ts'
import { pageRules } from './pageRules.ts'
import { partRules } from './partRules.ts'
import type { Problem } from './problem.ts'
import { recordRules } from './recordRules.ts'
import { resultRules } from './resultRules.ts'
import { writingRules } from './writingRules.ts'

const rules = [
  ...recordRules,
  ...columnRules,
  ...writingRules,
  ...listRules,
  ...callRules,
  ...actionRules,
  ...inputRules,
  ...resultRules,
  ...formRules,
  ...pageRules,
  ...partRules,
]

function twice(definitions: readonly AnyDefinition[]): readonly Problem[] {
  const names = definitions.map(({ name }) => name)
  return names
    .filter((name, index) => names.indexOf(name) !== index)
    .map((name) => ({
      where: name,
      message: `stands twice in schemas/index.ts: every resource needs a name of its own`,
    }))
}

/** Everything that is wrong with the definitions, all at once; empty when they can be used. */
export const checkDefinitions = (definitions: readonly AnyDefinition[]): readonly Problem[] => [
  ...twice(definitions),
  ...definitions.flatMap((definition) => rules.flatMap((rule) => rule(definition, definitions))),
]
