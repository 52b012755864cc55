import { isPointer } from '../pointer.ts'
import type { JSONSchema } from 'json-schema-to-ts'
import type { ListResource, NestedResource, ResolvedPartOf } from '../resource.ts'
import type { NestedDefinition } from '../authored/definition.ts'
import { detailPlaces, maskedAt, readPlaces, recordPlaces } from '../personal.ts'
import { isMasked } from '../pii.ts'
import { schemaAt, type Pointer } from '../schema.ts'
import { isCall, operationsOf, sentFields } from '../operations.ts'
import { detailFields } from '../stateRead.ts'
import { answerShape, insideItems, strayFields, strayIds, undeclared, type Shape } from './answers.ts'
import { blocksOf } from './pagePlaces.ts'
import { entriesOf, joinNames, type Finding, type Rule, type Rules, foundUnless, strangers } from './problem.ts'

/** The field that the gateway adds to records with a clock. */
const FIRST_SEEN = 'first_seen_at'

const pointersTo = (fields: readonly string[]): readonly Pointer[] => fields.map((field): Pointer => `/${field}`)

/** The fields of a part that do not come from its key, its parent's record or the gateway's clock. */
const itemFields = ({ record }: NestedResource, { key, include }: ResolvedPartOf): readonly string[] => {
  const brought = [...Object.keys(include), FIRST_SEEN, ...(key === 'id' ? [] : ['id'])]
  return Object.keys(record.properties).filter((field) => !brought.includes(field))
}

const keyed = ({ name, record }: NestedResource, { key }: ResolvedPartOf): readonly Finding[] =>
  foundUnless(
    Object.hasOwn(record.properties, key),
    `${name}.id`,
    `names '${key}', which is no field; fields are: ${joinNames(Object.keys(record.properties), key)}`,
  )

const carried = (
  { name, record }: NestedResource,
  { include }: ResolvedPartOf,
  parent: ListResource,
  items: Shape,
): readonly Finding[] => {
  const known = detailFields(parent)
  return [
    ...strangers(
      `${name}.partOf.include`,
      Object.values(include),
      known,
      (field) => `takes '${field}', which ${parent.name}.show.record does not say; said are: `,
    ),
    ...Object.keys(include)
      .filter((field) => !Object.hasOwn(record.properties, field))
      .map((field) => ({
        where: `${name}.partOf.include`,
        message: `fills '${field}', which is no field; fields are: ${joinNames(Object.keys(record.properties), field)}`,
      })),
    ...Object.keys(include)
      .filter((field) => schemaAt(items.schema, `/${field}`) !== undefined)
      .map((field) => ({
        where: `${name}.partOf.include`,
        message: `fills '${field}', which the items have themselves and would hide: take it from one place`,
      })),
  ]
}

const clocked = ({ name, record }: NestedResource, { clock }: ResolvedPartOf, items: Shape): readonly Finding[] => {
  const where = `${name}.partOf.clock`
  const hasField = Object.hasOwn(record.properties, FIRST_SEEN)
  if (clock === undefined) {
    return hasField ? [{ where: `${name}.record.${FIRST_SEEN}`, message: `is never filled: declare partOf.clock` }] : []
  }
  return [
    ...undeclared(where, [...clock.status, ...(clock.path === undefined ? [] : [clock.path])], items),
    ...strayFields(where, clock.when, items),
    ...(hasField ? [] : [{ where, message: `needs the field '${FIRST_SEEN}' in the record, which the gateway fills` }]),
  ]
}

/** True when a schema declares the type at a place. Inside an open structure, the names decide what is masked. */
const isTyped = (schema: JSONSchema, place: Pointer): boolean => {
  const at = schemaAt(schema, place)
  return typeof at === 'object' && at.type !== undefined
}

/** A part and its parent's answer must mask the same places, otherwise they would disagree about a value. */
function masked(
  part: NestedResource,
  { path, read }: ResolvedPartOf,
  parent: ListResource,
  items: Shape,
): readonly Finding[] {
  const answered = read === undefined ? detailPlaces(parent) : readPlaces(parent, read)
  const from = `${parent.name}.${read === undefined ? 'detail' : `bindings.${read}`}`
  const own = recordPlaces(part)
  const theirs = answered.flatMap(([place, pii]) => {
    const inside = place.slice(path.length + 2)
    return place.startsWith(`${path}/*/`) && isPointer(inside) ? [[inside, pii] as const] : []
  })
  return [
    ...theirs
      .filter(([place, pii]) => isMasked(pii) && isTyped(part.record, place) && maskedAt(own, place) !== pii)
      .map(([place, pii]) => ({
        where: `${part.name}.record${place}`,
        message: `must be '${pii}', as ${from} has it`,
      })),
    ...own
      .filter(([place, pii]) => isMasked(pii) && isTyped(items.schema, place) && maskedAt(theirs, place) === undefined)
      .map(([place, pii]) => ({
        where: `${part.name}.record${place}`,
        message: `is '${pii}', which ${from} does not mask: annotate it there too`,
      })),
  ]
}

