import { choiceOf } from '../../../language/filterChoice.ts'
import { readFilterValue } from '../../../language/filterValue.ts'
import { SSN_TYPED } from '../../../language/input.ts'
import { isPersonalFilter } from '../../../language/personal.ts'
import { ssnsIn } from '../../../language/pii.ts'
import { plainText, usualWidth } from '../../../language/plainText.ts'
import type { ListResource } from '../../../language/resource.ts'
import type { SavedView, SavedViewContent } from '../../../language/savedView.ts'
import { orderIn } from '../../../language/sort.ts'
import { GatewayError } from '../core/errors.ts'

const EMAIL = /\S@\S+\.\S/

const EMAIL_TYPED = 'This has an email address. A view keeps no personal values: remove it.'

const NAME_UNSEEN = 'This name has characters that no one sees. Type it again.'

/** The form of what services offer as choices, such as ACTION_REQUIRED. Words with blanks may be the name of a person. */
const CODE = /^[\p{L}\p{N}_.-]+$/u

/** True for a choice of those that the service offers, which no definition lists. */
const isOffered = ({ list }: ListResource, key: string): boolean =>
  list.filterMenu?.sections.some(({ name, options }) => key.startsWith(`${name}:`) && 'fromExtra' in options) === true

const refusal = (message: string): GatewayError => new GatewayError('BAD_REQUEST', { message })

const notKept = (parameter: string): GatewayError =>
  refusal(`A view keeps no '${parameter.slice(0, 40)}': only the order, and filters that are not personal.`)

/** Refuses a part of a query that the list does not have. No message repeats a value. */
function assertKnown(definition: ListResource, [parameter, value]: readonly [string, string]): void {
  if (parameter === 'sort') {
    if (!value.split(',').every((each) => orderIn(definition, each).length > 0))
      throw refusal('The list has no such order. Choose another one.')
    return
  }
  if (parameter === 'filter') {
    const choice = choiceOf(definition, value)
    if (choice === undefined) throw refusal('The list has no such filter. Choose another one.')
    if (isOffered(definition, value) && !CODE.test(choice.value))
      throw refusal(`A view keeps a choice of ${choice.section} only if it is one word: several could be a name.`)
    return
  }
  const field = definition.list.filterForm?.fields.find(({ filter }) => filter === parameter)
  if (field === undefined) throw notKept(parameter)
  const reading = readFilterValue(field.label, definition.list.filters[parameter] ?? false, value)
  if ('refusal' in reading) throw refusal(`${reading.refusal}.`)
}

/**
 * Checks what a view is to keep: an order, filters with values that they can have and that are not personal, and columns,
 * all of the list. What an older view has already may be what the definition had then: it is not checked again.
 *
 * @param kept what the view has so far; absent for a new one
 * @throws GatewayError RULE_BROKEN for a social security number, BAD_REQUEST for anything else
 */
export function assertSavedViewContent(
  definition: ListResource,
  { name, query, columns }: Pick<SavedView, 'name' | 'query' | 'columns'>,
  kept?: SavedViewContent,
): void {
  const params = [...new URLSearchParams(query)]
  const texts = [name, ...params.map(([, value]) => value)].map(usualWidth)
  if (texts.some((text) => ssnsIn(text).length > 0))
    throw new GatewayError('RULE_BROKEN', { message: SSN_TYPED, fields: { name: SSN_TYPED } })
  if (plainText(name) !== usualWidth(name))
    throw new GatewayError('BAD_REQUEST', { message: NAME_UNSEEN, fields: { name: NAME_UNSEEN } })
  if (texts.some((text) => EMAIL.test(text)))
    throw new GatewayError('BAD_REQUEST', { message: EMAIL_TYPED, fields: { name: EMAIL_TYPED } })
  const personal = params.find(([parameter]) => isPersonalFilter(definition, parameter))
  if (personal !== undefined) throw notKept(personal[0])
  if (query !== kept?.query) for (const each of params) assertKnown(definition, each)
  const all = definition.list.columns.map(({ id }) => id)
  const own = kept?.columns ?? []
  if (columns?.every((id) => all.includes(id) || own.includes(id)) === false)
    throw refusal('The list has no such column. Choose the columns again.')
}
