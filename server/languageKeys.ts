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

/** What a value of a type holds: named members, and further values under names that are the author's own. */
interface Shape {
  readonly members: readonly (readonly [key: string, type: Typed])[]
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
      return isKey && type !== undefined ? [[nameAt(member, 'key'), { node: type, scope }] as const] : []
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
    return merged([own, ...parents])
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
        ? shape.members.filter(([name]) => name === key).map(([, type]) => shapeOf(type))
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

/**
 * Every key that the author of a console can write, and how often these consoles do. Read from the declarations of the
 * language; the keywords of JSON Schema are none of its keys, the annotations in a schema are.
 * @param consoles as their authors have written them
 */
export function languageKeys(consoles: readonly object[]): ReadonlyMap<string, number> {
  const declarations = readDeclarations()
  const shapeOf = createReader(declarations)
  const root = declarations.get('ConsoleDefinition')
  if (root === undefined) throw new Error('language/ declares no ConsoleDefinition')
  const type: Typed = { node: { ...root, type: 'TSTypeReference', typeName: root['id'] }, scope: new Map() }

  const counts = new Map<string, number>()
  const seen = new Set<Node>()
  const collect = (typed: Typed): void => {
    if (seen.has(typed.node)) return
    seen.add(typed.node)
    const { members, rest } = shapeOf(typed)
    for (const [key] of members) counts.set(key, 0)
    for (const inner of [...members.map(([, member]) => member), ...rest]) collect(inner)
  }
  collect(type)

  const count = (value: unknown, types: readonly Typed[]): void => {
    if (typeof value !== 'object' || value === null) return
    const { members, rest } = merged(types.map(shapeOf))
    for (const [name, inner] of Object.entries(value)) {
      const own = Array.isArray(value) ? [] : members.filter(([key]) => key === name).map(([, member]) => member)
      if (own.length > 0) counts.set(name, (counts.get(name) ?? 0) + 1)
      count(inner, own.length > 0 ? own : rest)
    }
  }
  for (const console of consoles) count(console, [type])
  return counts
}
