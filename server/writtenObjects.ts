import { once } from '../language/once.ts'
import { nodeAt } from './authoring/syntaxTree.ts'
import { readDeclarations, type Typed } from './languageDeclarations.ts'
import { createReader, type Member, merged } from './languageTypes.ts'

/** An object of a console with the names that its type has, if its type has any. */
export interface WrittenObject {
  readonly object: object
  readonly members: readonly Member[]
  /** True when other names in it are the author's own. */
  readonly isOpen: boolean
  readonly definition: object
  /** The keys that lead to it from there, and the positions in lists. */
  readonly place: readonly string[]
}

/** The one text or flag that a member may have. */
const constantOf = ({ type: { node } }: Member): unknown =>
  node.type === 'TSLiteralType' ? nodeAt(node, 'literal')?.['value'] : undefined

export const isComplete = ({ object }: WrittenObject, alternative: readonly Member[]): boolean =>
  alternative.every(({ key, isRequired }) => !isRequired || Object.hasOwn(object, key))

/** The members of those alternatives of a type that an object can be of by its constants; all of them if it fits none. */
function fitting(members: readonly Member[], object: object): readonly Member[] {
  const written = new Map<string, unknown>(Object.entries(object))
  const others = members
    .filter((member) => constantOf(member) !== undefined && written.has(member.key))
    .filter((member) => written.get(member.key) !== constantOf(member))
    .map(({ among }) => among)
  const left = members.filter(({ among }) => !others.includes(among))
  return left.length > 0 ? left : members
}

/** True for a place in a console at which a definition is: a screen, a nested one, or a form of a page. */
const isDefinition = ([kind = '', , inside, ...more]: readonly string[]): boolean =>
  ['screens', 'nested'].includes(kind) && (inside === undefined || (inside === 'forms' && more.length === 2))

/** The types of the language, read from its declarations, with that of a console as the root. */
export const readLanguageTypes = once(() => {
  const declarations = readDeclarations()
  const shapeOf = createReader(declarations)
  const declaration = declarations.types.get('ConsoleDefinition')
  if (declaration === undefined) throw new Error('language/ declares no ConsoleDefinition')
  const root: Typed = { node: { type: 'TSTypeReference', typeName: declaration['id'] }, scope: new Map() }

  /** Visits every object of a console whose keys the language names. */
  function visit(console: object, note: (written: WrittenObject) => void): void {
    const enter = (
      value: unknown,
      types: readonly Typed[],
      at: readonly string[],
      outer: object,
      from: number,
    ): void => {
      if (typeof value !== 'object' || value === null) return
      const isOwn = at.length > 1 && isDefinition(at)
      const [definition, start] = isOwn ? [value, at.length] : [outer, from]
      const { members: possible, named, items } = merged(types.map(shapeOf))
      const members = fitting(possible, value)
      const isList = Array.isArray(value)
      if (members.length > 0 && !isList)
        note({ object: value, members, isOpen: named.length > 0, definition, place: at.slice(start) })
      for (const [key, inner] of Object.entries(value)) {
        const own = isList ? [] : members.filter((member) => member.key === key).map(({ type }) => type)
        enter(inner, own.length > 0 ? own : isList ? items : named, [...at, key], definition, start)
      }
    }
    enter(console, [root], [], console, 0)
  }
  return { root, shapeOf, visit }
})
