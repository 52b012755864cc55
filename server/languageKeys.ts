import type { Node } from './authoring/syntaxTree.ts'
import type { Typed } from './languageDeclarations.ts'
import { isComplete, readLanguageTypes, type WrittenObject } from './writtenObjects.ts'

/** The keys of the language in an object, each with the declarations that the object may be of. */
function keysIn(written: WrittenObject): readonly (readonly [key: string, owners: readonly string[]])[] {
  const { object, members } = written
  return Object.keys(object).flatMap((key) => {
    const own = members.filter((member) => member.key === key && member.isKey)
    const owners = [...new Set(own.map(({ owner }) => owner))].filter((owner) =>
      isComplete(
        written,
        members.filter((member) => member.owner === owner),
      ),
    )
    return own.length === 0 ? [] : [[key, owners] as const]
  })
}

/**
 * Every key that the author of a console can write, and how often these consoles do. Read from the declarations of the
 * language; the keywords of JSON Schema are none of its keys, the annotations in a schema are.
 * @param consoles as their authors have written them
 */
export function languageKeys(consoles: readonly object[]): ReadonlyMap<string, number> {
  const { root, shapeOf, visit } = readLanguageTypes()
  const counts = new Map<string, number>()
  const seen = new Set<Node>()
  const collect = (typed: Typed): void => {
    if (seen.has(typed.node)) return
    seen.add(typed.node)
    const { members, named, items } = shapeOf(typed)
    for (const { key } of members.filter((member) => member.isKey)) counts.set(key, 0)
    for (const inner of [...members.map(({ type }) => type), ...named, ...items]) collect(inner)
  }
  collect(root)
  for (const own of consoles)
    visit(own, (written) => {
      for (const [key] of keysIn(written)) counts.set(key, (counts.get(key) ?? 0) + 1)
    })
  return counts
}

/** The use of a key in a console: its value and the name of the definition that it is written in. */
export interface KeyUse {
  readonly value: unknown
  readonly definition: string
}

/** The uses of every key in a console, in its order, by declaration and key: `Action.when`. */
export function keyUses(console: object): ReadonlyMap<string, readonly KeyUse[]> {
  const uses = new Map<string, KeyUse[]>()
  readLanguageTypes().visit(console, (written) => {
    const { object, definition } = written
    const name = 'name' in definition && !('forms' in definition) ? String(definition.name) : ''
    const values = new Map<string, unknown>(Object.entries(object))
    for (const [key, owners] of keysIn(written))
      for (const owner of owners) {
        const use = `${owner}.${key}`
        uses.set(use, [...(uses.get(use) ?? []), { value: values.get(key), definition: name }])
      }
  })
  return uses
}
