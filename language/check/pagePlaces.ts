import type { ResolvedShow, ListResource } from '../resource.ts'
import { schemaAt, type Pointer } from '../schema.ts'
import type { Newest, Place } from '../show.ts'
import { answerShape, insideItems, strayFields, undeclared, type Shape } from './answers.ts'
import { entriesOf, type Problem, type Rule } from './problem.ts'

const pointersOf = (...places: readonly (Place | undefined)[]): readonly Pointer[] =>
  places.flatMap((place) => place ?? [])

const fixedPlaces = (where: string, show: ResolvedShow, detail: Shape): readonly Problem[] => {
  const { exists, header, listRow } = show
  return [
    ...undeclared(`${where}.exists`, [exists], detail),
    ...undeclared(`${where}.title`, [header.title], detail),
    ...undeclared(`${where}.status`, pointersOf(header.status?.path), detail),
    ...undeclared(`${where}.switches.search`, listRow?.search ?? [], detail),
  ]
}

const newestPlaces = (
  where: string,
  { path, newestBy, when, field: take }: Newest,
  detail: Shape,
): readonly Problem[] =>
  insideItems(where, path, detail, (items) => {
    const fields = [...new Set([newestBy, take, ...Object.keys(when)])]
    return undeclared(
      where,
      fields.map((field): Pointer => `/${field}`),
      items,
    )
  })

const recordPlaces = (where: string, { record }: ResolvedShow, detail: Shape): readonly Problem[] =>
  entriesOf(record).flatMap(([field, source]) => {
    const at = `${where}.record.${field}`
    if (source === undefined) return []
    return typeof source === 'string' ? undeclared(at, [source], detail) : newestPlaces(at, source, detail)
  })

const bannerPlaces = (where: string, { banners }: ResolvedShow, definition: ListResource): readonly Problem[] =>
  banners.flatMap(({ name, when }) =>
    when.flatMap(({ read, path, when }) => {
      const shape = answerShape(definition, read)
      if (shape === undefined) return []
      const at = `${where}.banners.${name}`
      const found = schemaAt(shape.schema, path)
      return found === undefined
        ? undeclared(at, [path], shape)
        : strayFields(at, when, { schema: found, called: `'${path}' of ${shape.called}` })
    }),
  )

const countPlaces = (where: string, { tabs }: ResolvedShow, detail: Shape): readonly Problem[] =>
  tabs.flatMap(({ name, count }) => {
    const at = `${where}.tabs.${name}.count`
    return count === undefined ? [] : insideItems(at, count.path, detail, (items) => strayFields(at, count.when, items))
  })

/** Every place that a record's page reads is declared in the answer it is read from: whatever is not never arrives. */
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
