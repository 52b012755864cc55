import type { Resource } from '../language/resource.ts'
import type { Verb } from '../language/operations.ts'

/** react-admin's methods that no definition binds. */
export type UnboundVerb = 'getManyReference' | 'updateMany' | 'deleteMany'

const actionsOf = ({ actions, bindings }: Resource, verb: string): readonly string[] =>
  Object.hasOwn(bindings, verb)
    ? Object.entries(actions).flatMap(([name, { binding }]) => (binding === verb ? [name] : []))
    : []

/** The error of calling a method that the definition does not bind: what is wrong, and what to call instead. */
export function unboundError(definition: Resource, verb: UnboundVerb | Verb): Error {
  const { name, partOf } = definition
  if (partOf !== null && ['list', 'listFiltered', 'getOne'].includes(verb)) {
    const message = `${name} declares no binding for ${verb}: its records come with ${partOf.resource}`
    return new Error(`${message}, call getOne('${partOf.resource}', { id }) and readPart`)
  }
  const actions = actionsOf(definition, verb)
  return new Error(
    actions.length === 0
      ? `${definition.name} declares no binding for ${verb}`
      : `${definition.name} binds ${verb} to actions only: call action('${definition.name}', { name }) with one of ${actions.join(', ')}`,
  )
}
