import { Ajv, type AnySchema } from 'ajv'
import standaloneCode from 'ajv/dist/standalone/index.js'
import type { Resource } from '../../language/resource.ts'
import { isListPart } from './partOf.ts'
import { ajvOptions, validatorSchemas } from './validatorSchemas.ts'
import type { Plugin } from 'vite'

const NAME = 'virtual:validators'
const RESOLVED = `\0${NAME}`
const PART = `${NAME}/`
const RESOLVED_PART = `${RESOLVED}/`

/**
 * Vite plugin for `virtual:validators`: the validators of every operation, generated at build time, so that the browser
 * compiles nothing (its policy forbids `eval`). Each page's validators are a separate chunk, so the first list waits
 * only for its own.
 *
 * @param completing a module that completes the definitions for all calls but those of lists
 */
export const responseValidators = (definitions: readonly Resource[], completing?: string): Plugin => ({
  name: 'countersign-validators',
  resolveId: (id) => (id === NAME || id.startsWith(PART) ? `\0${id}` : undefined),
  load(id) {
    if (id === RESOLVED) return partsModule(definitions, (part) => PART + part)
    if (!id.startsWith(RESOLVED_PART)) return undefined
    const part = id.slice(RESOLVED_PART.length)
    const text = validatorsModule(definitions, part)
    return completing === undefined || isListPart(part) ? text : `import ${JSON.stringify(completing)}\n${text}`
  },
})

/** ajv's generated code loads this helper with `require`, which browsers do not have. */
const LENGTH_IMPORT = /require\("ajv\/dist\/runtime\/ucs2length"\)\.default/g

/**
 * Source text of the module `virtual:validators`: the loader of each part, by its name.
 * @param idOf a part's module
 */
function partsModule(definitions: readonly Resource[], idOf: (part: string) => string): string {
  const names = new Set(validatorSchemas(definitions).map(({ part }) => part))
  const table = [...names].map((name) => `  ${JSON.stringify(name)}: () => import(${JSON.stringify(idOf(name))}),`)
  return `export const parts = {\n${table.join('\n')}\n}\n`
}

/**
 * Source text of one part: the validators of its operations as plain functions. Equal schemas become one function.
 * Throws when the generated code would need something that browsers do not have.
 */
function validatorsModule(definitions: readonly Resource[], part: string): string {
  const ajv = new Ajv({ ...ajvOptions, code: { source: true, esm: true, lines: false } })
  const names = new Map<string, string>()
  const nameOf = (schema: AnySchema): string => {
    const text = JSON.stringify(schema)
    const known = names.get(text)
    if (known !== undefined) return known
    const name = `check${names.size}`
    names.set(text, name)
    ajv.addSchema(schema, name)
    return name
  }
  const table = validatorSchemas(definitions)
    .filter((operation) => operation.part === part)
    .map(
      ({ id, request, response }) =>
        `  ${JSON.stringify(id)}: { request: ${nameOf(request)}, response: ${nameOf(response)} },`,
    )
  const refs = Object.fromEntries([...names.values()].map((name) => [name, name]))
  const code = standaloneCode(ajv, refs).replaceAll(LENGTH_IMPORT, '(text) => [...text].length')
  const [helper] = /require\([^)]*\)/.exec(code) ?? []
  if (helper !== undefined) throw new Error(`A schema uses a keyword whose check cannot run in a browser: ${helper}`)
  return `${code}\nexport const validators = {\n${table.join('\n')}\n}\n`
}
