import { isValues, type Values } from '../../language/pointer.ts'
/** The JSON types of a value; a whole number is an `integer`. */
export type SeenType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null'

/**
 * What is known of a value: seen in the rows of a sample, or declared by an OpenAPI document. `values` serve to recognize
 * formats and personal data, and are never written anywhere; only an enumeration of a field that is not personal is.
 */
export interface Seen {
  /** How often there was a value. 0 where it is declared and no value is known. */
  readonly count: number
  readonly types: ReadonlySet<SeenType>
  readonly values: readonly (string | number | boolean)[]
  readonly fields: ReadonlyMap<string, Seen>
  readonly items: Seen | undefined
  /** Present in every object that was seen, or required by the document. */
  readonly isRequired: boolean
  /** Said by an OpenAPI document. */
  readonly format?: string
  readonly choices?: readonly string[]
  readonly isReadOnly?: boolean
  /** The service takes it and never answers it. */
  readonly isWriteOnly?: boolean
  /** A number that is a time since 1970, by its description. */
  readonly epoch?: 'epochSeconds' | 'epochMilliseconds'
  readonly limits?: Limits
  /** The number that a parameter has where it is not sent. */
  readonly initial?: number
}

/** What a document says of the values that a field takes. An answer may have others. */
export type Limits = {
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
}

function typeOf(value: unknown): SeenType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number'
  if (typeof value === 'string') return 'string'
  return typeof value === 'boolean' ? 'boolean' : 'object'
}

/** Names that differ from object to object are values: a map by id or by person, whose names must not be written. */
function areNames(names: readonly string[], objects: readonly Values[]): boolean {
  if (!names.every((name) => /^[A-Za-z_$@][\w$.:-]{0,63}$/.test(name) && !/[0-9a-f]{8}-|@.*\./i.test(name)))
    return false
  const isShared = (name: string) => objects.filter((object) => Object.hasOwn(object, name)).length * 2 > objects.length
  return objects.length < 3 || names.some(isShared)
}

/** Reads what all these values have in common and where they differ. */
export function observe(values: readonly unknown[], isRequired = true): Seen {
  const objects = values.filter(isValues)
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))].filter((name) => name !== '__proto__')
  const items = values.filter((value) => Array.isArray(value)).flat()
  const fields = areNames(names, objects)
    ? names.map((name) => {
        const own = objects.filter((object) => Object.hasOwn(object, name))
        return [
          name,
          observe(
            own.map((object) => object[name]),
            own.length === objects.length,
          ),
        ] as const
      })
    : []
  return {
    count: values.length,
    types: new Set(values.map(typeOf)),
    values: values.filter(
      (value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean',
    ),
    fields: new Map(fields),
    items: items.length === 0 ? undefined : observe(items),
    isRequired,
  }
}
