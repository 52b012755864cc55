import { objectOf } from '../../language/input.ts'
import { operationTable, type Operation } from '../../language/operations.ts'
import { pointerOf } from '../../language/pointer.ts'
import type { ResolvedColumn, Resource } from '../../language/resource.ts'
import { schemaAt, type FieldSchema } from '../../language/schema.ts'
import type { Block, Fact, TableBlock } from '../../language/show.ts'
import { writtenPlace } from '../../language/writtenPlace.ts'
import { consoleModel } from '../model/consoleModel.ts'
import type { Place } from './placeAt.ts'

/** A part of a definition in words. */
export interface Explanation {
  /** Where it is written: `books.list.columns.state`. */
  readonly where: string
  /** What draws it, and why that. */
  readonly component: string
  readonly why: string
  /** The call that its value comes from, or that it makes. */
  readonly operation: Operation | undefined
  /** The field of the call's record that it shows; undefined for none. */
  readonly field: string | undefined
}

type Drawn = Pick<Explanation, 'component' | 'why'>

const typeOf = (schema: FieldSchema | undefined): string => {
  const { type } = typeof schema === 'object' ? schema : {}
  return type === undefined ? 'no declared type' : `type ${[type].flat().join(' or ')}`
}

/** Why a value has its format: its own key, an annotation of its field, or the schema. */
function formatted(display: string, schema: FieldSchema | undefined): Drawn {
  const own = typeof schema === 'object' ? schema : {}
  const component = `text in the format '${display}'`
  if (own.display === display) return { component, why: `the annotation display: '${display}' of its field` }
  if (display === 'status' && own.tones !== undefined)
    return { component, why: `the annotation tones: '${String(own.tones)}' of its field` }
  if (display === 'masked') return { component, why: `the annotation pii: '${String(own.pii)}' of its field` }
  if (display === 'text') return { component, why: `the default; its field has ${typeOf(schema)}` }
  return { component, why: `display: '${display}' here` }
}

function columnDrawn(column: ResolvedColumn, { record }: Resource): Drawn {
  const { toggle, view, widget, number, link, display, field } = column
  if (toggle !== undefined) return { component: 'switch', why: `toggle: it runs ${toggle.on} and ${toggle.off}` }
  if (view !== undefined) return { component: `button that opens '${view.widget}'`, why: 'view of this column' }
  if (widget !== undefined) return { component: `cell '${widget}'`, why: 'widget: the console registers it' }
  if (number === true) return { component: 'running number', why: "display: 'rowNumber'" }
  const schema = field === undefined ? undefined : schemaAt(record.properties[field], column.path)
  const drawn = formatted(display, schema)
  return link === 'record' ? { ...drawn, component: `link to the record, ${drawn.component}` } : drawn
}

interface FoundFact {
  readonly fact: Fact
  readonly where: string
  readonly widget?: string | undefined
  readonly table?: TableBlock
}

const factsIn = (block: Block, at: string): readonly FoundFact[] => {
  const where = (fact: Fact): string => [at, 'title' in block && block.title, fact.label].filter(Boolean).join('.')
  if (block.kind === 'table') return block.columns.map((fact) => ({ fact, table: block, where: where(fact) }))
  return block.kind === 'fields' ? block.facts.map((fact) => ({ fact, widget: block.widget, where: where(fact) })) : []
}

/** A fact of a record's page by its label, and by the title of its table. */
function factOf({ show }: Resource, { name, block }: Place): FoundFact | undefined {
  if (show === null) return undefined
  const places: readonly FoundFact[] = [
    ...show.header.facts.map((fact) => ({ fact, where: `show.facts.${fact.label}` })),
    ...show.summary.flatMap((block) => factsIn(block, 'show.blocks')),
    ...show.tabs.flatMap(({ name, blocks }) => blocks.flatMap((block) => factsIn(block, `show.tabs.${name}`))),
    ...show.below.flatMap((block) => factsIn(block, 'show.blocks')),
  ]
  return places.find(({ fact, table }) => fact.label === name && table?.title === block)
}

function inputDrawn(
  input: { readonly widget?: string; readonly control?: string; readonly schema?: FieldSchema | undefined } = {},
): Drawn {
  const { widget, control, schema } = input
  if (widget !== undefined) return { component: `input '${widget}'`, why: 'widget: the console registers it' }
  const own = objectOf(schema ?? {})
  const reasons = [
    Array.isArray(own.enum) && 'the enum of its schema',
    own.format !== undefined && `format ${String(own.format)} of its schema`,
    `${typeOf(own)} of its schema`,
  ]
  return { component: `input '${control ?? 'text'}'`, why: reasons.find((reason) => reason !== false) ?? '' }
}

