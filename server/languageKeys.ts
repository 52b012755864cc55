import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, nameAt, nodeAt, nodesAt, statementsOf } from './authoring/syntaxTree.ts'
import { projectRoot } from './consoleBuild.ts'

/** What the names of type parameters mean where a type is written. */
type Scope = ReadonlyMap<string, Typed | undefined>

/** A type as it is written, and what its parameters mean there. */
interface Typed {
  readonly node: Node
  readonly scope: Scope
}

/** A key of a type, and the declaration that has it; '' inside a declaration's own key. */
interface Member {
  readonly key: string
  readonly type: Typed
  readonly owner: string
  readonly isRequired: boolean
}

/** What a value of a type holds: named members, and further values under names that are the author's own. */
interface Shape {
  readonly members: readonly Member[]
  readonly rest: readonly Typed[]
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))

/** Every type that a file of the language declares, by its name. */
function readDeclarations(): ReadonlyMap<string, Node> {
  const language = join(projectRoot, 'language')
  // What is authored comes last and wins: resolved types bear the same names.
  const declared = [language, join(language, 'authored')].flatMap(filesIn).flatMap((path) => {
    return statementsOf(path, readFileSync(path, 'utf8'))
      .map((statement) => nodeAt(statement, 'declaration') ?? statement)
      .filter(({ type }) => type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration')
  })
  return new Map(declared.map((node) => [nameAt(node, 'id'), node]))
}

const none: Shape = { members: [], rest: [] }

const merged = (shapes: readonly Shape[]): Shape => ({
  members: shapes.flatMap(({ members }) => members),
  rest: shapes.flatMap(({ rest }) => rest),
})

/** The children of a type that are types of the same value. */
const sameValue: Readonly<Record<string, readonly string[]>> = {
  TSUnionType: ['types'],
  TSIntersectionType: ['types'],
  TSConditionalType: ['trueType', 'falseType'],
  TSTypeOperator: ['typeAnnotation'],
  TSParenthesizedType: ['typeAnnotation'],
}

/** The children of a type that are types of values inside it. */
const innerValue: Readonly<Record<string, readonly string[]>> = {
  TSMappedType: ['typeAnnotation'],
  TSArrayType: ['elementType'],
  TSTupleType: ['elementTypes'],
}

/** Reads types as the declarations of the language give them. */
function createReader(declarations: ReadonlyMap<string, Node>): (type: Typed) => Shape {
  const literal = (node: Node | undefined, scope: Scope): Shape => ({
    members: [...nodesAt(node, 'members'), ...nodesAt(node, 'body')].flatMap((member) => {
      const type = nodeAt(member, 'typeAnnotation', 'typeAnnotation')
      // A key that is a sentence is one that the compiler prints, and no author writes.
      const isKey = member.type === 'TSPropertySignature' && nodeAt(member, 'key')?.type === 'Identifier'
      const key = nameAt(member, 'key')
      const isRequired = member['optional'] !== true
      return isKey && type !== undefined ? [{ key, type: { node: type, scope }, owner: '', isRequired }] : []
    }),
    rest: [],
  })

  const declared = (declaration: Node, given: readonly Typed[]): Shape => {
    const scope = new Map<string, Typed | undefined>()
    nodesAt(nodeAt(declaration, 'typeParameters'), 'params').forEach((parameter, index) => {
      const written = nodeAt(parameter, 'constraint') ?? nodeAt(parameter, 'default')
      const fallback = written === undefined ? undefined : { node: written, scope: new Map(scope) }
      scope.set(nameAt(parameter, 'name'), given[index] ?? fallback)
    })
    const parents = nodesAt(declaration, 'extends').map((heritage) =>
      named(nameAt(heritage, 'expression'), heritage, scope),
    )
    const own =
      declaration.type === 'TSInterfaceDeclaration'
        ? literal(nodeAt(declaration, 'body'), scope)
        : shapeOf({ node: nodeAt(declaration, 'typeAnnotation') ?? declaration, scope })
    const owner = nameAt(declaration, 'id')
    const members = own.members.map((member) => (member.owner === '' ? { ...member, owner } : member))
    return merged([{ ...own, members }, ...parents])
  }

  const named = (name: string, node: Node, scope: Scope): Shape => {
    const given = nodesAt(nodeAt(node, 'typeArguments'), 'params').map((argument) => ({ node: argument, scope }))
    const parameter = scope.get(name)
    if (parameter !== undefined) return shapeOf(parameter)
    if (name === 'ObjectSchema') return named('FieldSchema', node, scope)
    const declaration = declarations.get(name)
    if (declaration !== undefined) return declared(declaration, given)
    const [first, second] = given
    if (name === 'Record') return { members: [], rest: second === undefined ? [] : [second] }
    const shape = first === undefined ? none : shapeOf(first)
    // Annotations of JSON Schema may be written at any depth.
    return name === 'ExtendedJSONSchema' ? { ...shape, rest: [{ node, scope }] } : shape
  }

  const indexed = (node: Node, scope: Scope): Shape => {
    const shape = shapeOf({ node: nodeAt(node, 'objectType') ?? node, scope })
    const key = nodeAt(node, 'indexType', 'literal')?.['value']
    return merged(
      typeof key === 'string'
        ? shape.members.filter((member) => member.key === key).map(({ type }) => shapeOf(type))
        : shape.rest.map(shapeOf),
    )
  }

  const shapeOf = ({ node, scope }: Typed): Shape => {
    const inside = (keys: readonly string[] | undefined): readonly Typed[] =>
      (keys ?? []).flatMap((key) => nodesAt(node, key)).map((inner) => ({ node: inner, scope }))
    if (node.type === 'TSTypeLiteral') return literal(node, scope)
    if (node.type === 'TSTypeReference') return named(nameAt(node, 'typeName'), node, scope)
    if (node.type === 'TSIndexedAccessType') return indexed(node, scope)
    return merged([...inside(sameValue[node.type]).map(shapeOf), { members: [], rest: inside(innerValue[node.type]) }])
  }

  return shapeOf
}

/** Reads values by the declarations of the language, from the console down. */
function createConsoleReader() {
  const declarations = readDeclarations()
  const shapeOf = createReader(declarations)
  const root = declarations.get('ConsoleDefinition')
  if (root === undefined) throw new Error('language/ declares no ConsoleDefinition')
  const console: Typed = { node: { ...root, type: 'TSTypeReference', typeName: root['id'] }, scope: new Map() }

  /** Visits every key that is written in a value, with the members of the types that the value may have. */
  function visit(value: unknown, types: readonly Typed[], note: (written: Written) => void, definition = ''): void {
    if (typeof value !== 'object' || value === null) return
    const { members, rest } = merged(types.map(shapeOf))
    const isDefinition = 'name' in value && ('record' in value || 'fields' in value)
    const name = isDefinition ? String(value.name) : definition
    for (const [key, inner] of Object.entries(value)) {
      const own = Array.isArray(value) ? [] : members.filter((member) => member.key === key)
      if (own.length > 0) note({ key, value: inner, owners: ownersIn(value, members, key), definition: name })
      visit(inner, own.length > 0 ? own.map(({ type }) => type) : rest, note, name)
    }
  }
  return { shapeOf, console, visit: (value: object, note: (written: Written) => void) => visit(value, [console], note) }
}

/** A key as it is written in a console. */
interface Written {
  readonly key: string
  readonly value: unknown
  /** The declarations that the object may be of. */
  readonly owners: readonly string[]
  /** The name of the definition; '' outside of one. */
  readonly definition: string
}

/** True when the object can be of the declaration with these members: it has what is required, and its constants. */
const isOf = (object: object, members: readonly Member[]): boolean =>
  members.every(({ key, type, isRequired }) => {
    const constant = type.node.type === 'TSLiteralType' ? nodeAt(type.node, 'literal')?.['value'] : undefined
    const value: unknown = Object.entries(object).find(([name]) => name === key)?.[1]
    if (value === undefined) return !isRequired
    return constant === undefined || constant === value
  })

function ownersIn(object: object, members: readonly Member[], key: string): readonly string[] {
  const owners = [...new Set(members.filter((member) => member.key === key).map(({ owner }) => owner))]
  return owners.filter((owner) =>
    isOf(
      object,
      members.filter((member) => member.owner === owner),
    ),
  )
}

/**
 * Every key that the author of a console can write, and how often these consoles do. Read from the declarations of the
 * language; the keywords of JSON Schema are none of its keys, the annotations in a schema are.
 * @param consoles as their authors have written them
 */
export function languageKeys(consoles: readonly object[]): ReadonlyMap<string, number> {
  const { shapeOf, console, visit } = createConsoleReader()
  const counts = new Map<string, number>()
  const seen = new Set<Node>()
  const collect = (typed: Typed): void => {
    if (seen.has(typed.node)) return
    seen.add(typed.node)
    const { members, rest } = shapeOf(typed)
    for (const { key } of members) counts.set(key, 0)
    for (const inner of [...members.map(({ type }) => type), ...rest]) collect(inner)
  }
  collect(console)
  for (const own of consoles) visit(own, ({ key }) => counts.set(key, (counts.get(key) ?? 0) + 1))
  return counts
}

/** The use of a key in a console: its value and the definition that it is written in. */
export type KeyUse = Pick<Written, 'value' | 'definition'>

/** The uses of every key in a console, in its order, by declaration and key: `Action.when`. */
export function keyUses(console: object): ReadonlyMap<string, readonly KeyUse[]> {
  const uses = new Map<string, KeyUse[]>()
  createConsoleReader().visit(console, ({ key, value, owners, definition }) => {
    for (const owner of owners) {
      const name = `${owner}.${key}`
      uses.set(name, [...(uses.get(name) ?? []), { value, definition }])
    }
  })
  return uses
}
