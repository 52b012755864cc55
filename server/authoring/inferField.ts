import { isSecretName, personalName, personalText, probablyPersonal, wordsOf } from '../../language/personalNames.ts'
import { isMasked, type PiiClass } from '../../language/pii.ts'
import { isCalendarDay, parseInstant } from '../../language/parseInstant.ts'
import type { FieldSchema, ObjectSchema } from '../../language/schema.ts'
import type { Seen, SeenType } from './observe.ts'

/** What was inferred and why, for the author: what to know, what to confirm, what to decide. */
export interface Findings {
  readonly inferred: string[]
  readonly personal: string[]
  readonly decide: string[]
}

/** A schema that is being written. */
type Draft = { -readonly [Key in keyof Exclude<FieldSchema, boolean>]: Exclude<FieldSchema, boolean>[Key] }

const capitals = /^(id|url|uri|uuid|ssn|tin|ip|iban|vat|api|sku|isbn|usd|eur|utc)$/

/** 'first_name' → 'First Name', 'orderID' → 'Order ID'. */
export const titleOf = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .map((word) =>
      capitals.test(word.toLowerCase()) ? word.toUpperCase() : `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`,
    )
    .join(' ')

/** A value's place in a record, for the author: `customer.email`, `lines[].price`. */
interface Place {
  readonly name: string
  readonly path: string
  /** The class of the structure around it, such as an address with its parts. */
  readonly around: PiiClass | undefined
  /** The names next to it. */
  readonly siblings: readonly string[]
}

const texts = ({ values }: Seen): readonly string[] => values.filter((value) => typeof value === 'string')

/** The class of a value and the reason, by its name, then by its form, then by what it is part of. */
function classOf(
  { name, path, around, siblings }: Place,
  seen: Seen,
): readonly [pii: PiiClass, why: string] | undefined {
  if (seen.types.has('boolean') && seen.types.size === 1) return undefined
  if (seen.format === 'email') return ['email', 'by its format']
  const named = probablyPersonal(name, path.split('.').at(-2))
  if (named !== undefined) return [named, 'by its name']
  const formed = texts(seen).flatMap((text) => personalText(text) ?? [])[0]
  if (formed !== undefined) return [formed, 'by the form of its values']
  if (around !== undefined && seen.types.has('string')) return [around, 'as part of personal data']
  const isPlace = /^(state|province|region|country)( code)?$/.test(wordsOf(name))
  const isAddress = siblings.some((other) => /^(city|zip|zip code|postal code|post ?code|street)$/.test(wordsOf(other)))
  return isPlace && isAddress ? ['address', 'next to the parts of an address'] : undefined
}

const stateLike =
  /(^| )(status|state|type|kind|category|class|level|priority|stage|phase|tier|plan|mode|side|direction|currency|channel|method|severity|outcome|unit|region)$/
const CONSTANT = /^[A-Z][A-Z0-9_]*$/
const WORDS = /^[A-Za-z][A-Za-z0-9]*([ _-][A-Za-z0-9]+){0,2}$/
const MOST_CHOICES = 12

/** The choices of a text that has few: of a status-like name, or constants that come again and again. */
function choicesOf({ name }: Place, seen: Seen): readonly string[] | undefined {
  if (seen.choices !== undefined) return seen.choices
  const values = texts(seen)
  const distinct = [...new Set(values)].toSorted()
  if (distinct.length === 0 || distinct.length > MOST_CHOICES || values.length < 3) return undefined
  const isState = stateLike.test(wordsOf(name)) && values.length >= distinct.length * 1.5
  const isConstant = values.length >= distinct.length * 3 && distinct.every((value) => CONSTANT.test(value))
  return (isState || isConstant) && distinct.every((value) => WORDS.test(value)) ? distinct : undefined
}

const all = (seen: Seen, test: (text: string) => boolean): boolean => texts(seen).length > 0 && texts(seen).every(test)

const isMoment = (text: string): boolean => parseInstant(text) !== undefined
const isZoned = (text: string): boolean => /T.*(Z|[+-]\d\d:\d\d)$/i.test(text) && isMoment(text)

/** How a text that is not personal is written, what a form takes for one, and why. */
function writing(
  { name, path }: Place,
  seen: Seen,
  { decide }: Findings,
): readonly [written: Partial<Draft>, why: string] | undefined {
  const { format } = seen
  if (format === 'date' || all(seen, isCalendarDay)) return [{ format: 'date', display: 'date' }, 'a day']
  if (format === 'date-time' || all(seen, isZoned)) return [{ format: 'date-time', display: 'dateTime' }, 'a time']
  if (all(seen, isMoment)) {
    decide.push(`${path} is a time of the service's own form: where a form asks for it, give it a pattern`)
    return [{ display: 'dateTime' }, 'a time without its zone, taken for UTC']
  }
  if (format === 'uri' || format === 'url' || all(seen, (text) => /^https?:\/\/\S+$/.test(text)))
    return [{ format: 'uri', display: 'link' }, 'an address']
  if (format === 'uuid' || all(seen, (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)))
    return [{ display: 'code' }, 'a UUID']
  return /(^| )(id|code|number|no|reference|ref|sku)$/.test(wordsOf(name))
    ? [{ display: 'code' }, 'an identifier']
    : undefined
}

