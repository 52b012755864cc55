import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { generatedModule, noCircles, smaller } from '../../../src/build/consoleVite.ts'

/** Builds a page of this code as a console is built. */
const building = (code: string) =>
  build({
    configFile: false,
    logLevel: 'silent',
    plugins: [generatedModule('virtual:page', () => code), smaller()],
    build: { write: false, minify: false, rolldownOptions: { input: 'virtual:page' } },
  })

const whole = `
  import * as core from 'ra-core'
  import * as query from '@tanstack/react-query'
  import * as router from 'react-router-dom'
  globalThis.all = [core, query, router]
`

test('a build finds all that it replaces in packages', { timeout: 60_000 }, async () => {
  await expect(building(whole)).resolves.toBeDefined()
})

test('a build fails, and says what it did not find, where a package has moved something', async () => {
  const text = /did not find what it replaces or groups in packages: .*mend src\/build\/consoleVite\.ts/
  const failed = building("import isEqual from 'lodash/isEqual.js'\nglobalThis.isEqual = isEqual")
  await expect(failed).rejects.toThrow(text)
  const message = await failed.catch(String)
  for (const lost of ['reactRouterProvider', 'forwardRef', 'shouldPrefetch', 'ListContext', 'useGetList', 'useQuery'])
    expect(message).toContain(lost)
  expect(message).not.toContain('isEqual')
})

test('a build fails, and names the chunks, where they import each other', async () => {
  const modules = [
    generatedModule(
      'virtual:page',
      () => "import('virtual:one').then(console.log); import('virtual:both').then(console.log)",
    ),
    generatedModule('virtual:one', () => "import { last } from 'virtual:last'\nexport const one = () => [last]"),
    generatedModule('virtual:both', () => "import { one } from 'virtual:one'\nexport const both = () => [one]"),
    generatedModule('virtual:last', () => 'export const last = () => 1'),
  ]
  const grouped = (groups: readonly Rolldown.CodeSplittingGroup[]) =>
    build({
      configFile: false,
      logLevel: 'silent',
      plugins: [...modules, noCircles],
      build: {
        write: false,
        minify: false,
        rolldownOptions: { input: 'virtual:page', output: { codeSplitting: { groups: [...groups] } } },
      },
    })
  const circle = { name: 'outer', test: /both|last/, includeDependenciesRecursively: false }
  await expect(grouped([])).resolves.toBeDefined()
  await expect(grouped([circle])).rejects.toThrow(/Chunks import each other: (assets\/\S+) → assets\/\S+ → \1\. Group/)
})
