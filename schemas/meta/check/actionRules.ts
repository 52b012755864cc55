import type { AnyAction, AnyDefinition } from '../defineResource.ts'
import { placeholdersOf } from '../template.ts'
import { entriesOf, nearest, type Rule } from './problem.ts'

const fieldsOf = (definition: AnyDefinition): readonly string[] => Object.keys(definition.record.properties)

const textsOf = (action: AnyAction): readonly string[] => {
  const { confirm, success, unchanged } = action
  const asked =
    typeof confirm === 'string' ? [confirm] : confirm === undefined ? [] : [confirm.title, confirm.body ?? '']
  return [...asked, typeof success === 'string' ? success : success.otherwise, unchanged ?? '']
}

const templatesFill: Rule = (definition) =>
  entriesOf(definition.actions).flatMap(([action, declared]) =>
    textsOf(declared)
      .flatMap(placeholdersOf)
      .filter((placeholder) => declared.scope === 'list' || !fieldsOf(definition).includes(placeholder))
      .map((placeholder) => ({
        where: `${definition.name}.actions.${action}`,
        message: `says {${placeholder}}, which no record has; fields are: ${nearest(fieldsOf(definition))}`,
      })),
  )

const actionNames: Rule = ({ name, actions }) =>
  entriesOf(actions)
    .filter(([action]) => action === 'list' || action === 'getOne' || !/^[a-z][A-Za-z0-9]*$/.test(action))
    .map(([action]) => ({
      where: `${name}.actions.${action}`,
      message: `is not a usable name: start with a lower-case letter, and not 'list' or 'getOne'`,
    }))

const expectationsSpeak: Rule = ({ name, actions }) =>
  entriesOf(actions)
    .filter(([, action]) => (action.expect === undefined) !== (action.unchanged === undefined))
    .map(([action]) => ({
      where: `${name}.actions.${action}`,
      message: `needs 'expect' and 'unchanged' together: what to look for, and what to say`,
    }))

const inputsExist: Rule = ({ name, actions, bindings }) =>
  entriesOf(actions).flatMap(([action, declared]) => {
    const binding = bindings[declared.binding]
    if (binding === undefined)
      return [
        {
          where: `${name}.actions.${action}`,
          message: `uses binding '${declared.binding}', declared are: ${nearest(Object.keys(bindings))}`,
        },
      ]
    return entriesOf({ ...binding.query, ...binding.body }).flatMap(([wire, source]) =>
      'input' in source && declared.input?.[source.input] === undefined
        ? [
            {
              where: `${name}.actions.${action}.input`,
              message: `lacks '${source.input}', which ${declared.binding} sends as '${wire}'`,
            },
          ]
        : [],
    )
  })

/** Rules about actions. */
export const actionRules: readonly Rule[] = [templatesFill, actionNames, expectationsSpeak, inputsExist]
