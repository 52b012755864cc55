import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { checkModel } from '../../../language/check/checkModel.ts'
import { operationsOf } from '../../../language/operations.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { copyOfLibrary, removeCopies, root } from '../authoring/copyOfLibrary.ts'

const guide = readFileSync(join(root, 'docs', 'guide', 'adding-a-resource.md'), 'utf8')

/** The samples of a language in the guide, in their order. */
const samples = (language: string): readonly string[] =>
  [...guide.matchAll(new RegExp('```' + language + '\\n([\\s\\S]*?)```', 'g'))].map(([, sample = '']) => sample)

afterAll(removeCopies)

/** The definition as the guide has it after the last step. */
function completed(definition: string): string {
  const [, page = '', action = ''] = samples('ts')
  const bindings = [page, action].map((sample) => /^bindings: \{\n([\s\S]*?)^\},\n/m.exec(sample)?.[1] ?? '').join('')
  const rest = [page, action].map((sample) => sample.replace(/^bindings: \{\n[\s\S]*?^\},\n/m, '')).join('')
  const shown = rest.replace("  path: '/order/{id}',", "  path: '/order/{id}',\n  actions: ['ship'],")
  return definition.replace('bindings: {', `bindings: {\n${bindings}`).replace(/\}\)\n$/, `${shown}})\n`)
}

it('writes the definition that the guide shows, and takes the page and the action that it adds', async () => {
  const library = copyOfLibrary()
  const [answer = ''] = samples('json')
  const [definition = ''] = samples('ts')
  await library.create(['orders', '--sample', library.save(answer), '--service', 'shop', '--path', '/v2/orders'])
  expect(library.file('orders.ts')).toBe(definition)
  library.write('orders.ts', completed(definition))
  const model = resolveConsole(await library.load())
  expect(checkModel(model)).toEqual([])
  const orders = model.definitions.find(({ name }) => name === 'orders')
  if (orders === undefined) throw new Error('the guide adds no orders')
  expect(operationsOf(orders).map(({ id }) => id)).toEqual(['orders.list', 'orders.getOne', 'orders.ship'])
})
