import type { Resource } from '../../language/resource.ts'
import { consoleModel } from '../model/consoleModel.ts'

/** What a person points at: a part of a definition. */
export interface Place {
  readonly definition: Resource
  readonly kind: 'column' | 'fact' | 'action' | 'input' | 'field' | 'filter' | 'search' | 'filterMenu' | 'filterForm'
  /** The name of the part: of a column, an action, an input, a filter; the label of a fact. */
  readonly name: string
  /** The title of the block that a fact belongs to, where it is a table. */
  readonly block?: string
  readonly action?: string
  /** Why it is off, where it is. */
  readonly off?: string | undefined
}

const markOf = (element: Element | null | undefined): string | undefined =>
  element?.getAttribute('data-explain') ?? undefined

/** The head of a cell's column; it is marked, and the cells of a table are not. */
function headOf(element: Element): Element | undefined {
  const cell = element.closest('td, th')
  const marked = element.closest('[data-explain]')
  if (cell === null || (marked !== null && cell.contains(marked))) return undefined
  const index = [...(cell.parentElement?.children ?? [])].indexOf(cell)
  const head = cell.closest('table')?.querySelector('thead > tr')?.children[index]
  return markOf(head) === undefined ? undefined : head
}

/** The name of the control that the element is, or that it labels. */
function controlName(element: Element): string | undefined {
  const control = element.closest('label')?.control ?? element.closest('.cs-field')?.querySelector('[name]')
  return (element.closest('[name]') ?? control)?.getAttribute('name') ?? undefined
}

const labelOf = (element: Element): string | undefined =>
  element.closest('dl > div')?.querySelector('dt')?.textContent?.replace(/:$/, '')

/** The filter of a list, its search, or its menu of filters. */
function narrowing(definition: Resource, element: Element): Place {
  const name = element.closest('[data-filter]')?.getAttribute('data-filter')
  const label = labelOf(element)
  const column = definition.list?.columns.find((each) => each.label === label)
  if (column !== undefined) return { definition, kind: 'column', name: column.id }
  if (name != null) return { definition, kind: 'filter', name }
  const isSearch = element.closest('.cs-search, .cs-submit-search') !== null
  if (isSearch) return { definition, kind: 'search', name: '' }
  return { definition, kind: definition.list?.filterMenu === undefined ? 'filterForm' : 'filterMenu', name: '' }
}

/** The reason why a control is off, if it is. */
const offOf = (element: Element): string | undefined => {
  const control = element.closest('[aria-disabled="true"]')
  return control === null ? undefined : (control.getAttribute('title') ?? 'busy')
}

/** The part of a definition that an element is drawn from; `undefined` outside definitions. */
export function placeAt(element: Element): Place | undefined {
  const marked = headOf(element) ?? element.closest('[data-explain]')
  const [resource, part, name, ...rest] = (markOf(marked) ?? '').split('.')
  const definition = consoleModel().definitions.find((each) => each.name === resource)
  if (definition === undefined) return undefined
  if (part === 'actions' && name !== undefined) {
    const input = marked?.matches('form') === true ? controlName(element) : undefined
    return input === undefined
      ? { definition, kind: 'action', name, off: offOf(element) }
      : { definition, kind: 'input', name: input, action: name }
  }
  if (part === 'form') {
    const field = controlName(element)
    return field === undefined
      ? { definition, kind: 'action', name: 'submit', off: offOf(element) }
      : { definition, kind: 'field', name: field }
  }
  if (part === 'columns') return { definition, kind: 'column', name: [name, ...rest].join('.') }
  if (part === 'show') {
    const label = marked?.matches('th') === true ? marked.textContent : labelOf(element)
    const block = [name, ...rest].filter((step) => step !== undefined).join('.')
    return { definition, kind: 'fact', name: label ?? '', ...(block === '' ? {} : { block }) }
  }
  return narrowing(definition, element)
}
