import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { once } from './language/once.ts'
import { generatedModule } from './src/build/generatedModule.ts'
import { newYorkOffsets } from './src/format/newYorkOffsets.ts'

/** Made once for all projects: it asks Intl about every day of many years. */
const plugins = [generatedModule('virtual:newYorkOffsets', once(newYorkOffsets))]

const project = (name: string, options: TestProjectInlineConfiguration['test'] = {}) => ({
  plugins,
  // Vitest leaves a processor idle on its own account; the tests need none for anything else.
  test: {
    name,
    maxWorkers: '100%',
    testTimeout: 30_000,
    environment: 'node',
    include: [`tests/${name}/**/*.test.ts`],
    // The files of a project share the modules that a worker has loaded.
    isolate: false,
    ...options,
  },
})

/** The data that the embedded services are started over, built once for the whole run. */
const embeddedData = 'tests/support/embeddedData.ts'

/**
 * One project for each kind of test. Unit tests in `.ts` run in plain Node, those in `.tsx` with a document
 * (`unit-dom`, chosen together by `--project 'unit*'`).
 */
export default defineConfig({
  test: {
    projects: [
      project('unit'),
      project('unit-dom', {
        environment: 'happy-dom',
        // A click on a link to a file would lead the document away that all files of a worker share.
        environmentOptions: { happyDOM: { settings: { navigation: { disableMainFrameNavigation: true } } } },
        include: ['tests/unit/**/*.test.tsx'],
        setupFiles: 'tests/support/freshDocument.ts',
      }),
      project('store', { globalSetup: ['tests/support/postgres.ts'] }),
      project('embedded', { testTimeout: 60_000, globalSetup: [embeddedData] }),
      project('gateway', { globalSetup: [embeddedData] }),
      project('contract', { globalSetup: [embeddedData] }),
      project('e2e', {
        testTimeout: 120_000,
        hookTimeout: 60_000,
        globalSetup: [embeddedData, 'tests/support/builtConsole.ts'],
        // A page on a busy machine takes its time; what is waited for comes, or the test fails.
        expect: { poll: { timeout: 10_000 } },
      }),
    ],
  },
})
