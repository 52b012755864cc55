import { defineConfig } from 'vitest/config'
import { generatedModule } from './server/generatedModule.ts'
import { newYorkOffsets } from './src/format/newYorkOffsets.ts'

interface Options {
  readonly testTimeout?: number
  readonly hookTimeout?: number
  readonly globalSetup?: string
  readonly expect?: { readonly poll: { readonly timeout: number } }
}

const plugins = [generatedModule('virtual:newYorkOffsets', newYorkOffsets)]

const nodeProject = (name: string, options: Options = {}) => ({
  plugins,
  test: { name, environment: 'node', include: [`tests/${name}/**/*.test.ts`], ...options },
})

/**
 * One project for each kind of test. Unit tests in `.ts` run in plain Node, those in `.tsx` with a document
 * (`unit-dom`, chosen together by `--project 'unit*'`).
 */
export default defineConfig({
  test: {
    projects: [
      nodeProject('unit'),
      { plugins, test: { name: 'unit-dom', environment: 'happy-dom', include: ['tests/unit/**/*.test.tsx'] } },
      nodeProject('store', { testTimeout: 30_000, globalSetup: 'tests/support/postgres.ts' }),
      nodeProject('embedded', { testTimeout: 60_000 }),
      nodeProject('gateway', { testTimeout: 30_000 }),
      nodeProject('contract', { testTimeout: 30_000 }),
      nodeProject('e2e', {
        testTimeout: 120_000,
        hookTimeout: 60_000,
        globalSetup: 'tests/support/builtConsole.ts',
        // A page on a busy machine takes its time; what is waited for comes, or the test fails.
        expect: { poll: { timeout: 10_000 } },
      }),
    ],
  },
})
