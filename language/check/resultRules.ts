import { schemaAt } from '../schema.ts'
import type { JSONSchema } from 'json-schema-to-ts'
import type { Result } from '../action.ts'
import type { Binding } from '../binding.ts'
import { undeclared, type Shape } from './answers.ts'
import { factReading } from './blockPlaces.ts'
import { entriesOf, type Problem, type Rule } from './problem.ts'

const factProblems = (where: string, { facts }: Result, shape: Shape): readonly Problem[] =>
  facts.flatMap((fact) => {
    const at = `${where}.${fact.label}`
    return [
      ...undeclared(at, [fact.path].flat(), shape),
      ...factReading(at, fact, shape),
      ...(fact.display === 'masked'
        ? [
            {
              where: at,
              message: `is shown as masked, and only a record's page can reveal it: give it no masked class`,
            },
          ]
        : []),
    ]
  })

/** Every place that a result reads is declared in the call's answer: whatever is not never arrives. */
function resultProblems(where: string, result: Result, called: string, { response }: Binding): readonly Problem[] {
  const schema = response?.schema as JSONSchema | undefined
  if (schema === undefined) {
    return [{ where, message: `shows an answer that nobody describes: declare bindings.${called}.schema` }]
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

/** Rules about what actions look like and what they show of their answer. */
export const resultRules: readonly Rule[] = [results, icons]
