import type { Source } from '../../../language/binding.ts'
import { composeReason, REASON } from '../../../language/evidence.ts'
import type { Operation } from '../../../language/operations.ts'
import type { CheckedRequest } from './operationRequest.ts'

type Sources = Readonly<Record<string, Source>>
type Values = Readonly<Record<string, unknown>>

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null

const inputsOf = (sources: Sources, values: Values): readonly (readonly [string, unknown])[] =>
  Object.entries(sources).flatMap(([name, source]) => {
    const value = values[name]
    if ('input' in source) return value === undefined ? [] : [[source.input, value] as const]
    return 'nested' in source && isValues(value) ? inputsOf(source.nested, value) : []
  })

/** What was typed and chosen, by the names of the action's inputs. */
export const inputsIn = (operation: Pick<Operation, 'query' | 'body'>, { query, body }: CheckedRequest): Values =>
  Object.fromEntries([...inputsOf(operation.query, query), ...inputsOf(operation.body ?? {}, body ?? {})])

const isReason = (source: Source | undefined): boolean =>
  source !== undefined && 'input' in source && source.input === REASON

/** The request as the service receives it: the evidence is written below the reason. */
export function sentRequest({ body: sources = {} }: Pick<Operation, 'body'>, checked: CheckedRequest): CheckedRequest {
  const { evidence, ...rest } = checked
  if (evidence === undefined || checked.body === undefined) return checked
  const body = Object.entries(checked.body).map(
    ([name, value]) => [name, isReason(sources[name]) ? composeReason(String(value), evidence) : value] as const,
  )
  return { ...rest, body: Object.fromEntries(body) }
}