const moneyLike =
  /(^| )(amount|price|total|subtotal|balance|cost|fee|fees|tax|discount|salary|revenue|value|payment|credit|debit)$/
const timeLike = /(^| )(at|on|date|time|timestamp|ts|created|updated|modified|expires|expiry|since|until)$/
const minorLike = /(^| )(cents|pence|minor|minor units)$/

const notTimeLike = /(^| )(ids?|no|num|number|code|key|ref|reference|count|size|bytes|sku)$/

const SECONDS = [631_152_000, 4_102_444_800] as const
const isWithin = (values: Seen['values'], factor: number): boolean =>
  values.length > 0 &&
  values.every((value) => typeof value === 'number' && value >= SECONDS[0] * factor && value <= SECONDS[1] * factor)

/** The title of a value whose unit is not the one on the screen: 'amount_cents' → 'Amount'. */
const withoutUnit = (name: string): string => titleOf(name).replace(/ (Cents|Pence|Minor|Minor Units|Ms|Ts)$/, '')

/** Numbers that are times or amounts. */
function number(draft: Draft, { name, path, siblings }: Place, seen: Seen, { inferred, decide }: Findings): void {
  const words = wordsOf(name)
  const isTime = seen.epoch !== undefined || timeLike.test(words) || /\w{2}ed$| ms$/.test(words)
  const seenEpoch = isWithin(seen.values, 1000)
    ? 'epochMilliseconds'
    : isWithin(seen.values, 1)
      ? 'epochSeconds'
      : undefined
  const epoch = seen.epoch ?? seenEpoch
  const hasCurrency = siblings.some((other) => /(^| )currency( code)?$/.test(wordsOf(other)))
  const written: Partial<Draft> = hasCurrency ? { display: 'decimal', decimals: 2 } : { display: 'money' }
  const text = seen.types.has('null') ? (['string', 'null'] as const) : 'string'
  if (isTime && epoch !== undefined) {
    Object.assign(draft, { type: text, title: withoutUnit(name), coerce: epoch, display: 'dateTime' })
    inferred.push(`${path} is a time, sent as ${epoch === 'epochSeconds' ? 'seconds' : 'milliseconds'} since 1970`)
  } else if (epoch !== undefined && !notTimeLike.test(words) && !moneyLike.test(words) && !minorLike.test(words)) {
    decide.push(
      `${path} may be a time, sent as ${epoch === 'epochSeconds' ? 'seconds' : 'milliseconds'} since 1970: type 'string', coerce '${epoch}' and display 'dateTime' then`,
    )
  } else if (minorLike.test(words) && !seen.types.has('number')) {
    Object.assign(draft, { type: text, title: withoutUnit(name), coerce: 'cents', ...written })
    inferred.push(`${path} is an amount in cents, by its name: the console reads it as a decimal text, 1250 as '12.50'`)
  } else if (moneyLike.test(words)) {
    Object.assign(draft, written)
    inferred.push(`${path} is an amount, by its name${hasCurrency ? '; its currency is another field' : ''}`)
    if (hasCurrency && !seen.types.has('number'))
      decide.push(`${path} may count minor units, as every amount is whole: type 'string' and coerce 'cents' then`)
  } else if (seen.types.has('number')) draft.display = 'decimal'
}

/** Text that is a number or a flag. */
function spelled(draft: Draft, place: Place, seen: Seen, findings: Findings): boolean {
  const { path } = place
  const isFlagName =
    /^(is|has|can|was|should|enabled|active|deleted|verified)\b|\b(flag|enabled|active|verified)$/.test(
      wordsOf(place.name),
    )
  const isFlag =
    seen.values.length > 0 && seen.values.every((value) => /^(true|false|[01yn]|yes|no)$/i.test(String(value)))
  if (isFlag && (isFlagName || all(seen, (text) => /^(true|false)$/i.test(text)))) {
    Object.assign(draft, {
      type: seen.types.has('null') ? ['boolean', 'null'] : 'boolean',
      coerce: seen.values.every((value) => typeof value === 'number') ? 'zeroOrOne' : 'boolean',
      display: 'flag',
    })
    findings.inferred.push(`${path} is a flag, sent as ${seen.types.has('string') ? 'text' : '0 and 1'}`)
    return true
  }
  if (!all(seen, (text) => /^-?\d+\.\d+$/.test(text))) return false
  draft.display = moneyLike.test(wordsOf(place.name)) ? 'money' : 'decimal'
  findings.inferred.push(`${path} is a decimal, sent as text`)
  return true
}

const order: readonly SeenType[] = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null']

function typeOf({ types }: Seen): NonNullable<Draft['type']> {
  const own = order.filter((type) => types.has(type) && !(type === 'integer' && types.has('number')))
  return own.length === 1 && own[0] !== undefined ? own[0] : own
}

