import type { Input, Step } from '../input.ts'
import { firstOf } from '../orderedInputs.ts'
import type { Resource } from '../resource.ts'
import { entriesOf, joinNames, type Rule, type Rules } from './problem.ts'

type Inputs = Readonly<Record<string, Input>>

/** What would leave a field out, ask for it twice, or draw a range in two places. */
function problemsOf(steps: readonly Step[], inputs: Inputs): readonly string[] {
  const asked = Object.keys(inputs)
  const named = steps.flatMap(({ fields }) => fields)
  const stepOf = (name: string | undefined) => steps.find(({ fields }) => fields.some((each) => each === name))
  return [
    ...named
      .filter((name) => !asked.includes(name))
      .map((name) => `has '${name}', which is not asked; asked are: ${joinNames(asked, name)}`),
    ...asked.filter((name) => !named.includes(name)).map((name) => `lacks '${name}': add it to one of the steps`),
    ...asked
      .filter((name) => named.indexOf(name) !== named.lastIndexOf(name))
      .map((name) => `has '${name}' twice: leave it in one of the steps`),
    ...steps
      .filter(({ fields }) => fields.length === 0)
      .map(({ title }) => `has '${title}' without fields: remove the step`),
    ...asked.flatMap((name) => {
      const first = firstOf(inputs[name]) ?? ''
      const isDivided = asked.includes(first) && stepOf(first) !== stepOf(name)
      return isDivided ? [`has '${name}' in another step than '${first}': the two are drawn as one range`] : []
    }),
  ]
}

/** Everything of a definition that may ask in steps, with its place. */
function askedInSteps({ actions, form }: Resource) {
  const asking = entriesOf(actions).map(([action, { isForm, input, steps = [] }]) => ({
    place: isForm === true ? 'form.steps' : `actions.${action}.steps`,
    inputs: input,
    steps,
  }))
  return form === null ? asking : [{ place: 'steps', inputs: form.fields, steps: form.steps ?? [] }]
}

const stepsFit: Rule = (resource) =>
  askedInSteps(resource)
    .filter(({ steps }) => steps.length > 0)
    .flatMap(({ place, steps, inputs }) =>
      problemsOf(steps, inputs).map((message) => ({ where: `${resource.name}.${place}`, message })),
    )

export const stepRules: Rules = [['invalid-step', stepsFit]]
