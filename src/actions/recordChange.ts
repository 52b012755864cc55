import type { ResolvedAction, Resource } from '../../language/resource.ts'
import { isEqual, isStructure, valueAt, type Values } from '../../language/pointer.ts'
import { isPresent } from '../../language/predicate.ts'
import { NOTHING } from '../format/formatValue.ts'
import { fieldText, filledText, type Row } from '../model/columns.ts'
import { choicesIn, acknowledgeablesIn } from '../../language/evidence.ts'
import { availabilityOf } from '../../language/availability.ts'
import { NOT_STATE } from '../../language/recordVersion.ts'

/** One changed field, in words. `before` and `after` are left out if they read the same. */
export interface Difference {
  /** The record's field, where it is one. */
  readonly field?: string
  readonly title: string
  readonly before?: string
  readonly after?: string
}

export interface RecordChange {
  /** `possible`: the action is still available for the record as it is now. */
  readonly state: 'gone' | 'impossible' | 'possible'
  /** Why the action is no longer available, if the definition gives a reason. */
  readonly reason: string | undefined
  readonly differences: readonly Difference[]
  readonly fresh: Row | undefined
  /** Who changed it, in a sentence, if the gateway said so. */
  readonly by?: string | undefined
  /** True if it is what the person sent themselves, of which no answer came. */
  readonly isArrived?: boolean
}

/** The value of a field as the list shows it. */
export function wordsOf(definition: Resource, field: string, value: unknown): string {
  const column = definition.list?.columns.find((each) => each.field === field && each.path === '')
  if (!isPresent(value)) return column?.emptyText ?? NOTHING
  return isStructure(value) ? 'present' : fieldText(definition, field, value)
}

/** The title of a field. */
export function titleOf(definition: Resource, field: string): string {
  const title = valueAt(definition.record.properties[field], '/title')
  return typeof title === 'string' ? title : field
}

/** A changed field in a line: 'Status: CLOSED → COMPLETE'. */
export const differenceText = ({ title, before, after }: Difference): string =>
  before === undefined ? `${title}: changed` : `${title}: ${before} → ${after ?? ''}`

/** The declared fields that differ between two reads. A page's record has only some of its list's fields. */
export function differencesOf(definition: Resource, seen: Values, fresh: Values): readonly Difference[] {
  const changed = Object.keys(definition.record.properties)
    .filter((field) => !NOT_STATE.includes(field))
    .filter((field) => definition.kind === 'nested' || Object.hasOwn(fresh, field))
    .filter((field) => !isEqual(seen[field], fresh[field]))
  // The version only says that there is a change, where no other difference shows it.
  return changed
    .filter((field) => changed.length === 1 || field !== definition.version)
    .map((field) => {
      const title = titleOf(definition, field)
      const [before, after] = [wordsOf(definition, field, seen[field]), wordsOf(definition, field, fresh[field])]
      return before === after ? { field, title } : { field, title, before, after }
    })
}

/** A list in a dialog that depends on the record: its title, and its items with an id to compare and their words. */
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

/** The dialog's lists that differ between two reads. Order does not matter (D-122). */
function listDifferences(action: ResolvedAction, seen: Row, fresh: Row): readonly Difference[] {
  return listedBy(action).flatMap(({ title, of }) => {
    const [before, after] = [of(seen), of(fresh)].map((items) => items?.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    if (isEqual(before, after)) return []
    const [was, is] = [before, after].map((items) => items?.map(({ words }) => words).join('; ') || NOTHING)
    return [was === undefined || is === undefined || was === is ? { title } : { title, before: was, after: is }]
  })
}

/** The change of a record since the person saw it, or `undefined` if it is unchanged and the action still available. */
export function changeOf(
  definition: Resource,
  action: ResolvedAction,
  seen: Row,
  fresh: Row | undefined,
): RecordChange | undefined {
  if (fresh === undefined) return { state: 'gone', reason: undefined, differences: [], fresh }
  const possible = availabilityOf(action, fresh, filledText(definition))
  const differences = [...differencesOf(definition, seen, fresh), ...listDifferences(action, seen, fresh)]
  if (possible.state === 'ready') {
    return differences.length === 0 ? undefined : { state: 'possible', reason: undefined, differences, fresh }
  }
  const reason = possible.state === 'disabled' ? possible.reason : undefined
  return { state: 'impossible', reason, differences, fresh }
}