function scalar(draft: Draft, place: Place, seen: Seen, findings: Findings): void {
  const { path } = place
  if (spelled(draft, place, seen, findings)) return
  if (seen.types.has('boolean')) draft.display = 'flag'
  if (seen.types.has('integer') || seen.types.has('number')) number(draft, place, seen, findings)
  if (!seen.types.has('string')) return
  const written = writing(place, seen, findings)
  const choices = written === undefined ? choicesOf(place, seen) : undefined
  if (written !== undefined) {
    Object.assign(draft, written[0])
    const { format } = written[0]
    findings.inferred.push(`${path} is ${written[1]}${format === undefined ? '' : `, so format is '${format}'`}`)
  } else if (choices !== undefined) {
    draft.enum = seen.types.has('null') ? [...choices, null] : choices
    // Codes such as USD stay as they are.
    const isWords = choices.every((choice) => CONSTANT.test(choice)) && choices.some((choice) => choice.length > 3)
    if (isWords) draft.display = 'words'
    findings.inferred.push(
      `${path} is one of ${choices.length} values${seen.choices === undefined ? ` in ${texts(seen).length} rows` : ''}: a closed list in conditions, and new values are still shown`,
    )
  } else if (texts(seen).some((text) => text.length > 80)) draft.truncate = 60
}

/**
 * The schema of a value with everything inside it. Undefined when nothing was seen to tell what it is: a field that is not
 * declared never leaves the gateway.
 */
function inferField(place: Place, seen: Seen, findings: Findings): FieldSchema | undefined {
  const { name, path } = place
  if (isSecretName(name)) {
    findings.decide.push(`${path} is left out: by its name it is a secret`)
    return undefined
  }
  if (seen.isWriteOnly === true) {
    findings.decide.push(
      `${path} is left out: it is writeOnly, so the service never answers it; a field of the record with its type makes it one of the form`,
    )
    return undefined
  }
  const draft: Draft = { type: typeOf(seen), ...(path.endsWith('[]') ? {} : { title: titleOf(name) }), ...seen.limits }
  if (seen.types.has('object') || seen.types.has('array')) {
    const around = personalName(name) ?? place.around
    const { properties: fields, required } = inferFields(seen, { path, around }, findings)
    const items = seen.items && inferField({ ...place, path: `${path}[]`, around }, seen.items, findings)
    if (Object.keys(fields).length === 0 && items === undefined) {
      findings.decide.push(`${path} is left out: nothing inside it was seen that could be declared`)
      return undefined
    }
    return {
      ...draft,
      ...(seen.types.has('object') && required.length > 0 ? { required } : {}),
      ...(seen.types.has('object') ? { properties: fields } : {}),
      ...(items === undefined ? {} : { items }),
    } as FieldSchema
  }
  if (![...seen.types].some((type) => type !== 'null')) {
    findings.decide.push(`${path} is left out: no value was seen, so its type is not known`)
    return undefined
  }
  const personal = classOf(place, seen)
  if (personal === undefined) scalar(draft, place, seen, findings)
  else {
    const [pii, why] = personal
    draft.pii = pii
    if (pii === 'email' && (seen.format === 'email' || all(seen, isEmail))) draft.format = 'email'
    findings.personal.push(`${path} is '${pii}', ${why}${isMasked(pii) ? ': the gateway masks it' : ''}`)
  }
  if (isSetByService(place, seen)) {
    draft.readOnly = true
    findings.inferred.push(
      `${path} is set by the service${seen.isReadOnly === true ? '' : ', by its name'}: no form asks for it`,
    )
  }
  return draft as FieldSchema
}

const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)

const stampLike =
  /^(created|updated|modified|inserted|last (updated|modified|changed))( (at|on|date|time|ms|ts|timestamp))?$/

const isSetByService = ({ name }: Place, { isReadOnly = false }: Seen): boolean =>
  isReadOnly || stampLike.test(wordsOf(name))

/** So many objects at least, for a field that all of them have to be one that every object has. */
const ENOUGH = 2

/** True for a field that has a value in every object, by a document or by enough of them. */
const isNeeded = ({ isRequired, types, values }: Seen, objects: number): boolean =>
  isRequired && !types.has('null') && !values.includes('') && (objects === 0 || objects >= ENOUGH)

/** The schemas of an object's fields, and the names of those that it always has. */
export function inferFields(
  seen: Seen,
  { path, around }: Pick<Place, 'path' | 'around'>,
  findings: Findings,
): { readonly properties: ObjectSchema['properties']; readonly required: readonly string[] } {
  const siblings = [...seen.fields.keys()]
  const found = siblings.flatMap((name) => {
    const field = seen.fields.get(name)
    const place = { name, path: path === '' ? name : `${path}.${name}`, around, siblings }
    const schema = field && inferField(place, field, findings)
    return schema === undefined ? [] : [{ name, schema, isRequired: isNeeded(field ?? seen, seen.count) }]
  })
  return {
    properties: Object.fromEntries(found.map(({ name, schema }) => [name, schema])),
    required: found.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])),
  }
}
