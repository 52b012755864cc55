import type { FastifyBaseLogger } from 'fastify'
import { coerceRecord } from '../../../language/coerceRecord.ts'
import { parseInstant } from '../../../language/parseInstant.ts'
import { isValues, stepsOf, valueAt } from '../../../language/pointer.ts'
import { holds } from '../../../language/predicate.ts'
import type { Resource } from '../../../language/resource.ts'
import type { PreparedOperation } from '../operations/preparedOperations.ts'
import type { SeenState } from '../../store/firstSeen.ts'
import type { Store } from '../../store/openStore.ts'

type Item = Readonly<Record<string, unknown>>

/** Items beyond this number get no moment, because one SQL statement has all of them. */
const MOST_STATES = 1000

const FIELD = 'first_seen_at'

const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === '' ? undefined : text
}

/** The state of an item without a known beginning; `undefined` for an item that needs no moment. */
function untimedState(item: Item, part: Resource): SeenState | undefined {
  const { resource = '', key = 'id', clock } = part.partOf ?? {}
  const id = textOf(item[key])
  const read = coerceRecord(item, part.record)
  if (clock === undefined || id === undefined || !holds(clock.when, read)) return undefined
  if (clock.path !== undefined && parseInstant(valueAt(read, clock.path)) !== undefined) return undefined
  const state = clock.status.map((place) => textOf(valueAt(read, place))).find((text) => text !== undefined)
  return state === undefined ? undefined : { resource, part: part.name, key: id, state }
}

/** The document with the value at the end of the steps replaced; the same document when there is none. */
function exchanged(document: unknown, steps: readonly string[], change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return change(document)
  if (!isValues(document) || !Object.hasOwn(document, step)) return document
  return { ...document, [step]: exchanged(document[step], rest, change) }
}

const withoutField = ({ [FIELD]: _upstream, ...item }: Item): Item => item

type Moments = ReadonlyMap<unknown, string>

const timed = (item: unknown, moments: Moments): unknown => {
  if (!isValues(item)) return item
  const moment = moments.get(item)
  return moment === undefined ? withoutField(item) : { ...item, [FIELD]: moment }
}

interface Untimed {
  readonly item: unknown
  readonly state: SeenState
}

function untimedIn(detail: unknown, parts: readonly Resource[]): readonly Untimed[] {
  const found = parts.flatMap((part) => {
    const items = valueAt(detail, part.partOf?.path ?? '')
    if (!Array.isArray(items)) return []
    return items.filter(isValues).flatMap((item) => {
      const state = untimedState(item, part)
      return state === undefined ? [] : [{ item, state }]
    })
  })
  return found.slice(0, MOST_STATES)
}

async function momentsOf({ firstSeen }: Store, untimed: readonly Untimed[], log: FastifyBaseLogger): Promise<Moments> {
  if (untimed.length === 0) return new Map()
  try {
    const seen = await firstSeen.see(untimed.map(({ state }) => state))
    return new Map(untimed.map(({ item }, index) => [item, new Date(seen[index] ?? Number.NaN).toISOString()]))
  } catch (error) {
    // A page without a clock is better than no page.
    log.warn({ err: error }, 'first-seen moments not available')
    return new Map()
  }
}

/**
 * Adds to the answer of a detail call when this console first saw the states that have no moment of their own
 * (`first_seen_at`, ISO 8601 in UTC). A service's own field of that name is removed.
 */
export async function addFirstSeen(
  store: Store,
  { operation, clocked }: PreparedOperation,
  answer: unknown,
  log: FastifyBaseLogger,
): Promise<unknown> {
  if (clocked.length === 0) return answer
  const at = operation.response.item ?? ''
  const moments = await momentsOf(store, untimedIn(valueAt(answer, at), clocked), log)
  const withMoments = (items: unknown): unknown =>
    Array.isArray(items) ? items.map((item) => timed(item, moments)) : items
  return clocked.reduce(
    (document, { partOf }) => exchanged(document, [...stepsOf(at), ...stepsOf(partOf?.path ?? '')], withMoments),
    answer,
  )
}