const operations = () => operationTable(consoleModel().definitions)

/** The call that a list's or a record's values come from; those of nested records come from the record around them. */
function readOf({ name, partOf }: Resource, kind: 'list' | 'getOne'): Operation | undefined {
  const own = operations().get(`${name}.${kind}`)
  return own ?? (partOf === null ? undefined : operations().get(`${partOf.resource}.${partOf.read ?? 'getOne'}`))
}

const lastStep = (path: Fact['path'] | undefined): string | undefined => [path ?? ''].flat()[0]?.split('/').at(-1)

/** The schema of a fact, and the call whose answer has it: the detail's, or the first read that a table names. */
function sourceOf(definition: Resource, { fact, table }: FoundFact) {
  const [path = ''] = [fact.path].flat()
  const detail = definition.detail?.schema ?? definition.record
  const read = table?.read[0]?.name ?? 'detail'
  const answer = definition.reads[read]?.schema ?? detail
  return {
    schema: schemaAt(answer, table === undefined ? path : `${table.path}/*${path}`),
    operation: operations().get(`${definition.name}.${read}`) ?? readOf(definition, 'getOne'),
  }
}

function explainFact(place: Place): Explanation {
  const { definition } = place
  const found = factOf(definition, place)
  if (found === undefined) {
    const operation = readOf(definition, 'getOne')
    return { where: 'show', component: 'the console’s own', why: 'its block', operation, field: undefined }
  }
  const { fact, widget, where } = found
  const { schema, operation } = sourceOf(definition, found)
  const drawn = formatted(fact.display ?? 'text', schema)
  const why = widget === undefined ? drawn.why : `widget: the console registers '${widget}' for its block`
  return { where, component: drawn.component, why, operation, field: lastStep(fact.path) }
}

function explainAction(definition: Resource, name: string): Drawn {
  const action = definition.actions[name]
  if (action === undefined) return { component: 'button', why: 'the page' }
  const column = definition.list?.columns.find(({ toggle }) => toggle?.on === name || toggle?.off === name)
  if (column !== undefined) return { component: 'switch', why: `toggle of the column '${column.label}'` }
  const asks = Object.keys(action.input).length > 0 || action.confirm !== null
  const component = action.icon === undefined ? 'button' : `button with the icon '${action.icon}'`
  return {
    component: asks ? `${component}, with a dialog` : component,
    why: asks ? 'it has inputs or a confirmation' : 'the default',
  }
}

const narrowings: Readonly<Record<string, string>> = {
  search: 'search',
  filterMenu: 'menu of filters',
  filterForm: 'form of filters',
}

export function explain(place: Place): Explanation {
  const { definition, kind, name, action = '' } = place
  const at = (where: string): string => writtenPlace(`${definition.name}.${where}`, definition)
  const { list, form } = definition
  if (kind === 'fact') {
    const fact = explainFact(place)
    return { ...fact, where: at(fact.where) }
  }
  if (kind === 'action')
    return {
      ...explainAction(definition, name),
      where: at(`actions.${name}`),
      operation: operations().get(`${definition.name}.${name}`),
      field: undefined,
    }
  if (kind === 'input')
    return {
      ...inputDrawn(definition.actions[action]?.input[name]),
      where: at(`actions.${action}.input.${name}`),
      operation: operations().get(`${definition.name}.${action}`),
      field: undefined,
    }
  if (kind === 'field')
    return {
      ...inputDrawn(form?.fields[name]),
      where: at(`fields.${name}`),
      operation: operations().get(`${definition.name}.submit`),
      field: undefined,
    }
  const operation = readOf(definition, 'list')
  const column = list?.columns.find(({ id }) => id === name)
  if (kind === 'column' && column !== undefined)
    return { ...columnDrawn(column, definition), where: at(`list.columns.${name}`), operation, field: column.field }
  if (kind === 'filter') {
    const widget = list?.filterForm?.fields.find(({ filter }) => filter === name)?.widget
    const drawn = inputDrawn({ ...(widget === undefined ? {} : { widget }), schema: list?.filters[name] })
    return { ...drawn, where: at(`list.filter.${name}`), operation, field: undefined }
  }
  const component = narrowings[kind] ?? kind
  const key = kind === 'filterForm' ? 'filter' : kind
  return { component, why: `${key} of the list`, where: at(`list.${key}`), operation, field: undefined }
}

/** The end of a pointer into an answer that a field has. */
export const endOf = (field: string): string => pointerOf([field])
