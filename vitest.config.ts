import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { once } from './language/once.ts'
import { generatedModule } from './src/build/consoleVite.ts'
import { countryCodes } from './src/format/countryCodes.ts'
import { model } from './schemas/index.ts'
import { localeModule } from './src/format/localeModule.ts'

/** The table of the time zone's offsets is made once for all projects: it asks Intl about every day of many years. */
const plugins = [
  generatedModule(
    'virtual:locale',
    once(() => localeModule(model.locale)),
  ),
  generatedModule('virtual:countryCodes', countryCodes),
  // The model of a test is whole.
  generatedModule('virtual:wholeModel', () => ''),
]

/** Tests of the browser, the stores and the gateway wait for half of their time: two processors have work for three. */
const maxWorkers = Math.ceil(availableParallelism() * 1.5)

const project = (name: string, options: TestProjectInlineConfiguration['test'] = {}) => ({
  plugins,
  test: {
    name,
    maxWorkers,
    testTimeout: 30_000,
    // Consoles, services and browsers share the machine, and its ports. The run names what it repeated.
    retry: process.env['CI'] === undefined ? 0 : 1,
    environment: 'node',
    include: [`tests/console/${name}/**/*.test.ts`],
    // The files of a project share the modules that a worker has loaded.
    isolate: false,
    ...options,
  },
})

/** The data that the embedded services are started over, built once for the whole run. */
const embeddedData = 'tests/console/support/embeddedData.ts'

/** Tests whose modules Node can load itself, without Vite: they import no JSX and no generated module. */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } }

/** Payloads of the console's own, for tests that need one of a resource. */
const fixtures = { setupFiles: ['tests/console/support/fixtures/register.ts'] }

/** Files in `.tsx` share a document, too. */
const withDocument = (name: string, folder: string) =>
  project(name, {
    environment: 'happy-dom',
    // What is drawn lives for moments: with room for much of it, Node looks less often for what is left of it.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    // A click on a link to a file would lead the document away that all files of a worker share.
    environmentOptions: { happyDOM: { settings: { navigation: { disableMainFrameNavigation: true } } } },
    include: [`${folder}/**/*.test.tsx`],
    setupFiles: 'tests/support/freshDocument.ts',
  })

/** Two for the framework, on a neutral console, and one for each kind of test of the console built with it. */
export default defineConfig({
  test: {
    projects: [
      project('framework', { include: ['tests/framework/**/*.test.ts'], exclude: ['tests/framework/store/**'] }),
      withDocument('framework-dom', 'tests/framework'),
      project('store', {
        ...native,
        include: ['tests/*/store/**/*.test.ts'],
        globalSetup: ['tests/support/postgres.ts'],
      }),
      project('unit', fixtures),
      withDocument('unit-dom', 'tests/console/unit'),
      project('embedded', { ...fixtures, testTimeout: 60_000, globalSetup: [embeddedData] }),
      // A busy machine takes its time; what is waited for comes, or the test fails.
      project('gateway', {
        ...native,
        ...fixtures,
        globalSetup: [embeddedData],
        expect: { poll: { timeout: 10_000 } },
      }),
      project('contract', { ...fixtures, globalSetup: [embeddedData] }),
      project('e2e', {
        ...native,
        testTimeout: 120_000,
        hookTimeout: 60_000,
        globalSetup: [embeddedData, 'tests/console/support/builtConsole.ts'],
        // A page on a busy machine takes its time; what is waited for comes, or the test fails.
        expect: { poll: { timeout: 30_000 } },
      }),
    ],
  },
})
