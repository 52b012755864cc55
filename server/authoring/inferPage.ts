import { itemSchema, type FieldSchema, type ObjectSchema, type Pointer } from '../../language/schema.ts'
import type { FactsBlock, ShowDefinition, TableBlock } from '../../language/authored/show.ts'
import { wordsOf } from '../../language/personalNames.ts'
import { titleOf } from './inferField.ts'

const isPlain = (schema: FieldSchema | undefined): boolean =>
  typeof schema === 'object' && schema.properties === undefined && schema.items === undefined

const propertiesOf = (schema: FieldSchema | undefined) =>
  Object.entries((typeof schema === 'object' ? schema.properties : undefined) ?? {}).filter(([name]) =>
    /^\w+$/.test(name),
  )

/** The places of the values of an object that are no structures. */
const plainIn = (schema: FieldSchema | undefined, at: Pointer): readonly Pointer[] =>
  propertiesOf(schema).flatMap(([name, inner]) => (isPlain(inner) ? [`${at}/${name}` as const] : []))

/** The same, with those of the objects inside. */
const deepIn = (schema: FieldSchema | undefined, at: Pointer): readonly Pointer[] => [
  ...plainIn(schema, at),
  ...propertiesOf(schema).flatMap(([name, inner]) => deepIn(inner, `${at}/${name}`)),
]

function blocksOf({ properties }: ObjectSchema): readonly (FactsBlock | TableBlock)[] {
  return Object.entries(properties).flatMap(([name, schema]): readonly (FactsBlock | TableBlock)[] => {
    if (typeof schema !== 'object' || !/^\w+$/.test(name)) return []
    const facts = deepIn(schema, `/${name}`)
    if (facts.length > 0) return [{ kind: 'facts', title: titleOf(name), facts }]
    const columns = plainIn(itemSchema(schema), '')
    const emptyText = `No ${wordsOf(name)}`
    return columns.length === 0 ? [] : [{ kind: 'table', title: titleOf(name), path: `/${name}`, columns, emptyText }]
  })
}

/** The singular of a resource's name: 'orders' → 'order'. */
export const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '')

const MOST_FACTS = 8

/**
 * The page of one record: its values, and a block for each structure inside.
 *
 * @param naming the field that names a record
 */
export function inferPage(
  record: ObjectSchema,
  {
    name,
    id,
    naming,
    actions,
  }: { readonly name: string; readonly id: string; readonly naming: string; readonly actions: readonly string[] },
): ShowDefinition {
  const facts = plainIn(record, '').filter((place) => place !== `/${naming}`)
  const [first, rest] = [facts.slice(0, MOST_FACTS), facts.slice(MOST_FACTS)]
  return {
    path: `/${singular(name)}/{id}`,
    exists: `/${id}`,
    title: `/${naming}`,
    facts: first,
    ...(actions.length === 0 ? {} : { actions }),
    blocks: [
      ...(rest.length === 0 ? [] : [{ kind: 'facts' as const, title: 'More', facts: rest }]),
      ...blocksOf(record),
    ],
  }
}
