import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../config/settings.ts'
import { nameAt, type Node, nodeAt, nodesAt, plain, spanOf, statementsOf } from './syntaxTree.ts'

/** A file with its new text. */
export interface Edit {
  readonly path: string
  readonly text: string
}

/** What a console gets with a new resource. A permission or a service that it has already is no change. */
export interface Registration {
  readonly name: string
  readonly permissions: readonly string[]
  readonly service: string | undefined
}

interface Written {
  readonly path: string
  readonly node: Node
}

/** Reads a file, with what has been changed in it so far. */
type Read = (path: string) => string

/** The value of a constant of a file, also where the file imports it from another. */
function constant(read: Read, path: string, name: string): Written | undefined {
  for (const statement of statementsOf(path, read(path))) {
    const declaration = nodeAt(statement, 'declaration') ?? statement
    const own = nodesAt(declaration, 'declarations').find((each) => nameAt(each, 'id') === name)
    const value = nodeAt(own, 'init')
    if (value !== undefined) return { path, node: plain(value) }
    const imported = nodesAt(statement, 'specifiers').find((each) => nameAt(each, 'local') === name)
    const source = nodeAt(statement, 'source')?.['value']
    if (
      statement.type === 'ImportDeclaration' &&
      imported !== undefined &&
      typeof source === 'string' &&
      source.startsWith('.')
    )
      return constant(read, join(dirname(path), source), nameAt(imported, 'imported'))
  }
  return undefined
}

/** The value of a property of an object, followed to where it is written. */
function property(read: Read, object: Written | undefined, key: string): Written | undefined {
  const found = nodesAt(object?.node, 'properties').find((each) => nameAt(each, 'key') === key)
  const value = nodeAt(found, 'value')
  if (object === undefined || value === undefined) return undefined
  return value.type === 'Identifier'
    ? constant(read, object.path, nameAt(found, 'value'))
    : { path: object.path, node: plain(value) }
}

/** The text with one more element at the end of a list or an object. */
function appended({ node }: Written, text: string, element: string): string {
  const [, end] = spanOf(node)
  const inside = [...nodesAt(node, 'elements'), ...nodesAt(node, 'properties')]
  const last = inside.at(-1)
  const at = last === undefined ? end - 1 : spanOf(last)[1]
  return `${text.slice(0, at)}${last === undefined ? '' : ', '}${element}${text.slice(at)}`
}

/** The text with an import among those of other definitions, in the order of the alphabet. */
function imported(path: string, text: string, name: string): string {
  const source = `./${name}.ts`
  const imports = statementsOf(path, text).filter(({ type }) => type === 'ImportDeclaration')
  const next = imports.find((each) => {
    const other = nodeAt(each, 'source')?.['value']
    return typeof other === 'string' && other.startsWith('./') && other > source
  })
  const last = imports.at(-1)
  const at = next === undefined ? (last === undefined ? 0 : spanOf(last)[1] + 1) : spanOf(next)[0]
  return `${text.slice(0, at)}import { ${name} } from '${source}'\n${text.slice(at)}`
}

/** The names that a file has at its top. */
function namesIn(path: string, text: string): readonly string[] {
  return statementsOf(path, text).flatMap((statement) => {
    const declaration = nodeAt(statement, 'declaration') ?? statement
    return [
      ...nodesAt(statement, 'specifiers').map((each) => nameAt(each, 'local')),
      ...nodesAt(declaration, 'declarations').flatMap((each) => [
        nameAt(each, 'id'),
        ...nodesAt(nodeAt(each, 'id'), 'properties').map((own) => nameAt(own, 'value')),
      ]),
    ]
  })
}

/** The file in which the registry of a console has a part of its own, such as its permissions. */
export function registeredIn(folder: string, key: string): string | undefined {
  const read: Read = (path) => readFileSync(path, 'utf8')
  return property(read, constant(read, join(folder, 'console.ts'), 'registry'), key)?.path
}

const lacks = (path: string, what: string): never => {
  throw new StartError([`${path} has no ${what} that could be extended: write it as a literal there`])
}

/**
 * The files of a console with a resource registered in them: its import and its place at the end of the screens, its
 * permissions, and its service. @param folder the folder of its definitions, with `index.ts` and `console.ts`
 */
export function registerScreen(folder: string, { name, permissions, service }: Registration): readonly Edit[] {
  const [index, registry] = [join(folder, 'index.ts'), join(folder, 'console.ts')]
  const edits = new Map<string, string>()
  const read: Read = (path) => edits.get(path) ?? readFileSync(path, 'utf8')
  if (namesIn(index, read(index)).includes(name))
    throw new StartError([`'${name}' is a name that ${index} has already: take another`])
  const screens =
    property(read, constant(read, index, 'authored'), 'screens') ?? lacks(index, "list 'screens' in 'authored'")
  edits.set(index, imported(index, appended(screens, read(index), name), name))
  const add = (key: string, kind: string, element: string): void => {
    const found = property(read, constant(read, registry, 'registry'), key)
    if (found?.node.type !== kind) return lacks(registry, `'${key}' in 'registry'`)
    edits.set(found.path, appended(found, read(found.path), element))
  }
  for (const permission of permissions) add('permissions', 'ArrayExpression', `'${permission}'`)
  if (service !== undefined) add('services', 'ObjectExpression', `${service}: 'token'`)
  return [...edits].map(([path, text]) => ({ path, text }))
}
