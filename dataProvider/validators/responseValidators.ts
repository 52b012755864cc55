import { resolve } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import type { Resource } from '../../language/resource.ts'
import { partsModule, validatorsModule } from './validatorsModule.ts'

const NAME = 'virtual:validators'
const RESOLVED = `\0${NAME}`
const PART = `${NAME}/`
const RESOLVED_PART = `${RESOLVED}/`

/** What the validators are made from. */
interface ValidatorOptions {
  readonly definitions: readonly Resource[]
  /**
   * The folder of the definitions, whose `index.ts` exports them. It is read again when one changes during development.
   */
  readonly folder: string
}

/**
 * Vite plugin for `virtual:validators`: the validators of every operation, generated at build time, so that the browser
 * compiles nothing (its policy forbids `eval`). Each page's validators are a separate chunk, so the first list waits
 * only for its own.
 */
export function responseValidators({ definitions, folder }: ValidatorOptions): Plugin {
  let server: ViteDevServer | undefined
  const current = async (): Promise<readonly Resource[]> => {
    if (server === undefined) return definitions
    const module = await server.ssrLoadModule(resolve(folder, 'index.ts'))
    return module['definitions'] as readonly Resource[]
  }
  return {
    name: 'countersign-validators',
    configureServer: (started) => {
      server = started
    },
    resolveId: (id) => (id === NAME || id.startsWith(PART) ? `\0${id}` : undefined),
    async load(id) {
      if (id === RESOLVED) return partsModule(await current(), (part) => PART + part)
      if (id.startsWith(RESOLVED_PART)) return validatorsModule(await current(), id.slice(RESOLVED_PART.length))
      return undefined
    },
    hotUpdate({ file, modules }) {
      if (!resolve(file).startsWith(resolve(folder))) return undefined
      const generated = [...this.environment.moduleGraph.idToModuleMap.values()].filter(
        ({ id }) => id === RESOLVED || id?.startsWith(RESOLVED_PART) === true,
      )
      return generated.length === 0 ? undefined : [...modules, ...generated]
    },
  }
}
