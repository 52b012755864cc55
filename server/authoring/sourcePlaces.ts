import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { nameAt, type Node, nodeAt, nodesAt, plain, spanOf, statementsOf } from './syntaxTree.ts'

const FUNCTIONS = ['defineResource', 'defineCollection', 'defineNested', 'defineForm']

/** A definition as it is written: a constant, and the function that it is an argument of. */
export interface Source {
  readonly path: string
  readonly text: string
  readonly constant: string
  readonly definedBy: string
  readonly name: string
  readonly node: Node
}

const keyOf = (property: Node): string => {
  const value = nodeAt(property, 'key')?.['value']
  return typeof value === 'string' ? value : nameAt(property, 'key')
}

const propertyOf = (object: Node | undefined, key: string): Node | undefined =>
  nodesAt(object, 'properties').find((property) => keyOf(property) === key)

const textOf = (node: Node | undefined): string => {
  const value = node?.['value']
  return typeof value === 'string' ? value : ''
}

function sourcesIn(path: string): readonly Source[] {
  const text = readFileSync(path, 'utf8')
  return statementsOf(path, text)
    .flatMap((statement) => nodesAt(nodeAt(statement, 'declaration') ?? statement, 'declarations'))
    .flatMap((declaration) => {
      const call = nodeAt(declaration, 'init')
      const [node, definedBy] = [nodeAt(call, 'arguments'), nameAt(call, 'callee')]
      if (node === undefined || !FUNCTIONS.includes(definedBy)) return []
      const name = textOf(nodeAt(propertyOf(node, 'name'), 'value'))
      return [{ path, text, constant: nameAt(declaration, 'id'), definedBy, name, node }]
    })
}

/** The definitions that the files of a folder declare. */
export const writtenDefinitions = (folder: string): readonly Source[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => sourcesIn(join(folder, file)))

/** The parts by which an item of a list is called in a place. */
const NAMES = ['id', 'field', 'name', 'title', 'label']

/** The part of a definition for one step of a place: a key, a field of a schema, or an item of a list. */
function stepInto(written: Node, step: string): Node | undefined {
  const node = plain(written)
  const elements = nodesAt(node, 'elements')
  const item = elements.find(
    (element) =>
      textOf(element) === step || NAMES.some((key) => textOf(nodeAt(propertyOf(element, key), 'value')) === step),
  )
  return (
    item ??
    elements[Number(step)] ??
    propertyOf(node, step) ??
    propertyOf(nodeAt(propertyOf(node, 'properties'), 'value'), step)
  )
}

/** The nearest part for a step inside the lists of an object: the tabs and banners of a page are among its blocks. */
function stepInside(written: Node, step: string): Node | undefined {
  const node = plain(written)
  const inner = nodesAt(node, 'properties').flatMap((property) => nodeAt(property, 'value') ?? [])
  const items = [node, ...inner].flatMap((each) => nodesAt(plain(each), 'elements'))
  const [found] = items.flatMap((item) => stepInto(item, step) ?? [])
  return found ?? items.flatMap((item) => stepInside(item, step) ?? [])[0]
}

/** The deepest part of a definition on the way to a place, and how many steps lead there. */
function deepest(node: Node, steps: readonly string[], depth = 0): { readonly part: Node; readonly depth: number } {
  const [step, ...rest] = steps
  if (step === undefined) return { part: node, depth }
  const value = node.type === 'Property' ? (nodeAt(node, 'value') ?? node) : node
  const next = stepInto(value, step) ?? stepInside(value, step)
  return next === undefined ? deepest(node, rest, depth) : deepest(next, rest, depth + 1)
}

/** The only text with this value in a part of a definition. */
function textIn(node: Node, text: string): Node | undefined {
  const found: Node[] = []
  const look = (at: unknown): void => {
    if (typeof at !== 'object' || at === null) return
    if ('type' in at && at.type === 'Literal' && 'value' in at && at.value === text) found.push(at as Node)
    else for (const inner of Object.values(at)) look(inner)
  }
  look(node)
  return found.length === 1 ? found[0] : undefined
}

/**
 * Where definitions are written: `orders.list.columns.price` → `schemas/orders.ts:31`. A place that is in no definition,
 * such as the registry, has none.
 *
 * @param folder of the definitions
 * @returns a function of a place, and of a text that is wrong there. It gives the likeliest first where definitions share
 *   a name: the one that has the place and the text, then the one whose constant has another name.
 */
export function sourcePlaces(folder: string): (where: string, wrong?: string) => readonly string[] {
  const definitions = Map.groupBy(writtenDefinitions(folder), ({ name }) => name)
  return (where, wrong = '') => {
    const [name = '', ...steps] = where.split(/[./]/)
    return (definitions.get(name) ?? [])
      .map((source) => {
        const { part, depth } = deepest(source.node, steps)
        const [from, to] = spanOf(part)
        // A column takes what is wrong in it from its field, which is written elsewhere.
        const isThere = source.text.slice(from, to).includes(wrong)
        const [start] = spanOf(textIn(isThere ? part : source.node, wrong) ?? part)
        const place = `${relative('', source.path)}:${source.text.slice(0, start).split('\n').length}`
        const likely = [source.text.includes(wrong), source.constant !== name].map(Number)
        return { place, likely: [depth, ...likely] }
      })
      .toSorted((one, other) => other.likely.join().localeCompare(one.likely.join(), 'en', { numeric: true }))
      .map(({ place }) => place)
  }
}
