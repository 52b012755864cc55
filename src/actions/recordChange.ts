import type { ResolvedAction, Resource } from '../../language/resource.ts'
import { valueAt } from '../../language/pointer.ts'
import { isPresent } from '../../language/predicate.ts'
import { formatColumn, NOTHING } from '../format/formatValue.ts'
import type { Row } from '../model/columns.ts'
import { choicesIn, acknowledgeablesIn } from '../../language/evidence.ts'
import { availabilityOf } from '../model/controlOf.ts'

/** One field that is not as the person saw it, in words. Values that cannot be told apart in words are left out. */
export interface Difference {
  readonly title: string
  readonly before?: string
  readonly after?: string
}

/** What a record has become since the person saw it. */
export interface RecordChange {
  /** `possible`: the action can still be done to the record as it is now. */
  readonly state: 'gone' | 'impossible' | 'possible'
  /** Why it cannot be done, where the definition has a reason. */
  readonly reason: string | undefined
  readonly differences: readonly Difference[]
  readonly fresh: Row | undefined
}

/** Added by the gateway, not part of the record's state. */
const NOT_STATE = ['id', 'first_seen_at']

const isStructure = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether two values are the same, however deep; nothing is nothing, missing or null. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (!isStructure(one) || !isStructure(other)) return (one ?? null) === (other ?? null)
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => isEqual(Reflect.get(one, key), Reflect.get(other, key)))
}

function wordsOf(definition: Resource, field: string, value: unknown): string {
  const column = definition.list?.columns.find((each) => each.field === field && each.path === '')
  if (!isPresent(value)) return column?.emptyText ?? NOTHING
  return isStructure(value) ? 'present' : formatColumn(column ?? { display: 'text' }, value)
}

function titleOf(definition: Resource, field: string): string {
  const title = valueAt(definition.record.properties[field], '/title')
  return typeof title === 'string' ? title : field
}

/** The declared fields in which two readings differ. A page's record knows only some of its list's fields. */
function differencesOf(definition: Resource, seen: Row, fresh: Row): readonly Difference[] {
  return Object.keys(definition.record.properties)
    .filter((field) => !NOT_STATE.includes(field))
    .filter((field) => definition.kind === 'nested' || Object.hasOwn(fresh, field))
    .filter((field) => !isEqual(seen[field], fresh[field]))
    .map((field) => {
      const title = titleOf(definition, field)
      const [before, after] = [wordsOf(definition, field, seen[field]), wordsOf(definition, field, fresh[field])]
      return before === after ? { title } : { title, before, after }
    })
}

/** What a question offers or asks of a record beside its fields: in words, and as it is compared. */
interface Listed {
  readonly title: string
  readonly of: (record: Row) => readonly { readonly id: string; readonly words: string }[] | undefined
}

const listedBy = ({ input, acknowledge }: ResolvedAction): readonly Listed[] => [
  ...Object.values(input).flatMap(({ options, label }): readonly Listed[] =>
    options === undefined
      ? []
      : [
          {
            title: `Choices for ${label}`,
            of: (record) => choicesIn(options, record).map(({ value, label: words }) => ({ id: value, words })),
          },
        ],
  ),
  ...(acknowledge === undefined
    ? []
    : [
        {
          title: 'Matches to acknowledge',
          of: (record: Row) =>
            acknowledgeablesIn(acknowledge, record)?.map(({ key, text }) => ({ id: key, words: text })),
        },
      ]),
]

/** The lists of a question in which two readings differ, whatever their order (D-122). */
function listDifferences(action: ResolvedAction, seen: Row, fresh: Row): readonly Difference[] {
  return listedBy(action).flatMap(({ title, of }) => {
    const [before, after] = [of(seen), of(fresh)].map((items) => items?.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    if (isEqual(before, after)) return []
    const [was, is] = [before, after].map((items) => items?.map(({ words }) => words).join('; ') || NOTHING)
    return [was === undefined || is === undefined || was === is ? { title } : { title, before: was, after: is }]
  })
}

/** What stands between the record as seen and acting on it as it is now; `undefined` where nothing does. */
export function changeOf(
  definition: Resource,
  action: ResolvedAction,
  seen: Row,
  fresh: Row | undefined,
): RecordChange | undefined {
  if (fresh === undefined) return { state: 'gone', reason: undefined, differences: [], fresh }
  const possible = availabilityOf(action, fresh)
  const differences = [...differencesOf(definition, seen, fresh), ...listDifferences(action, seen, fresh)]
  if (possible.state === 'ready') {
    return differences.length === 0 ? undefined : { state: 'possible', reason: undefined, differences, fresh }
  }
  const reason = possible.state === 'disabled' ? possible.reason : undefined
  return { state: 'impossible', reason, differences, fresh }
}
