import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Node, nameAt, nodeAt, nodesAt, plain, statementsOf } from './authoring/syntaxTree.ts'
import { projectRoot } from './consoleBuild.ts'

/** What the names of type parameters mean where a type is written. */
type Scope = ReadonlyMap<string, Typed | undefined>

/** A type as it is written, and what its parameters mean there. */
export interface Typed {
  readonly node: Node
  readonly scope: Scope
}

/** The type whose names are the keywords of JSON Schema. */
export const JSON_SCHEMA = 'ExtendedJSONSchema'

/** The file in which the keywords of JSON Schema are declared. */
function jsonSchemaFile(): string {
  const entry = createRequire(import.meta.url).resolve('json-schema-to-ts/package.json')
  return join(dirname(entry), 'lib', 'types', 'definitions', 'extendedJsonSchema.d.ts')
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))

export interface Declarations {
  readonly types: ReadonlyMap<string, Node>
  readonly lists: ReadonlyMap<string, readonly string[]>
}

const isText = (value: unknown): value is string => typeof value === 'string'

export function readDeclarations(): Declarations {
  const language = join(projectRoot, 'language')
  // What is authored comes last and wins: resolved types bear the same names.
  const declared = [jsonSchemaFile(), ...[language, join(language, 'authored')].flatMap(filesIn)].flatMap((path) =>
    statementsOf(path, readFileSync(path, 'utf8')).map((statement) => nodeAt(statement, 'declaration') ?? statement),
  )
  const types = declared.filter(({ type }) => type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration')
  const lists = declared
    .flatMap((declaration) => nodesAt(declaration, 'declarations'))
    .flatMap((each) => {
      const value = nodeAt(each, 'init')
      const texts = nodesAt(value === undefined ? undefined : plain(value), 'elements').map(
        (element) => element['value'],
      )
      return texts.length > 0 && texts.every(isText) ? [[nameAt(each, 'id'), texts] as const] : []
    })
  return { types: new Map(types.map((node) => [nameAt(node, 'id'), node])), lists: new Map(lists) }
}

/** The texts that a type allows; `undefined` when it allows others. */
export type Listing = (type: Typed | undefined) => readonly string[] | undefined

export function createListing({ types, lists }: Declarations): Listing {
  const indexed = ({ node }: Typed): readonly string[] | undefined => {
    const object = nodeAt(node, 'objectType')
    const list = object?.type === 'TSParenthesizedType' ? nodeAt(object, 'typeAnnotation') : object
    return list?.type === 'TSTypeQuery' ? lists.get(nameAt(list, 'exprName')) : undefined
  }
  const listed = (type: Typed | undefined): readonly string[] | undefined => {
    if (type === undefined) return undefined
    const { node, scope } = type
    if (node.type === 'TSLiteralType') {
      const value = nodeAt(node, 'literal')?.['value']
      return isText(value) ? [value] : undefined
    }
    if (node.type === 'TSIndexedAccessType') return indexed(type)
    if (node.type === 'TSUnionType') {
      const parts = nodesAt(node, 'types').map((part) => listed({ node: part, scope }))
      return parts.every((part) => part !== undefined) ? parts.flat() : undefined
    }
    if (node.type !== 'TSTypeReference') return undefined
    const name = nameAt(node, 'typeName')
    const declaration = scope.has(name) ? undefined : types.get(name)
    const alias = nodeAt(declaration, 'typeAnnotation')
    return alias === undefined ? undefined : listed({ node: alias, scope: new Map() })
  }
  return listed
}
