import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const ROOT = new URL('../../../../', import.meta.url).pathname

/** The classes that the sheets of a folder style as such, not only inside of others. */
const styledIn = (folder: string): ReadonlySet<string> =>
  new Set(
    globSync(`${ROOT}${folder}/**/*.css`).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^\.(cs-[\w-]+)(?=,| \{)/gm)].map(([, name = '']) => name),
    ),
  )

it("the console's sheets style no class of the framework: a sheet stays once its page was open", () => {
  const [own, framework] = [styledIn('resources'), styledIn('src')]
  expect([own.size, framework.size].every((size) => size > 20)).toBe(true)
  expect([...own].filter((name) => framework.has(name))).toEqual([])
})
