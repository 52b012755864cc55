import type { Operation } from '../../../language/operations.ts'
import type { StaffMember } from '../../store/access.ts'
import type { RecordedPerson } from '../../store/auditContent.ts'
import type { AuditFilter } from '../../store/auditSearch.ts'
import { isSettling } from '../../store/auditSettlements.ts'
import type { Store } from '../../store/openStore.ts'
import { failWith, GatewayError } from '../core/errors.ts'
import type { Operations } from '../operations/preparedOperations.ts'
import { gatewayLabels, labelOf, type Labels, settlingLabels, VIEWED } from './historyEvent.ts'

/** The label of a row that was read in a list. */
export const ROW_READ = 'Read its row'

/** The name of a binding as people read it: 'creditCheck' as 'Credit check'. */
const asTitle = (label: string): string =>
  label.charAt(0).toUpperCase() +
  label.slice(1).replaceAll(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`)

/** What people call a reading by an operation. A change is read where someone looks at the request for its approval. */
export const readingName = (effect: Operation['effect'] | undefined, label: string): string =>
  effect === 'mutate' ? `Request for approval: ${asTitle(label)}` : asTitle(label)

const noOperation = {
  operation:
    'No operation is called so. Type a name as the list shows it, without what follows a colon, or part of the code below it.',
}
const noPerson = {
  person:
    'No one who has signed in has this in their name or before the @ of their address. Type the whole address or the user ID.',
}

function notFound(fields: Readonly<Record<string, string>>): never {
  const [message] = Object.values(fields)
  throw new GatewayError('BAD_REQUEST', { message, fields })
}

/** An id as the trail has it; one of a resource or an action that no longer exists is looked for, too. */
const isId = (text: string): boolean => /^[A-Za-z0-9_-]+\.[A-Za-z0-9._-]+$/.test(text)

/** True for the number of a person. */
export const isUserId = (person: string): boolean => /^\d{1,15}$/.test(person)

/** The operations of a console with what people call them. */
export interface OperationNames {
  readonly operations: Operations
  readonly labels: Labels
}

/** The ids that entries and readings may have, each with all that screens call them. */
function namesById({ operations, labels }: OperationNames): ReadonlyMap<string, readonly string[]> {
  const own = Object.keys({ ...gatewayLabels, ...labels })
  const resources = new Set([...operations.values()].map(({ operation }) => operation.resource))
  const ids = new Set([
    ...operations.keys(),
    ...[...resources, 'console', 'auth'].flatMap((resource) => own.map((name) => `${resource}.${name}`)),
  ])
  const namesOf = (id: string): readonly string[] => {
    const { kind, effect } = operations.get(id)?.operation ?? {}
    const label = labelOf(id, operations, labels)
    return [
      label,
      readingName(effect, label),
      ...(kind === 'download' ? [VIEWED] : []),
      ...(kind === 'list' ? [ROW_READ] : []),
      ...(isSettling(id) ? Object.values(settlingLabels) : []),
    ]
  }
  return new Map([...ids].map((id) => [id, namesOf(id)]))
}

/** The ids of the operations that a text names: an id, or part of an id or of a label. */
function operationsOf(text: string, names: OperationNames): readonly string[] {
  const asked = text.trim().toLowerCase()
  const byId = namesById(names)
  if (byId.has(text)) return [text]
  const found = [...byId].flatMap(([id, own]) =>
    [id, ...own].some((name) => name.toLowerCase().includes(asked)) ? [id] : [],
  )
  if (found.length > 0 && asked !== '') return found
  return isId(text) ? [text] : notFound(noOperation)
}

/** True where each word is in the name of a person or in their address before the @. */
function hasWords({ name, email }: Pick<StaffMember, 'name' | 'email'>, text: string): boolean {
  const own = `${name} ${email.split('@', 1)[0] ?? ''}`.toLowerCase()
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return words.length > 0 && words.every((word) => own.includes(word))
}

async function personOf(text: string, store: Store): Promise<RecordedPerson> {
  if (isUserId(text)) return { userId: Number(text) }
  if (text.includes('@')) return { email: text }
  const people = await store.access.list().catch(failWith('STORE_UNAVAILABLE'))
  const [one, ...others] = people.filter((person) => hasWords(person, text)).map(({ userId }) => userId)
  if (one === undefined) return notFound(noPerson)
  return others.length === 0 ? { userId: one } : { userIds: [one, ...others] }
}

/**
 * What a filter looks for by the words that screens show: exact ids, which have an index.
 *
 * @throws GatewayError BAD_REQUEST with a message for the field whose words match nothing
 */
export async function exactFilter(
  { person, operation }: { readonly person?: string | undefined; readonly operation?: string | undefined },
  store: Store,
  names: OperationNames,
): Promise<Pick<AuditFilter, 'person' | 'operation' | 'operations'>> {
  const ids = operation === undefined ? [] : operationsOf(operation, names)
  return {
    ...(ids.length > 1 ? { operations: ids } : { operation: ids[0] }),
    person: person === undefined ? undefined : await personOf(person, store),
  }
}
