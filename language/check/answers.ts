import type { Resource } from '../resource.ts'
import { pointerOf, stepsOf } from '../pointer.ts'
import { fieldsOfPredicate, type Predicate } from '../predicate.ts'
import { schemaAt, type FieldSchema, type Pointer, itemSchema } from '../schema.ts'
import { listNames, meant, type Finding } from './problem.ts'

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
  const items = typeof at === 'object' ? itemSchema(at) : undefined
  return items === undefined
    ? [
        {
          where,
          message: `reads the items of '${pointer}', which is no array that ${called} declares${at === undefined ? guessPlace(schema, pointer) : ''}`,
        },
      ]
    : check({ schema: items, called: `an item of '${pointer}' in ${called}` })
}

const namesIn = (schema: FieldSchema | undefined): readonly string[] =>
  typeof schema === 'object' ? Object.keys(schema.properties ?? {}) : []

/** The first step of a pointer that a schema does not declare, with the steps before it and the names there. */
function strayStep(schema: FieldSchema | undefined, pointer: Pointer) {
  const steps = stepsOf(pointer)
  const known = steps.findIndex((_step, index) => schemaAt(schema, pointerOf(steps.slice(0, index + 1))) === undefined)
  const [before, step = ''] = [steps.slice(0, Math.max(known, 0)), steps[known]]
  return { before, step, after: steps.slice(known + 1), names: namesIn(schemaAt(schema, pointerOf(before))) }
}

/** The end of a message about a place that is not declared: the one that was probably meant. */
export function guessPlace(schema: FieldSchema | undefined, pointer: Pointer): string {
  const { before, step, after, names } = strayStep(schema, pointer)
  const near = meant(step, names)
  return near === undefined ? '' : `; did you mean '${pointerOf([...before, near, ...after])}'?`
}

/** The valid names in place of the first unknown step, and the place that was probably meant. */
function declaredNear(schema: FieldSchema | undefined, pointer: Pointer): string {
  const { step, names } = strayStep(schema, pointer)
  return `declared there: ${listNames(names, step)}${guessPlace(schema, pointer)}`
}

/** The problems of places that a shape should declare. */
export const undeclared = (where: string, pointers: readonly Pointer[], shape: Shape): readonly Finding[] =>
  pointers
    .filter((pointer) => schemaAt(shape.schema, pointer) === undefined)
    .map((pointer) => ({
      where,
      message: `reads '${pointer}', which ${shape.called} does not declare; ${declaredNear(shape.schema, pointer)}`,
    }))

const holdsId = (schema: FieldSchema | undefined): boolean =>
  typeof schema !== 'object' ||
  schema.type === undefined ||
  [schema.type].flat().some((type) => type === 'string' || type === 'number' || type === 'integer')

function idProblem(pointer: Pointer, { schema }: Shape): string | undefined {
  if (stepsOf(pointer).includes('*')) return `names no single place by '${pointer}': say which item by its number`
  return holdsId(schemaAt(schema, pointer))
    ? undefined
    : `reads an id at '${pointer}', which is neither text nor number: say where inside it the id is`
}

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
