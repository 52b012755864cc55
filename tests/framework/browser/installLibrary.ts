import { model } from '../../../examples/library/schemas/index.ts'
import { installConsole } from '../../../src/console/installedConsole.tsx'

const none = { formats: {}, cells: {}, blocks: {}, pages: {}, facts: {}, recordPages: [], routes: [] }

/** Installs the lending library, without components of its own: in each file, as files share their modules. */
export const installLibrary = (): void => installConsole({ model, extensions: none })
