import { objectOf, type Input } from './input.ts'
import { parseInstant } from './parseInstant.ts'
import { isValues, type Values } from './pointer.ts'

/** What the order of a value depends on: its schema, its label, and the inputs inside it. */
type Ordered = Pick<Input, 'schema' | 'label' | 'members' | 'row'>

/** The input that the value of this one may not be before. */
export const firstOf = (input: Pick<Ordered, 'schema'> | undefined): string | undefined =>
  objectOf(input?.schema ?? {}).notBefore

const momentOf = (value: unknown): number =>
  typeof value === 'string' ? (parseInstant(value)?.getTime() ?? Number.NaN) : Number.NaN

type Refusals = readonly (readonly [path: string, text: string])[]

const innerRefusals = ({ members, row }: Ordered, value: unknown, path: string): Refusals => {
  if (members !== undefined && isValues(value)) return misordered(members, value, `${path}/`)
  if (row === undefined || !Array.isArray(value)) return []
  return value.flatMap((each: unknown, index) => innerRefusals(row, each, `${path}/${index}`))
}

/**
 * The refusals of values that are before the ones that they may not be before (`notBefore`), by the paths of their
 * fields. Screens show them, and the gateway refuses the values.
 */
export function misordered(inputs: Readonly<Record<string, Ordered>>, values: Values, at = ''): Refusals {
  return Object.entries(inputs).flatMap(([name, input]): Refusals => {
    const first = firstOf(input) ?? ''
    const isBefore = momentOf(values[name]) < momentOf(values[first])
    const own: Refusals = isBefore
      ? [[`${at}${name}`, `"${input.label}" can't be earlier than "${inputs[first]?.label ?? first}"`]]
      : []
    return [...own, ...innerRefusals(input, values[name], `${at}${name}`)]
  })
}
