import { resolve } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import type { Resource } from '../../language/resource.ts'
import { partsModule, validatorsModule } from './validatorsModule.ts'

const NAME = 'virtual:validators'
const RESOLVED = `\0${NAME}`
const PART = `${NAME}/`
const RESOLVED_PART = `${RESOLVED}/`

/** Of what the validators are made. */
interface ValidatorOptions {
  readonly definitions: readonly Resource[]
  /** The folder of the definitions, whose `index.ts` exports them: read again when one changes while developing. */
  readonly folder: string
}

/**
 * Vite plugin that provides `virtual:validators`: the validators of every operation, generated when the console is
 * built, so that nothing is compiled in the browser (its policy forbids `eval`). Each page's are a chunk of their own,
 * so that the first list waits for its own alone.
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
