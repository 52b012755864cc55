import { controlOf, type Input, itemsOf, objectOf, type SchemaObject, typeOf } from '../input.ts'
import { annotations, inputKeywords, type FieldSchema } from '../schema.ts'
import { entriesOf, isPattern, joinNames } from './problem.ts'

/** Keywords of JSON Schema that an input's schema may have. Others could refuse what the field has accepted. */
const known: ReadonlySet<string> = new Set([
  ...inputKeywords,
  ...annotations,
  'title',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'examples',
  'items',
  'readOnly',
  'default',
])

/** The formats that a field checks while it is filled in. */
const formats = ['date', 'date-time', 'email', 'uri']

/** The members of an object, or of the items of a list of objects. */
function membersOf(schema: FieldSchema): Readonly<Record<string, FieldSchema>> {
  const own = objectOf(schema)
  return (typeOf(own) === 'array' ? itemsOf(own) : own).properties ?? {}
}

function innerProblems(schema: SchemaObject): readonly string[] {
  return Object.entries(membersOf(schema)).flatMap(([name, member]) =>
    keywordProblems(objectOf(member)).map((problem) => `has '${name}', which ${problem}`),
  )
}

function keywordProblems(schema: SchemaObject): readonly string[] {
  const stray = Object.keys(schema).filter((keyword) => !known.has(keyword))
  const { pattern, format, message } = schema
  return [
    ...stray.map((keyword) => `has the keyword '${keyword}', which no field checks`),
    ...(pattern !== undefined && !isPattern(pattern)
      ? [`has the pattern '${pattern}', which is no regular expression`]
      : []),
    ...(format !== undefined && !formats.includes(format)
      ? [`has the format '${format}', which no field checks; formats are: ${joinNames(formats)}`]
      : []),
    ...entriesOf(message)
      .filter(([keyword]) => !Object.hasOwn(schema, keyword))
      .map(([keyword]) => `says something of '${keyword}', which its schema does not have`),
    ...innerProblems(schema),
  ]
}

/** The console's own control has one text value. */
function widgetProblems({ widget, control, schema }: Input): readonly string[] {
  if (widget === undefined) return []
  const drawn = `is drawn by '${widget}', which holds one value`
  if (control === 'checkboxes' || control === 'rows' || control === 'group') return [`${drawn}: let people fill in one`]
  if (control === 'lines') return [`${drawn}: give it a maxLength below 1000`]
  return typeOf(schema) === 'boolean' && control === 'checkbox' ? [`${drawn} as text: give the flag labels`] : []
}

/**
 * Why no value of a schema can be filled in.
 *
 * @param isListed true if a field of the record lists the choices
 */
export function unsendable(schema: FieldSchema, isListed = false): readonly string[] {
  const control = isListed ? ['string', 'array'].find((type) => type === typeOf(schema)) : controlOf(schema)
  const remedy = isListed
    ? `choices of the record are texts: give it the type string or array`
    : `give it one type (string, number, integer, boolean), an object with properties, or an array of one of these`
  if (control === undefined) return [`can never be sent: no field takes such values; ${remedy}`]
  if (isListed) return []
  return Object.entries(membersOf(schema)).flatMap(([name, member]) =>
    unsendable(member).map((problem) => `has '${name}', which ${problem}`),
  )
}

/** What would make an input's field refuse or accept something else than its schema. */
export function inputProblems(input: Input): readonly string[] {
  const { schema } = input
  if (typeof schema !== 'object') return []
  return [...keywordProblems(schema), ...widgetProblems(input)]
}
