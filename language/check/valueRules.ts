import { isMoment, itemsOf } from '../input.ts'
import { isNumberFormat } from '../format.ts'
import type { FieldSchema } from '../schema.ts'
import { schemasOf } from './personalRules.ts'
import { entriesOf, joinNames, type Rule, type Rules } from './problem.ts'

type Schema = Exclude<FieldSchema, boolean>

const enumOf = ({ enum: listed }: Schema): readonly unknown[] => (Array.isArray(listed) ? listed : [])

/** A rule that says of each schema of a definition what is wrong with it. */
const ofSchemas =
  (flawsOf: (schema: Schema) => string | readonly string[]): Rule =>
  (definition) =>
    schemasOf(definition).flatMap(([where, schema]) => [flawsOf(schema)].flat().map((message) => ({ where, message })))

const choicesDiffer = ofSchemas((schema) =>
  enumOf(schema)
    .filter((value, index, all) => all.indexOf(value) !== index)
    .map(
      (value) => `has ${JSON.stringify(value)} twice in its enum: remove one of them, or write the value that is meant`,
    ),
)

/** The values of a schema as labels name them; `undefined` when it does not list them. */
function labelledValues(schema: Schema): readonly string[] | undefined {
  const listed = [...enumOf(schema), ...enumOf(itemsOf(schema))]
  if (listed.length > 0) return listed.map(String)
  return [schema.type].flat().includes('boolean') ? ['true', 'false'] : undefined
}

/**
 * A label of no value is never read, and the value that it was meant for is shown as the service writes it. Where every
 * value has a label, the others belong to another field that shares them.
 */
const labelsMatch = ofSchemas((schema) => {
  const values = labelledValues(schema)
  const isWhole = values?.every((value) => value === 'null' || Object.hasOwn(schema.labels ?? {}, value)) === true
  if (values === undefined || isWhole) return []
  return entriesOf(schema.labels)
    .filter(([value]) => !values.includes(value))
    .map(([value]) => `has a label for '${value}', which it never is; its values are: ${joinNames(values, value)}`)
})

/** Why values of a schema can't be shown as amounts; `undefined` when they can, or are not shown so. */
export function amountFlaw(schema: FieldSchema | undefined, display: string | undefined): string | undefined {
  if (typeof schema !== 'object' || !isNumberFormat(display)) return undefined
  const { type, format } = schema
  const said = `is shown as '${display}', which is for numbers, and its value is`
  if (format !== undefined)
    return `${said} of the format '${format}': ${format.startsWith('date') ? `write display: '${format === 'date' ? 'date' : 'dateTime'}'` : 'leave the display out'}`
  if (isMoment(schema)) return `${said} a moment: write display: 'dateTime'`
  return [type].flat().includes('boolean') ? `${said} a flag: leave the display out` : undefined
}

const amountsAreNumbers = ofSchemas((schema) => amountFlaw(schema, schema.display) ?? [])

/** Rules about the values of a schema: its choices, their labels and how they are shown. */
export const valueRules: Rules = [
  ['duplicate-choice', choicesDiffer],
  ['unknown-value', labelsMatch],
  ['invalid-display', amountsAreNumbers],
]
