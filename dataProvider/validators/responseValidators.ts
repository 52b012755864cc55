import type { Plugin } from 'vite'
import type { Resource } from '../../language/resource.ts'
import { partsModule, validatorsModule } from './validatorsModule.ts'

const NAME = 'virtual:validators'
const RESOLVED = `\0${NAME}`
const PART = `${NAME}/`
const RESOLVED_PART = `${RESOLVED}/`

/**
 * Vite plugin for `virtual:validators`: the validators of every operation, generated at build time, so that the browser
 * compiles nothing (its policy forbids `eval`). Each page's validators are a separate chunk, so the first list waits
 * only for its own.
 */
export const responseValidators = (definitions: readonly Resource[]): Plugin => ({
  name: 'countersign-validators',
  resolveId: (id) => (id === NAME || id.startsWith(PART) ? `\0${id}` : undefined),
  load(id) {
    if (id === RESOLVED) return partsModule(definitions, (part) => PART + part)
    return id.startsWith(RESOLVED_PART) ? validatorsModule(definitions, id.slice(RESOLVED_PART.length)) : undefined
  },
})
