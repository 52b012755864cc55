import { parseSync } from 'vite'

export interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

export const nodesAt = (node: Node | undefined, key: string): readonly Node[] => [node?.[key]].flat().filter(isNode)

export const nodeAt = (node: Node | undefined, ...keys: readonly string[]): Node | undefined =>
  keys.reduce<Node | undefined>((at, key) => nodesAt(at, key)[0], node)

/** The name of the identifier under a path of keys; '' without one. */
export function nameAt(node: Node | undefined, ...keys: readonly string[]): string {
  const name = nodeAt(node, ...keys)?.['name']
  return typeof name === 'string' ? name : ''
}

/** The statements of a TypeScript file; none when it is not valid. */
export function statementsOf(path: string, text: string): readonly Node[] {
  const { program, errors } = parseSync(path, text)
  return errors.length > 0 ? [] : nodesAt(nodeAt({ type: 'File', program }, 'program'), 'body')
}

const wrappers = ['TSAsExpression', 'TSSatisfiesExpression', 'ParenthesizedExpression']

export function plain(node: Node): Node {
  const inner = wrappers.includes(node.type) ? nodeAt(node, 'expression') : undefined
  return inner === undefined ? node : plain(inner)
}

export const spanOf = (node: Node): readonly [start: number, end: number] => [
  Number(node['start']),
  Number(node['end']),
]
