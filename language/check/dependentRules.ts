import { objectOf, type Input } from '../input.ts'
import { fieldsOfPredicate } from '../predicate.ts'
import type { ResolvedBinding, Resource } from '../resource.ts'
import { leavesOf, type Source } from '../binding.ts'
import type { FieldSchema } from '../schema.ts'
import { placeholdersOf } from '../template.ts'
import { entriesOf, type Finding, joinNames, type Rule, type Rules } from './problem.ts'

/** The inputs of an action or a form, the place of one of them, and the call that sends them. */
export interface Asking {
  readonly inputs: Readonly<Record<string, Input>>
  readonly placeOf: (input: string) => string
  readonly binding: ResolvedBinding | undefined
  /** The inputs without which the service takes nothing. */
  readonly needed: readonly string[]
}

/** The members of groups and rows at any depth, those of each object together. */
const innerAskings = (inputs: Asking['inputs'], place: string): readonly Asking[] =>
  entriesOf(inputs).flatMap(([name, { members, row }]) => {
    const inner = members ?? row?.members
    if (inner === undefined) return []
    const typed = Object.entries(inner).filter(([, { control }]) => control !== 'masked')
    const own = { inputs: Object.fromEntries(typed), binding: undefined, needed: [] }
    const at = `${place}.${name}`
    return [{ ...own, placeOf: (member: string) => `${at}.${member}.when` }, ...innerAskings(own.inputs, at)]
  })

/** Everything that a definition asks people for. */
export function askingsIn({ actions, bindings, form, record }: Resource): readonly Asking[] {
  const asked = entriesOf(actions).flatMap(([action, { input, binding, isForm, scope }]): readonly Asking[] => [
    {
      inputs: input,
      placeOf: (name) => (isForm === true ? `form.when.${name}` : `actions.${action}.input.${name}.when`),
      binding: bindings[binding],
      needed: isForm === true && scope === 'list' ? (record.required ?? []) : [],
    },
    ...innerAskings(input, isForm === true ? 'record' : `actions.${action}.input`),
  ])
  if (form === null) return asked
  const own: Asking = {
    inputs: form.fields,
    placeOf: (name) => `fields.${name}.when`,
    binding: bindings['submit'],
    needed: [],
  }
  return [...asked, own, ...innerAskings(form.fields, 'fields')]
}

/** The inputs that the condition of one depends on, through those of others too. */
function dependsOn(
  inputs: Asking['inputs'],
  name: string,
  found: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  return fieldsOfPredicate(inputs[name]?.when).reduce(
    (all, field) => (all.has(field) ? all : dependsOn(inputs, field, new Set([...all, field]))),
    found,
  )
}

const nameOf = (source: Source): string | undefined =>
  'input' in source ? source.input : 'field' in source ? source.field : undefined

/** The values that a call cannot leave out: those of its address, and the items of a list. */
const fixedIn = ({ call, query, body }: ResolvedBinding): readonly (string | undefined)[] => [
  ...placeholdersOf(call.slice(call.indexOf('}') + 1)),
  ...leavesOf({ ...query, ...body }).flatMap(([wire, source]) => (/\.\d+(\.|$)/.test(wire) ? [nameOf(source)] : [])),
]

const hasDefault = (input: Input | undefined): boolean =>
  typeof input?.schema === 'object' && input.schema.default !== undefined

function problemsOf({ inputs, binding, needed }: Asking, name: string): readonly string[] {
  const fields = fieldsOfPredicate(inputs[name]?.when)
  const others = Object.keys(inputs).filter((other) => other !== name)
  const isFixed = needed.includes(name) || (binding !== undefined && fixedIn(binding).includes(name))
  return [
    ...fields
      .filter((field) => !others.includes(field))
      .map((field) => `names '${field}', which is no other field there; fields are: ${joinNames(others, field)}`),
    ...(dependsOn(inputs, name).has(name) && !fields.includes(name)
      ? [`depends on itself, through ${joinNames(fields)}: an input in a circle can never be shown first`]
      : []),
    ...(isFixed
      ? [`may hide a value that is always sent: make it optional for the service, or remove the condition`]
      : []),
    ...[name, ...fields]
      .filter((field) => hasDefault(inputs[field]))
      .map((field) => `needs to know whether '${field}' is filled in: remove the default of its schema`),
  ]
}

const conditionsAreSound: Rule = (definition) =>
  askingsIn(definition).flatMap((asking) =>
    entriesOf(asking.inputs)
      .filter(([, { when }]) => when !== undefined)
      .flatMap(([name]): readonly Finding[] =>
        problemsOf(asking, name).map((message) => ({
          where: `${definition.name}.${asking.placeOf(name)}`,
          message,
        })),
      ),
  )

/** A condition in a schema is about the fields next to it in their object; outside of objects it is said elsewhere. */
const conditionsAreInside: Rule = ({ name, record, actions, form, list }) => {
  const outer = (schemas: Readonly<Record<string, FieldSchema>>, place: string, remedy: string) =>
    entriesOf(schemas)
      .filter(([, schema]) => objectOf(schema).when !== undefined)
      .map(([field]) => ({
        where: `${name}.${place}.${field}.when`,
        message: `does nothing outside of an object: ${remedy}`,
      }))
  const asked = entriesOf(actions).flatMap(([action, { input, isForm }]) =>
    isForm === true
      ? []
      : outer(schemasOf(input), `actions.${action}.input`, `say it next to the schema, in 'when' of the input`),
  )
  return [
    ...(form === null ? outer(record.properties, 'record', `say it in 'form.when'`) : []),
    ...outer(schemasOf(form?.fields ?? {}), 'fields', `say it next to the schema, in 'when' of the field`),
    ...outer(list?.filters ?? {}, 'list.filter', `filters are always shown; remove it`),
    ...asked,
  ]
}

const schemasOf = (inputs: Asking['inputs']): Readonly<Record<string, FieldSchema>> =>
  Object.fromEntries(Object.entries(inputs).map(([name, { schema }]) => [name, schema]))

/** Rules about inputs that are shown by the values of others. */
export const dependentRules: Rules = [
  ['invalid-dependence', conditionsAreSound],
  ['invalid-dependence', conditionsAreInside],
]
