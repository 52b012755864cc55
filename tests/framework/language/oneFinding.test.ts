import { expect, it } from 'vitest'
import { authored as cookbook } from '../../../examples/cookbook/index.ts'
import { authored as library } from '../../../examples/library/schemas/index.ts'
import type { ConsoleDefinition } from '../../../language/authored/definition.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import { resolveConsole } from '../../../language/resolve.ts'

/** The text with its last two characters swapped, as fast typing does. */
const misspelled = (text: string): string =>
  text.length < 3 ? `${text}x` : `${text.slice(0, -2)}${text.slice(-1)}${text.slice(-2, -1)}`

/** A console with one of its texts misspelled, for each text. */
function* misspellings(value: unknown, path: string): Generator<readonly [place: string, wrong: unknown]> {
  if (typeof value === 'string' && misspelled(value) !== value) yield [path, misspelled(value)]
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value))
    for (const [place, wrong] of misspellings(inner, `${path}.${key}`)) {
      const copy: unknown = Array.isArray(value)
        ? value.map((item: unknown, index) => (String(index) === key ? wrong : item))
        : { ...value, [key]: wrong }
      yield [place, copy]
    }
}

/** A resource that is called otherwise is missing at every place that refers to it. */
const isName = (place: string): boolean => /\.(screens|nested)\.\d+\.name$/.test(place)

it.each<readonly [string, ConsoleDefinition, number]>([
  ['library', library, 100],
  ['cookbook', cookbook, 300],
])('one misspelling in the %s is one finding', { timeout: 120_000 }, (_name, console, least) => {
  const { registry: _registered, ...written } = console
  const wrong = [...misspellings(written, '')].filter(([place]) => !isName(place))
  expect(wrong.length).toBeGreaterThan(least)
  const found = wrong.map(([place, changed]) => {
    const problems = checkModel(resolveConsole({ ...console, ...(changed as object) }))
    return [place, problems.map(({ code, where, message }) => `${code} ${where}: ${message}`)] as const
  })
  expect(found.filter(([, problems]) => problems.length > 1)).toEqual([])
  expect(found.filter(([, problems]) => problems.length === 1).length).toBeGreaterThan(least / 3)
})
