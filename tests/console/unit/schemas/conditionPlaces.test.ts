import { describe, expect, it } from 'vitest'
import { authored as cookbook } from '../../../../examples/cookbook/index.ts'
import { authored as desk } from '../../../../examples/desk/index.ts'
import { authored as library } from '../../../../examples/library/schemas/index.ts'
import { authored as brokerage } from '../../../../schemas/index.ts'
import type { ConsoleDefinition } from '../../../../language/authored/definition.ts'
import { checkModel } from '../../../../language/check/checkModel.ts'
import { isValues, type Values } from '../../../../language/pointer.ts'
import { resolveConsole } from '../../../../language/resolve.ts'
import { type Node, nameAt, nodesAt } from '../../../../server/authoring/syntaxTree.ts'
import type { Typed } from '../../../../server/languageDeclarations.ts'
import type { Member } from '../../../../server/languageTypes.ts'
import { readLanguageTypes } from '../../../../server/writtenObjects.ts'
import { replaced } from '../../../support/replaced.ts'

const consoles: readonly ConsoleDefinition[] = [library, cookbook, desk, brokerage]

const isCondition = ({ type: { node } }: Member): boolean => nameAt(node, 'typeName') === 'Predicate'

/** True for a key under which conditions have the names of fields. */
const hasConditions = ({ type: { node } }: Member): boolean =>
  node.type === 'TSMappedType' &&
  nodesAt(node, 'typeAnnotation').some((value) => nameAt(value, 'typeName') === 'Predicate')

/** The place of each condition in the source of the language. */
const conditionPlaces = (): ReadonlySet<Node> => {
  const { root, shapeOf } = readLanguageTypes()
  const [found, seen] = [new Set<Node>(), new Set<Node>()]
  const collect = (typed: Typed): void => {
    if (seen.has(typed.node)) return
    seen.add(typed.node)
    const { members, named, items } = shapeOf(typed)
    for (const member of members) if (isCondition(member) || hasConditions(member)) found.add(member.type.node)
    for (const inner of [...members.map(({ type }) => type), ...named, ...items]) collect(inner)
  }
  collect(root)
  return found
}

interface Place {
  readonly where: string
  /** What is said of the console with something else in place of the condition of one field. */
  readonly saidOf: (other: unknown) => readonly string[]
}

/** The places at which the consoles have a condition, by that of the language: each as it is written first. */
function writtenPlaces(places: ReadonlySet<Node>): ReadonlyMap<Node, Place> {
  const found = new Map<Node, Place>()
  for (const console of consoles)
    readLanguageTypes().visit(console, ({ object, members, place }) => {
      const values: Values = { ...object }
      for (const member of members) {
        const { node } = member.type
        const value = values[member.key]
        if (!places.has(node) || found.has(node) || !isValues(value)) continue
        const condition = isCondition(member) ? value : Object.values(value).find(isValues)
        const [field] = Object.keys(condition ?? {})
        if (condition === undefined || field === undefined) continue
        const saidOf = (other: unknown) => {
          const changed = replaced(console, condition, { ...condition, [field]: other })
          const problems = checkModel(resolveConsole(changed as ConsoleDefinition))
          return problems.map(({ code, message }) => `${code} ${message}`)
        }
        found.set(node, { where: [...place, member.key].join('.'), saidOf })
      }
    })
  return found
}

describe('every place at which the language has a condition', () => {
  const places = conditionPlaces()
  const written = writtenPlaces(places)

  it('is shown by a console, so that it is tried here', () => {
    expect(places.size).toBeGreaterThan(15)
    expect([...places].filter((place) => !written.has(place))).toEqual([])
  })

  it('has no pattern that is no regular expression', () => {
    const one: unknown = expect.stringMatching(
      /^wrong-condition compares '[^']+' with the pattern "\(", which is no regular/,
    )
    for (const { where, saidOf } of written.values()) expect([where, ...saidOf({ pattern: '(' })]).toEqual([where, one])
  })

  it('has no values of the wrong type, except for what a call answers, which has no types', () => {
    const untyped = [...written.values()].filter(
      ({ saidOf }) => !saidOf([true, 'no such choice', 0.5]).some((said) => said.startsWith('impossible-condition')),
    )
    expect(untyped.map(({ where }) => where)).toEqual([
      'registry.services.rpc.failure.0.when',
      'bindings.pay.poll.when',
      'bindings.list.data.when',
    ])
  })
})
