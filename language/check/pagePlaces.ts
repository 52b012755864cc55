import type { ListResource } from '../resource.ts'
import type { Block, Tab, Newest, Place, Fact, TableBlock, ResolvedShow } from '../show.ts'
import { schemaAt, type Pointer } from '../schema.ts'
import { answerShape, insideItems, strayFields, undeclared, type Shape } from './answers.ts'
import { entriesOf, type Finding, type Rule } from './problem.ts'
import { detailPlaces, maskedAt } from '../personal.ts'
import { stepsOf } from '../pointer.ts'

export interface PlacedBlock {
  readonly where: string
  readonly tab: Tab | undefined
  readonly block: Block
}

export const blocksOf = ({ summary, tabs, below }: ResolvedShow): readonly PlacedBlock[] => [
  ...summary.map((block) => ({ where: 'blocks', tab: undefined, block })),
  ...tabs.flatMap((tab) => tab.blocks.map((block) => ({ where: `tabs.${tab.name}`, tab, block }))),
  ...below.map((block) => ({ where: 'blocks', tab: undefined, block })),
]

const pointersOf = (...places: readonly (Place | undefined)[]): readonly Pointer[] =>
  places.flatMap((place) => place ?? [])

const fixedPlaces = (where: string, show: ResolvedShow, detail: Shape): readonly Finding[] => {
  const { exists, header } = show
  return [
    ...undeclared(`${where}.exists`, [exists], detail),
    ...undeclared(`${where}.title`, [header.title], detail),
    ...undeclared(`${where}.status`, pointersOf(header.status?.path), detail),
  ]
}

const newestPlaces = (
  where: string,
  { path, newestBy, when, field: take }: Newest,
  detail: Shape,
): readonly Finding[] =>
  insideItems(where, path, detail, (items) => {
    const fields = [...new Set([newestBy, take, ...Object.keys(when)])]
    return undeclared(
      where,
      fields.map((field): Pointer => `/${field}`),
      items,
    )
  })

const recordPlaces = (where: string, { record }: ResolvedShow, detail: Shape): readonly Finding[] =>
  entriesOf(record).flatMap(([field, source]) => {
    const at = `${where}.record.${field}`
    if (source === undefined) return []
    return typeof source === 'string' ? undeclared(at, [source], detail) : newestPlaces(at, source, detail)
  })

const bannerPlaces = (where: string, { banners }: ResolvedShow, definition: ListResource): readonly Finding[] =>
  banners.flatMap(({ name, when }) =>
    when.flatMap(({ read, path, when }) => {
      const shape = answerShape(definition, read)
      if (shape === undefined) return []
      const at = `${where}.blocks.${name}`
      const found = schemaAt(shape.schema, path)
      return found === undefined
        ? undeclared(at, [path], shape)
        : strayFields(at, when, { schema: found, called: `'${path}' of ${shape.called}` })
    }),
  )

const countPlaces = (where: string, { tabs }: ResolvedShow, detail: Shape): readonly Finding[] =>
  tabs.flatMap(({ name, count }) => {
    const at = `${where}.tabs.${name}.count`
    return count === undefined ? [] : insideItems(at, count.path, detail, (items) => strayFields(at, count.when, items))
  })

/** Every place that a record's page reads must be declared in its answer, because undeclared values never arrive. */
export const pagePlaces: Rule<ListResource> = (definition) => {
  const { name, show } = definition
  const detail = answerShape(definition)
  if (show === null || detail === undefined) return []
  const where = `${name}.show`
  return [
    ...fixedPlaces(where, show, detail),
    ...recordPlaces(where, show, detail),
    ...bannerPlaces(where, show, definition),
    ...countPlaces(where, show, detail),
  ]
}

const isJson = (shape: Shape, pointer: Pointer): boolean => {
  const schema = schemaAt(shape.schema, pointer)
  if (typeof schema !== 'object' || schema.type === undefined) return true
  return [schema.type].flat().some((type) => type === 'string' || type === 'object' || type === 'array')
}

export const factReading = (where: string, fact: Fact, shape: Shape): readonly Finding[] => {
  const places = pointersOf(fact.path)
  if (fact.inside === undefined) return []
  if (places.length !== 1) return [{ where, message: `has 'inside' and several places: read one place only` }]
  return places
    .filter((pointer) => !isJson(shape, pointer))
    .map((pointer) => ({ where, message: `looks inside '${pointer}', which is neither text, object nor list` }))
}

const calledBy = ({ label, path }: Fact): string => (label === '' ? ([path].flat()[0] ?? '') : label)

const tableProblems = (where: string, { columns }: TableBlock, items: Shape): readonly Finding[] =>
  columns.flatMap((column) => {
    const at = `${where}.${calledBy(column)}`
    return [...undeclared(at, pointersOf(column.path), items), ...factReading(at, column, items)]
  })

/** A place in the spelling of personal data: a number becomes any item. */
const spelled = (pointer: Pointer): string =>
  stepsOf(pointer)
    .map((step) => `/${/^\d+$/.test(step) ? '*' : step}`)
    .join('')

/** A value is shown as masked exactly when the gateway masks it, because Reveal is next to it. */
const masking = (where: string, field: Fact, definition: ListResource): readonly Finding[] => {
  const places = detailPlaces(definition)
  return pointersOf(field.path).flatMap((pointer) => {
    const isMasked = maskedAt(places, spelled(pointer)) !== undefined
    if (isMasked === (field.display === 'masked')) return []
    const message = isMasked
      ? `is masked by the gateway: leave its display out`
      : `is shown as masked, but no class masks anything at '${spelled(pointer)}'`
    return [{ where, message }]
  })
}

const fieldProblems = (where: string, field: Fact, definition: ListResource, detail: Shape): readonly Finding[] => {
  const places = undeclared(where, pointersOf(field.path), detail)
  return places.length > 0 ? places : [...factReading(where, field, detail), ...masking(where, field, definition)]
}

/**
 * Everything that the facts and blocks of a record's page read must be declared, readable, and masked where declared.
 */
export const blockPlaces: Rule<ListResource> = (definition) => {
  const { name, show } = definition
  const detail = answerShape(definition)
  if (show === null || detail === undefined) return []
  const facts = show.header.facts.flatMap((fact) =>
    fieldProblems(`${name}.show.facts.${calledBy(fact)}`, fact, definition, detail),
  )
  const blocks = blocksOf(show).flatMap(({ where: place, block }) => {
    const where = `${name}.show.${place}`
    if (block.kind === 'fields') {
      return [
        ...undeclared(`${where}.exists`, pointersOf(block.exists), detail),
        ...block.facts.flatMap((field) => fieldProblems(`${where}.${calledBy(field)}`, field, definition, detail)),
      ]
    }
    if (block.kind !== 'table') return []
    return block.read.flatMap(({ name: answer }) => {
      const shape = answerShape(definition, answer)
      const at = `${where}.${block.title}`
      return shape === undefined ? [] : insideItems(at, block.path, shape, (items) => tableProblems(at, block, items))
    })
  })
  return [...facts, ...blocks]
}