/** Keys that nested records must not have. Types do not catch them when a definition is built from parts. */
export const nestedHasNoPage = ({ name, ...own }: NestedDefinition): readonly Finding[] => {
  const { list, getOne } = own.bindings
  const pages = ['show', 'reads', 'path', 'detail'].filter((key) => Object.hasOwn(own, key))
  const calls = [...(list === undefined ? [] : ['bindings.list']), ...(getOne === undefined ? [] : ['bindings.getOne'])]
  return [...calls, ...pages].map((place) => ({
    where: `${name}.${place}`,
    message: `has no use: a part is read with its parent; remove it`,
  }))
}

const isShown: Rule<NestedResource> = ({ name, partOf }, all) => {
  const parent = all.find((definition) => definition.name === partOf.resource)
  const show = parent?.show ?? null
  return foundUnless(
    show === null || blocksOf(show).some(({ block }) => block.kind === 'part' && block.resource === name),
    `${name}.partOf`,
    `is shown nowhere: put { kind: 'part', resource: '${name}' } into ${partOf.resource}.show`,
  )
}

const partOfAnother: Rule<NestedResource> = (part, all) => {
  const { name, partOf } = part
  const parent = all.find((definition) => definition.name === partOf.resource)
  if (parent?.kind !== 'list' || parent.bindings['getOne'] === undefined) {
    const known = all.filter(({ bindings }) => bindings['getOne'] !== undefined).map((definition) => definition.name)
    const message = `names '${partOf.resource}', resources with a detail are: ${joinNames(known, partOf.resource)}`
    return [{ where: `${name}.partOf.resource`, message }]
  }
  const answer = answerShape(parent, partOf.read)
  if (answer === undefined) {
    const known = entriesOf(parent.reads).map(([read]) => read)
    const message = `names '${partOf.read ?? ''}', reads of ${parent.name} are: ${joinNames(known, partOf.read ?? '')}`
    return [{ where: `${name}.partOf.read`, message }]
  }
  return [
    ...keyed(part, partOf),
    ...strayIds(`${name}.partOf.path`, partOf.files, answer),
    ...insideItems(`${name}.partOf.path`, partOf.path, answer, (items) => [
      ...undeclared(`${name}.record`, pointersTo(itemFields(part, partOf)), items),
      ...carried(part, partOf, parent, items),
      ...masked(part, partOf, parent, items),
      ...clocked(part, partOf, items),
    ]),
  ]
}

/** A new record is known by its parent alone, which the gateway compares with the values of the call. */
const newIsOfParent: Rule<NestedResource> = (part, all) => {
  const { name, partOf } = part
  const parent = all.find((definition) => definition.name === partOf.resource)
  const known = parent?.kind === 'list' ? detailFields(parent) : []
  // What takes an unknown field is named by another rule.
  if (Object.values(partOf.include).some((field) => !known.includes(field))) return []
  const given = Object.keys(partOf.include)
  const [parentId = 'id'] = parent?.idFields ?? []
  const calls = Object.values(part.bindings).every(({ call }) => isCall(call)) ? operationsOf(part) : []
  return calls.flatMap((operation) => {
    if (operation.action?.scope !== 'list') return []
    const named = sentFields(operation)
    const stray = named.find((field) => !given.includes(field))
    const where = `${name}.bindings.${operation.binding}`
    if (stray !== undefined)
      return [
        {
          where,
          message: `names '${stray}', which a new record does not have yet; its parent gives: ${joinNames(given, stray)}`,
        },
      ]
    if (named.some((field) => partOf.include[field] === 'id')) return []
    const other = named.find((field) => partOf.include[field] === parentId)
    return other === undefined
      ? [
          {
            where,
            message: `names no parent: take the parent's id in partOf.include as 'id', and name that field in the call`,
          },
        ]
      : [{ where: `${name}.partOf.include`, message: `has the parent's id as '${parentId}': write { ${other}: 'id' }` }]
  })
}

/** Rules about definitions whose records are items of another resource's detail, or of one of its reads. */
export const partRules: Rules<NestedResource> = [
  ['invalid-part', partOfAnother],
  ['invalid-part', newIsOfParent],
  ['unshown-part', isShown],
]
