import type { ConsoleModel } from '../../language/registry.ts'

const MARK = '\u0000definition '
const MARKED = /"\\u0000definition (\d+)"/g

/**
 * A console's resolved model as the text of a module. The browser reads it as data, instead of resolving every
 * definition at each start. A screen or a form stays the same object as in `definitions`.
 */
export function modelModule({ definitions, ...rest }: ConsoleModel): string {
  const indexes = new Map<unknown, number>(definitions.map((definition, index) => [definition, index]))
  const marked = JSON.stringify(rest, (_key, value: unknown) => {
    const index = indexes.get(value)
    return index === undefined ? value : MARK + index
  })
  return [
    `export const definitions = JSON.parse(${JSON.stringify(JSON.stringify(definitions))})`,
    `export const model = { ...${marked.replaceAll(MARKED, 'definitions[$1]')}, definitions }`,
    'export const { screens } = model',
  ].join('\n')
}
