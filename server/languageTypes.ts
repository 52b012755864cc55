import { type Node, nameAt, nodeAt, nodesAt } from './authoring/syntaxTree.ts'
import { createListing, type Declarations, JSON_SCHEMA, type Listing, type Typed } from './languageDeclarations.ts'

export interface Member {
  readonly key: string
  readonly type: Typed
  /** The declaration that has it; '' inside a declaration's own key. */
  readonly owner: string
  /** The list of names that it is written in: one alternative of a type. */
  readonly among: Node
  readonly isRequired: boolean
  /** False for a keyword of JSON Schema and for a name out of a list, such as a verb: neither is a key of the language. */
  readonly isKey: boolean
}

export interface Shape {
  readonly members: readonly Member[]
  /** Values under names that are the author's own. */
  readonly named: readonly Typed[]
  /** Values in a list. */
  readonly items: readonly Typed[]
}

/** What `Partial` makes of a type. */
const optional = (shape: Shape): Shape => ({
  ...shape,
  members: shape.members.map((member) => ({ ...member, isRequired: false })),
})

const none: Shape = { members: [], named: [], items: [] }

/** What a value of several types contains. */
export const merged = (shapes: readonly Shape[]): Shape => ({
  members: shapes.flatMap(({ members }) => members),
  named: shapes.flatMap(({ named }) => named),
  items: shapes.flatMap(({ items }) => items),
})

/** The children of a type that are types of the same value. */
const sameValue: Readonly<Record<string, readonly string[]>> = {
  TSUnionType: ['types'],
  TSIntersectionType: ['types'],
  TSConditionalType: ['trueType', 'falseType'],
  TSParenthesizedType: ['typeAnnotation'],
}

/** The children of a type that are types of the items of a list. */
const itemTypes: Readonly<Record<string, readonly string[]>> = {
  TSArrayType: ['elementType'],
  TSTupleType: ['elementTypes'],
}

const argumentsOf = ({ node, scope }: Typed): readonly Typed[] =>
  nodesAt(nodeAt(node, 'typeArguments'), 'params').map((argument) => ({ node: argument, scope }))

/** The names that are written in a type. */
const literal = (node: Node | undefined, scope: Typed['scope']): Shape => ({
  ...none,
  members: [...nodesAt(node, 'members'), ...nodesAt(node, 'body')].flatMap((member) => {
    const type = nodeAt(member, 'typeAnnotation', 'typeAnnotation')
    // A key that is a sentence is one that the compiler prints, and no author writes.
    const isKey = nodeAt(member, 'key')?.type === 'Identifier' && member['computed'] !== true
    if (member.type !== 'TSPropertySignature' || !isKey || type === undefined) return []
    const isRequired = member['optional'] !== true
    const written = { key: nameAt(member, 'key'), type: { node: type, scope }, among: node ?? member }
    return [{ ...written, owner: '', isRequired, isKey }]
  }),
})

/** Values of one type, under the names that a type lists or under any. */
const under = (names: readonly string[] | undefined, type: Typed | undefined): Shape => {
  if (type === undefined || type.node.type === 'TSNeverKeyword') return none
  if (names === undefined) return { ...none, named: [type] }
  const some = { type, owner: '', among: type.node, isRequired: false, isKey: false }
  return { ...none, members: names.map((key) => ({ key, ...some })) }
}

/** What a type of TypeScript itself makes of another. */
function builtIn(name: string, shape: Shape, names: readonly string[] = []): Shape {
  if (name === 'Partial') return optional(shape)
  if (name !== 'Pick' && name !== 'Omit') return shape
  return { ...shape, members: shape.members.filter(({ key }) => names.includes(key) === (name === 'Pick')) }
}

/** Values under the names of another type. */
const mapped = ({ node, scope }: Typed, listed: Listing): Shape => {
  const [names, value] = [nodeAt(node, 'constraint'), nodeAt(node, 'typeAnnotation')]
  // What `Exclude` leaves is what the compiler refuses.
  if (names === undefined || value === undefined || nameAt(names, 'typeName') === 'Exclude') return none
  return under(listed({ node: names, scope }), { node: value, scope })
}

export function createReader(declarations: Declarations): (type: Typed) => Shape {
  const listed = createListing(declarations)

  const declared = (declaration: Node, given: readonly Typed[]): Shape => {
    const scope = new Map<string, Typed | undefined>()
    nodesAt(nodeAt(declaration, 'typeParameters'), 'params').forEach((parameter, index) => {
      const written = nodeAt(parameter, 'constraint') ?? nodeAt(parameter, 'default')
      const fallback = written === undefined ? undefined : { node: written, scope: new Map(scope) }
      scope.set(nameAt(parameter, 'name'), given[index] ?? fallback)
    })
    const parents = nodesAt(declaration, 'extends').map((node) => named(nameAt(node, 'expression'), { node, scope }))
    const own =
      declaration.type === 'TSInterfaceDeclaration'
        ? literal(nodeAt(declaration, 'body'), scope)
        : shapeOf({ node: nodeAt(declaration, 'typeAnnotation') ?? declaration, scope })
    const owner = nameAt(declaration, 'id')
    const members = own.members.map((member) =>
      member.owner === '' ? { ...member, owner, isKey: member.isKey && owner !== JSON_SCHEMA } : member,
    )
    return merged([{ ...own, members }, ...parents])
  }

  const named = (name: string, type: Typed): Shape => {
    const parameter = type.scope.get(name)
    if (parameter !== undefined) return shapeOf(parameter)
    if (name === 'ObjectSchema') return named('FieldSchema', type)
    const declaration = declarations.types.get(name)
    const given = argumentsOf(type)
    if (declaration !== undefined) return declared(declaration, given)
    const [first, second] = given
    if (name === 'Record') return under(listed(first), second)
    return first === undefined ? none : builtIn(name, shapeOf(first), listed(second))
  }

  const indexed = ({ node, scope }: Typed): Shape => {
    const shape = shapeOf({ node: nodeAt(node, 'objectType') ?? node, scope })
    const key = nodeAt(node, 'indexType', 'literal')?.['value']
    return merged(
      typeof key === 'string'
        ? shape.members.filter((member) => member.key === key).map(({ type }) => shapeOf(type))
        : [...shape.named, ...shape.items].map(shapeOf),
    )
  }

  const read = (type: Typed): Shape => {
    const { node, scope } = type
    const inside = (keys: readonly string[] | undefined): readonly Typed[] =>
      (keys ?? []).flatMap((key) => nodesAt(node, key)).map((inner) => ({ node: inner, scope }))
    if (node.type === 'TSTypeLiteral') return literal(node, scope)
    if (node.type === 'TSTypeReference') return named(nameAt(node, 'typeName'), type)
    if (node.type === 'TSIndexedAccessType') return indexed(type)
    if (node.type === 'TSMappedType') return mapped(type, listed)
    if (node.type === 'TSTypeOperator')
      return node['operator'] === 'readonly' ? merged(inside(['typeAnnotation']).map(shapeOf)) : none
    return merged([...inside(sameValue[node.type]).map(shapeOf), { ...none, items: inside(itemTypes[node.type]) }])
  }

  const known = new WeakMap<Typed, Shape>()
  const shapeOf = (type: Typed): Shape => {
    const shape = known.get(type) ?? read(type)
    known.set(type, shape)
    return shape
  }
  return (type) => shapeOf(type)
}
