import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import type { Plugin, Rolldown, UserConfig } from 'vite'
import { responseValidators } from '../../dataProvider/validators/validatorsModule.ts'
import type { ConsoleModel } from '../../language/registry.ts'
import { countryCodes } from '../format/countryCodes.ts'
import { localeModule } from '../format/localeModule.ts'
import { tokenSheet } from '../theme/tokens.ts'
import type { Resource } from '../../language/resource.ts'

const MARK = '\u0000definition '
const MARKED = /"\\u0000definition (\d+)"/g

const asJson = (value: unknown): string => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`

/** What a list's page reads of its definition, and menu and routes of a form or of nested records. */
function atFirst(definition: Resource): object {
  if (definition.kind === 'list') {
    const { show, detail } = definition
    const found = { ...definition, detail: detail && {} }
    if (show === null) return found
    const { refresh: _, ...rest } = show
    const header = { title: '', facts: [], actions: [], switches: [] }
    return { ...found, show: { ...rest, header, banners: [], summary: [], tabs: [], below: [] } }
  }
  const { kind, name, label, recordPath, partOf } = definition
  const actions: Record<string, object> = {}
  for (const [action, { permission }] of Object.entries(definition.actions)) actions[action] = { permission }
  return { kind, name, label, recordPath, partOf, bindings: {}, reads: {}, actions }
}

/**
 * A console's resolved model as the text of a module. The browser reads it as data, instead of resolving every
 * definition at each start. A screen or a form stays the same object as in `definitions`. Forms, nested records and the
 * pages of records are completed by {@link completingModule}.
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

const WHOLE_MODEL = 'virtual:wholeModel'

/** The text of the module that completes the definitions of the model, once it is loaded. */
export function completingModule({ definitions }: ConsoleModel, modelId: string): string {
  const rest = definitions.map((definition) =>
    definition.kind === 'list' ? { show: definition.show, detail: definition.detail } : definition,
  )
  return [
    `import { definitions } from ${JSON.stringify(modelId)}`,
    `${asJson(rest)}.forEach((whole, index) => Object.assign(definitions[index], whole))`,
  ].join('\n')
}

/** Vite plugin for a module whose text is generated at build time. */
export const generatedModule = (id: string, source: () => string): Plugin => ({
  name: `countersign-${id}`,
  resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
  load: (wanted) => (wanted === `\0${id}` ? source() : undefined),
})

interface ConsoleSources {
  /** Address of the module that calls `startConsole`, from the project's root: `/resources/main.tsx`. */
  readonly entry: `/${string}`
  readonly model: ConsoleModel
  /** Folder of the definitions. Its `index.ts` exports the model. */
  readonly folder: string
}

/** Puts the console's entry into index.html, which all consoles share. */
const entryOf = (entry: string): Plugin => ({
  name: 'countersign-entry',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace('%CONSOLE_ENTRY%', entry) },
})

type ModelSources = Pick<ConsoleSources, 'model' | 'folder'>

const modelIndex = ({ folder }: ModelSources): string => join(folder, 'index.ts')

/** Puts the resolved model in place of the definitions. */
const resolvedModel = (sources: ModelSources): Plugin => ({
  name: 'countersign-model',
  load: { order: 'pre', handler: (id) => (id === modelIndex(sources) ? modelModule(sources.model) : undefined) },
})

const ROUTER = join(import.meta.dirname, '../router/reactRouterProvider.tsx')

/** What keeps unused components of react-router in the bundle, and what takes its place. */
const KEEPS_UNUSED: readonly (readonly [RegExp, string])[] = [
  [/^\w+\.displayName = "\w+";$/gm, ''],
  [/(?<=^var \w+ = )(?=React\d*\.forwardRef\()/gm, '/* @__PURE__ */ '],
  // Only react-router's own servers let a link prefetch.
  [/(?<=^ *return )shouldPrefetch && .+ : (?=link;$)/gm, ''],
]

/** Modules of packages by whose places the build splits its chunks. */
const LIST_CONTEXT = /\/ra-core\/dist\/controller\/list\/ListContext\.js$/
/** The hooks of react-admin and its query library by which every page reads. */
const READING = [
  /\/ra-core\/dist\/auth\/usePermissions\.js$/,
  /\/ra-core\/dist\/controller\/record\/RecordContext\.js$/,
  /\/ra-core\/dist\/dataProvider\/useGetList\.js$/,
  /\/react-query\/.+\/useQuery\.js$/,
]

/**
 * Puts smaller code in place of what react-admin imports: its adapter for react-router, react-router without its
 * warnings for development and its unused components, and one function of lodash. The build fails where one of these, or
 * a module by whose place chunks are split, is not found: an upgrade has moved it, and the first page would grow unnoticed.
 */
export function smaller(): Plugin {
  const found = new Set<unknown>()
  const adapter = '/adapters/reactRouterProvider.js'
  return {
    name: 'countersign-smaller',
    apply: 'build',
    resolveId: {
      order: 'pre',
      async handler(id, importer) {
        if (id.endsWith(adapter)) {
          found.add(adapter)
          return ROUTER
        }
        if (id === 'react-router') {
          return (await this.resolve(id, importer))?.id.replace('/dist/development/', '/dist/production/')
        }
        if (id !== 'lodash/isEqual.js') return undefined
        found.add(id)
        return this.resolve('fast-deep-equal', importer)
      },
    },
    transform: {
      filter: { id: /\/react-router\/dist\/production\/chunk-.+\.mjs$/ },
      handler: (code) =>
        KEEPS_UNUSED.reduce((text, [pattern, instead]) => {
          if (text.search(pattern) >= 0) found.add(pattern)
          return text.replaceAll(pattern, instead)
        }, code),
    },
    buildEnd(error) {
      if (error !== undefined) return
      const ids = [...this.getModuleIds()]
      const lost = [
        ...[adapter, 'lodash/isEqual.js'].filter((id) => !found.has(id)),
        ...KEEPS_UNUSED.flatMap(([pattern]) => (found.has(pattern) ? [] : [`${pattern} in react-router`])),
        ...[LIST_CONTEXT, ...READING].filter((pattern) => !ids.some((id) => pattern.test(id))).map(String),
      ]
      if (lost.length > 0)
        this.error(
          `The build did not find what it replaces or groups in packages: ${lost.join(', ')}. ` +
            'A package has moved it: mend src/build/consoleVite.ts (docs/upgrading.md).',
        )
    },
  }
}

/** Runs in the page, before its entry. Only Chromium has `userAgentData`. */
const preload = (files: readonly string[]): string => `
      if (navigator.userAgentData) {
        document.querySelector('meta[property="csp-nonce"]').remove()
        for (const file of ${JSON.stringify(files)}) {
          const link = document.createElement('link')
          link.rel = 'modulepreload'
          link.crossOrigin = ''
          link.href = '/' + file
          document.head.append(link)
        }
      }
    `

/**
 * Lets Chromium keep compiled scripts when the page is opened again. It compiles a script once for each nonce, and every
 * answer has its own; what a script of the page preloads needs none (`strict-dynamic`). The nonce decides as before
 * which scripts run. The build tool would give its preloads the nonce of the element that is removed.
 */
const keptScripts: Plugin = {
  name: 'countersign-kept-scripts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { chunk }) => {
      if (chunk === undefined) return html
      const entry = '<script type="module"'
      return html.replace(entry, `<script>${preload([chunk.fileName, ...chunk.imports])}</script>\n    ${entry}`)
    },
  },
}

const ROOT = join(import.meta.dirname, '../..')
const LIST_PAGE = join(import.meta.dirname, '../list/entry.ts')
/** The most characters of a module that pages share. */
const SMALL = 2500

/** A module and all modules that it imports. */
function neededBy(id: string, context: Rolldown.ChunkingContext, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const needed of context.getModuleInfo(id)?.importedIds ?? []) neededBy(needed, context, found)
  return found
}

/** True for our files, and for react-admin's one module that only lists need. */
const isOwn = (id: string): boolean => !id.includes('node_modules') || LIST_CONTEXT.test(id)

const isSmall = (id: string, context: Rolldown.ChunkingContext): boolean =>
  isOwn(id) && !id.endsWith('.css') && (context.getModuleInfo(id)?.code?.length ?? 0) <= SMALL

/**
 * Groups modules so that the first rows wait for four chunks, not twenty: React, which browsers keep over new versions
 * of the console, the other code that runs at once, the libraries that every page reads by, and the code that a list
 * adds. Small modules that several pages share are in one chunk, if all that they need is in it or in those. The build
 * tool splits the rest.
 */
function chunks(entry: string): Rolldown.CodeSplittingGroup[] {
  let known: Set<string> | undefined
  const first = (context: Rolldown.ChunkingContext) =>
    (known ??= neededBy(LIST_PAGE, context, neededBy(join(ROOT, entry), context)))
  return [
    { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\//, priority: 4 },
    { name: 'console', tags: ['$initial'], priority: 3 },
    { name: 'reading', test: (id) => READING.some((pattern) => pattern.test(id)), priority: 2 },
    {
      name: (id, context) => (isOwn(id) && first(context).has(id) ? 'list' : null),
      priority: 1,
      // Libraries that other pages also need stay separate.
      includeDependenciesRecursively: false,
    },
    // Each chunk costs a request, and its name a place in the first chunk: small ones are worth less than that.
    {
      name: (id, context) => {
        const isReady = (needed: string) => first(context).has(needed) || isSmall(needed, context)
        return isOwn(id) && [...neededBy(id, context)].every(isReady) ? 'shared' : null
      },
      minShareCount: 2,
      includeDependenciesRecursively: false,
    },
  ]
}

/** Files that import each other, from one back to itself, if there are any. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const seen = new Set<string>()
  const circleFrom = (path: readonly string[], file: string): readonly string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (seen.has(file)) return undefined
    seen.add(file)
    return circleAmong([...path, file], imports.get(file) ?? [])
  }
  const circleAmong = (path: readonly string[], files: Iterable<string>): readonly string[] | undefined => {
    for (const file of files) {
      const circle = circleFrom(path, file)
      if (circle !== undefined) return circle
    }
    return undefined
  }
  return circleAmong([], imports.keys())
}

/**
 * Fails the build where chunks import each other. Modules never do, but chunks can: then code that runs while a chunk
 * loads may call what has not been loaded, and the page does not open.
 */
export const noCircles: Plugin = {
  name: 'countersign-no-circles',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
    const circle = circleIn(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])))
    if (circle !== undefined)
      this.error(
        `Chunks import each other: ${circle.join(' → ')}. Group their modules otherwise in src/build/consoleVite.ts.`,
      )
  },
}

/** Chunks whose code mostly runs before the first rows. */
const FIRST_CHUNKS = ['react', 'index', 'reading', 'list']

/**
 * Chromium compiles a file with this line as a whole, in another thread while it arrives, and not function by function in
 * the thread that draws the rows.
 */
const compiledWhole: Plugin = {
  name: 'countersign-compiled-whole',
  apply: 'build',
  generateBundle: {
    // The build tool puts code of its own at the top before.
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && FIRST_CHUNKS.includes(file.name))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
}

/** The shortest hash that the build tool takes: the first chunk has the name of every file, and no hash compresses. */
const FILE_NAME = 'assets/[name]-[hash:7]'

/**
 * The build configuration of a console: one entry with lazy pages. The gateway replaces `__CSP_NONCE__` in every
 * answer. Nothing is inlined and no source map is published, so the strict policy covers every asset.
 */
export const consoleVite = ({ entry, model, folder }: ConsoleSources): UserConfig => ({
  plugins: [
    react(),
    entryOf(entry),
    smaller(),
    keptScripts,
    compiledWhole,
    noCircles,
    resolvedModel({ model, folder }),
    // Pages other than lists import it, and so do the validators of all that is not a list.
    generatedModule(WHOLE_MODEL, () => completingModule(model, modelIndex({ model, folder }))),
    // Colors exist before any script runs. The browser compiles no schema, and gets its zone's time without `Intl`.
    generatedModule('virtual:tokens.css', tokenSheet),
    generatedModule('virtual:locale', () => localeModule(model.locale)),
    generatedModule('virtual:countryCodes', countryCodes),
    responseValidators(model.definitions, WHOLE_MODEL),
  ],
  // index.html does not name the entry itself. Without this, development reloads the page for each library it meets.
  optimizeDeps: { entries: [entry.slice(1)] },
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: { groups: chunks(entry) },
        entryFileNames: `${FILE_NAME}.js`,
        chunkFileNames: `${FILE_NAME}.js`,
        assetFileNames: `${FILE_NAME}[extname]`,
      },
    },
  },
})
