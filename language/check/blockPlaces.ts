import type { ListResource } from '../resource.ts'
import { detailPlaces, maskedAt } from '../personal.ts'
import { stepsOf } from '../pointer.ts'
import { schemaAt, type Pointer } from '../schema.ts'
import type { Fact, Place, TableBlock } from '../show.ts'
import { answerShape, insideItems, undeclared, type Shape } from './answers.ts'
import { blocksOf } from './pageBlocks.ts'
import type { Problem, Rule } from './problem.ts'

const pointersOf = (...places: readonly (Place | undefined)[]): readonly Pointer[] =>
  places.flatMap((place) => place ?? [])

const isJson = (shape: Shape, pointer: Pointer): boolean => {
  const schema = schemaAt(shape.schema, pointer)
  if (typeof schema !== 'object' || schema.type === undefined) return true
  return [schema.type].flat().some((type) => type === 'string' || type === 'object' || type === 'array')
}

/** How a fact is read inside its place. */
export const factReading = (where: string, fact: Fact, shape: Shape): readonly Problem[] => {
  const places = pointersOf(fact.path)
  if (fact.inside === undefined) {
    return fact.template === undefined
      ? []
      : [
          {
            where,
            message: `has 'each' without 'inside', so nothing reads it: say where the list is, '' for the whole`,
          },
        ]
  }
  if (places.length !== 1) return [{ where, message: `has 'inside' and several places: read one place only` }]
  return places
    .filter((pointer) => !isJson(shape, pointer))
    .map((pointer) => ({ where, message: `looks inside '${pointer}', which is neither text, object nor list` }))
}

const tableProblems = (where: string, { columns }: TableBlock, items: Shape): readonly Problem[] =>
  columns.flatMap((column) => {
    const at = `${where}.${column.label}`
    return [...undeclared(at, pointersOf(column.path), items), ...factReading(at, column, items)]
  })

/** A place as personal data is found by: a number becomes any item. */
const spelled = (pointer: Pointer): string =>
  stepsOf(pointer)
    .map((step) => `/${/^\d+$/.test(step) ? '*' : step}`)
    .join('')

/** What is shown as shortened is shortened, and what is shortened is shown as such, because Reveal stands beside it. */
const masking = (where: string, field: Fact, definition: ListResource): readonly Problem[] => {
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

const fieldProblems = (where: string, field: Fact, definition: ListResource, detail: Shape): readonly Problem[] => {
  const places = undeclared(where, pointersOf(field.path), detail)
  return places.length > 0 ? places : [...factReading(where, field, detail), ...masking(where, field, definition)]
}

/** What the facts and blocks of a record's page read is declared, readable as it is read, and masked where it says so. */
export const blockPlaces: Rule<ListResource> = (definition) => {
  const { name, show } = definition
  const detail = answerShape(definition)
  if (show === null || detail === undefined) return []
  const facts = show.header.facts.flatMap((fact) =>
    fieldProblems(`${name}.show.facts.${fact.label}`, fact, definition, detail),
  )
  const blocks = blocksOf(show).flatMap(({ where: place, block }) => {
    const where = `${name}.show.${place}`
    if (block.kind === 'fields') {
      return [
        ...undeclared(`${where}.exists`, pointersOf(block.exists), detail),
        ...block.facts.flatMap((field) => fieldProblems(`${where}.${field.label}`, field, definition, detail)),
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
