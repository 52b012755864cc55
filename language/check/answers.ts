import type { Resource } from '../resource.ts'
import { stepsOf } from '../pointer.ts'
import { fieldsOfPredicate, type Predicate } from '../predicate.ts'
import { schemaAt, type FieldSchema, type Pointer } from '../schema.ts'
import { joinNames, type Finding } from './problem.ts'

/** A schema to look up places in, and its name in messages. */
export interface Shape {
  readonly schema: FieldSchema
  readonly called: string
}

/**
 * The answer that a page reads places from: the detail, or a read of the definition; `undefined` when there is neither.
 */
export function answerShape({ detail, record, reads }: Resource, answer = 'detail'): Shape | undefined {
  if (answer === 'detail') {
    return detail === null
      ? { schema: record, called: 'the record' }
      : { schema: detail.schema, called: "the detail's schema" }
  }
  const read = Object.hasOwn(reads, answer) ? reads[answer] : undefined
  return read === undefined ? undefined : { schema: read.schema, called: `the read '${answer}'` }
}

/** Checks the items of the array at a place, or reports that no array is declared there. */
export function insideItems(
  where: string,
  pointer: Pointer,
  { schema, called }: Shape,
  check: (items: Shape) => readonly Finding[],
): readonly Finding[] {
  const at = schemaAt(schema, pointer)
  const items = typeof at === 'object' ? (at.items as FieldSchema | undefined) : undefined
  return items === undefined
    ? [{ where, message: `reads the items of '${pointer}', which is no array that ${called} declares` }]
    : check({ schema: items, called: `an item of '${pointer}' in ${called}` })
}

const namesIn = (schema: FieldSchema | undefined): readonly string[] =>
  typeof schema === 'object' ? Object.keys(schema.properties ?? {}) : []

/** The valid alternatives to the first unknown step. */
function offered(schema: FieldSchema, pointer: Pointer): string {
  const steps = stepsOf(pointer)
  const known = steps.findIndex((_step, index) => {
    const before = `/${steps.slice(0, index + 1).join('/')}` as const
    return schemaAt(schema, before) === undefined
  })
  const parent: Pointer = known <= 0 ? '' : `/${steps.slice(0, known).join('/')}`
  return joinNames(namesIn(schemaAt(schema, parent)))
}

/** The problems of places that a shape should declare. */
export const undeclared = (where: string, pointers: readonly Pointer[], shape: Shape): readonly Finding[] =>
  pointers
    .filter((pointer) => schemaAt(shape.schema, pointer) === undefined)
    .map((pointer) => ({
      where,
      message: `reads '${pointer}', which ${shape.called} does not declare; declared there: ${offered(shape.schema, pointer)}`,
    }))

const holdsId = (schema: FieldSchema | undefined): boolean =>
  typeof schema !== 'object' ||
  schema.type === undefined ||
  [schema.type].flat().some((type) => type === 'string' || type === 'number' || type === 'integer')

function idProblem(pointer: Pointer, { schema }: Shape): string | undefined {
  if (stepsOf(pointer).includes('*')) return `names no single place by '${pointer}': say which item by its number`
  return holdsId(schemaAt(schema, pointer))
    ? undefined
    : `reads an id at '${pointer}', which is neither text nor number: say where inside it the id stands`
}

/** The problems of places that should each have one id. */
export const strayIds = (where: string, pointers: readonly Pointer[], shape: Shape): readonly Finding[] => {
  const missing = undeclared(where, pointers, shape)
  if (missing.length > 0) return missing
  return pointers
    .map((pointer) => idProblem(pointer, shape))
    .filter((message) => message !== undefined)
    .map((message) => ({ where, message }))
}

/** The problems of a condition over an object of this shape. */
export const strayFields = (where: string, predicate: Predicate | undefined, shape: Shape): readonly Finding[] =>
  undeclared(
    where,
    fieldsOfPredicate(predicate).map((field): Pointer => `/${field}`),
    shape,
  )
