import { pointerOf, stepsOf, isValues, isPointer, valueAt } from './pointer.ts'
import type { Pointer } from './schema.ts'
import { jsonTypeOf, type UnreadablePlaces } from './unreadable.ts'

/** One validation issue: the place, and the schema keyword it violates. Never a value. */
export interface Issue {
  readonly instancePath: string
  readonly keyword: string
  readonly params: { readonly missingProperty?: string; readonly type?: string | readonly string[] }
}

/** A compiled schema. After a call that returned false, `errors` lists every issue. */
export interface Validate {
  (data: unknown): boolean
  errors?: readonly Issue[] | null
}

const isSchemaObject = (schema: unknown): schema is Readonly<Record<string, unknown>> =>
  typeof schema === 'object' && schema !== null && !Array.isArray(schema)

/**
 * The schema reduced to types: an answer that is longer, older or different is still shown as sent (X2), while a value
 * of the wrong type can't be.
 */
export function typesOnly(schema: unknown): boolean | Readonly<Record<string, unknown>> {
  if (!isSchemaObject(schema)) return schema === false ? false : true
  const { type, properties, items, required } = schema
  return {
    ...(type === undefined ? {} : { type }),
    ...(isSchemaObject(properties)
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, typesOnly(part)])) }
      : {}),
    ...(items === undefined ? {} : { items: typesOnly(items) }),
    ...(Array.isArray(required) ? { required } : {}),
  }
}

export interface Flaw {
  readonly pointer: Pointer
  readonly keyword: string
}

/** An answer with its broken places set to null, and the list of them. */
export interface CheckedAnswer {
  readonly value: unknown
  readonly flaws: readonly Flaw[]
  /** Why values of the wrong type, which are null now, could not be read. */
  readonly unreadable: UnreadablePlaces
}

function flawOf({ instancePath, keyword, params }: Issue): Flaw {
  const missing = params.missingProperty === undefined ? '' : pointerOf([params.missingProperty])
  const place = `${instancePath}${missing}`
  return { pointer: isPointer(place) ? place : '', keyword }
}

/** What a value of the wrong type should have been, by its place. A missing value and null are empty in any case. */
function unreadableIn(value: unknown, { instancePath, keyword, params: { type = [] } }: Issue) {
  const found = isPointer(instancePath) ? valueAt(value, instancePath) : undefined
  const isWrong = keyword === 'type' && found !== undefined && found !== null
  return isWrong ? [[instancePath, `Expected ${[type].flat().join(' or ')}, got ${jsonTypeOf(found)}`] as const] : []
}

/** A copy with null at this path. Other parts are shared with the original. */
function withNull(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return null
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (String(index) === step ? withNull(item, rest) : item))
  }
  return isValues(value) ? { ...value, [step]: withNull(value[step], rest) } : value
}

/**
 * Checks an answer against its declared types, field by field: a value of the wrong type or a missing one becomes null
 * and is listed (X4). A flaw at '' means that nothing in the answer can be used.
 */
export function checkAnswer(value: unknown, validate: Validate): CheckedAnswer {
  if (validate(value)) return { value, flaws: [], unreadable: {} }
  const issues = validate.errors ?? []
  const flaws = issues.map(flawOf)
  return {
    value: flaws.reduce((repaired, { pointer }) => withNull(repaired, stepsOf(pointer)), value),
    flaws,
    unreadable: Object.fromEntries(issues.flatMap((issue) => unreadableIn(value, issue))),
  }
}
