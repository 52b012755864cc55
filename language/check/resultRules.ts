import type { Result } from '../action.ts'
import type { Binding } from '../binding.ts'
import { schemaAt } from '../schema.ts'
import { type Shape, undeclared } from './answers.ts'
import { factReading } from './pagePlaces.ts'
import { entriesOf, type Finding, type Rule, type Rules, foundIf } from './problem.ts'

const factProblems = (where: string, { facts }: Result, shape: Shape): readonly Finding[] =>
  facts.flatMap((fact) => {
    const at = `${where}.${fact.label}`
    return [
      ...undeclared(at, [fact.path].flat(), shape),
      ...factReading(at, fact, shape),
      ...foundIf(
        fact.display === 'masked',
        at,
        `is shown as masked, and only a record's page can reveal it: give it no masked class`,
      ),
    ]
  })

/** Every place that a result reads must be declared in the call's answer, because undeclared values never arrive. */
function resultProblems(where: string, result: Result, called: string, { response }: Binding): readonly Finding[] {
  const schema = response?.schema
  if (schema === undefined) {
    return [{ where, message: `shows an answer that has no schema: declare bindings.${called}.schema` }]
  }
  const { path = '' } = result
  const answer: Shape = { schema, called: `the answer of ${called}` }
  const inside = schemaAt(schema, path)
  return inside === undefined
    ? undeclared(`${where}.at`, [path], answer)
    : factProblems(where, result, {
        schema: inside,
        called: path === '' ? answer.called : `'${path}' of ${answer.called}`,
      })
}

const results: Rule = ({ name, actions, bindings }) =>
  entriesOf(actions).flatMap(([action, { result, binding: called }]) => {
    const binding = bindings[called]
    return result === undefined || binding === undefined
      ? []
      : resultProblems(`${name}.actions.${action}.result`, result, called, binding)
  })

const icons: Rule = ({ name, actions }) =>
  entriesOf(actions)
    .filter(([, { icon, scope }]) => icon !== undefined && scope === 'list')
    .map(([action]) => ({
      where: `${name}.actions.${action}.icon`,
      message: `is for an action on a record: a button of the list has room for its words`,
    }))

export const resultRules: Rules = [
  ['unknown-place', results],
  ['invalid-icon', icons],
]
