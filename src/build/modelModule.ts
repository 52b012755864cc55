import type { ConsoleModel } from '../../language/registry.ts'
import type { Resource } from '../../language/resource.ts'

const MARK = '\u0000definition '
const MARKED = /"\\u0000definition (\d+)"/g

const asJson = (value: unknown): string => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`

/** What menu and routes read of a form or of nested records. Lists are complete. */
function atFirst(definition: Resource): object {
  if (definition.kind === 'list') return definition
  const { kind, name, label, recordPath, partOf } = definition
  const actions: Record<string, object> = {}
  for (const [action, { permission }] of Object.entries(definition.actions)) actions[action] = { permission }
  return { kind, name, label, recordPath, partOf, bindings: {}, reads: {}, actions }
}

/**
 * A console's resolved model as the text of a module. The browser reads it as data, instead of resolving every
 * definition at each start. A screen or a form stays the same object as in `definitions`. Forms and nested records are
 * completed by {@link completingModule}.
 */
export function modelModule({ definitions, ...rest }: ConsoleModel): string {
  const indexes = new Map<unknown, number>(definitions.map((definition, index) => [definition, index]))
  const marked = JSON.stringify(rest, (_key, value: unknown) => {
    const index = indexes.get(value)
    return index === undefined ? value : MARK + index
  })
  return [
    `export const definitions = ${asJson(definitions.map(atFirst))}`,
    `export const model = { ...${marked.replaceAll(MARKED, 'definitions[$1]')}, definitions }`,
    'export const { screens } = model',
  ].join('\n')
}

/** The text of the module that completes the forms and nested records of the model, once it is loaded. */
export function completingModule({ definitions }: ConsoleModel, modelId: string): string {
  const later = definitions.filter(({ kind }) => kind !== 'list')
  return [
    `import { definitions } from ${JSON.stringify(modelId)}`,
    "const later = definitions.filter(({ kind }) => kind !== 'list')",
    `${asJson(later)}.forEach((whole, index) => Object.assign(later[index], whole))`,
  ].join('\n')
}
