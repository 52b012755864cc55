import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { authored } from '../../../examples/desk/index.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { type ExampleConsole, languageReference } from '../../../server/languageReference.ts'
import { root } from '../authoring/copyOfLibrary.ts'

const reference = readFileSync(join(root, 'docs', 'guide', 'language.md'), 'utf8')
const sections = reference.split('\n### ').slice(1)
const named = (section: string): string => section.split('\n')[0] ?? ''

it('the definitions that only show keys have no problem', () => {
  expect(checkModel(resolveConsole(authored))).toEqual([])
})

it('every key has an example, those of JSON Schema aside', () => {
  const keys = sections.flatMap((section) =>
    section.split('\n').flatMap((line) => {
      const key = /^- \*\*(\w+)\*\*/.exec(line)?.[1]
      return key === undefined ? [] : [{ name: `${named(section)}.${key}`, hasExample: line.includes('Example, in [') }]
    }),
  )
  expect(keys.length).toBeGreaterThan(200)
  expect(keys.filter(({ hasExample }) => !hasExample).map(({ name }) => name)).toEqual([
    'ObjectSchema.type',
    'ObjectSchema.properties',
    'ObjectSchema.required',
  ])
})

it('what the examples of the repository have is shown by them, and by the console only what they lack', async () => {
  const folders = ['examples/cookbook', 'examples/library/schemas', 'examples/desk']
  const load = async (folder: string): Promise<ExampleConsole> => {
    const loaded = (await import(join(root, folder, 'index.ts'))) as Pick<ExampleConsole, 'authored'>
    return { authored: loaded.authored, folder }
  }
  const placesIn = (text: string) =>
    text.split('\n').flatMap((line) => {
      const [, key = '', place = ''] = /^- \*\*(\w+)\*\*.*Example, in \[[^\]]*\]\(([^)]*)\)/.exec(line) ?? []
      return key === '' ? [] : [`${key}: ${place}`]
    })
  const own = placesIn(languageReference(await Promise.all(folders.map(load))))
  const shown = placesIn(reference)
  expect(own.length).toBeGreaterThan(100)
  expect(shown.filter((place) => place.includes(': ../../examples/'))).toEqual(own)
})

it.each(['Source', 'Predicate', 'Fact', 'FieldSchema', 'Format', 'Coercion'])(
  '%s has a section with an example, and is linked from where it is named',
  (name) => {
    expect(sections.find((section) => named(section) === name)).toMatch(/\n(Written as|- )[^]*\nExample, in \[/)
    expect(reference.split(`[${name}](#${name.toLowerCase()})`).length).toBeGreaterThan(1)
  },
)

it('every link inside the reference leads to a section', () => {
  const linked = [...reference.matchAll(/\]\(#(\w+)\)/g)].map(([, anchor]) => anchor)
  const anchors = sections.map((section) => named(section).toLowerCase())
  expect(linked.length).toBeGreaterThan(100)
  expect(linked.filter((anchor) => !anchors.includes(anchor ?? ''))).toEqual([])
})
