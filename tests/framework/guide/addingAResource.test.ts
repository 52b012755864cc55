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

/** A definition with what a sample of the guide adds to it: members of its maps, or parts of its own. */
function withSample(definition: string, sample: string): string {
  const maps = /^(bindings|actions|properties): \{\n([\s\S]*?)^\},\n/gm
  const parts = sample.replaceAll(maps, (part: string, key: string) => (definition.includes(`${key}: {`) ? '' : part))
  const members = [...sample.matchAll(maps)].filter(([, key = '']) => definition.includes(`${key}: {`))
  return members
    .reduce((text, [, key = '', added = '']) => text.replace(`${key}: {`, `${key}: {\n${added}`), definition)
    .replace(/\}\)\n$/, `${parts}})\n`)
}

/** The definition as the guide has it after its steps. */
function completed(definition: string): string {
  const [, page = '', action = ''] = samples('ts')
  const whole = withSample(withSample(definition, page), action)
  return whole.replace("  path: '/order/{id}',", "  path: '/order/{id}',\n  actions: ['ship'],")
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

it('takes all that the guide adds after its steps', async () => {
  const library = copyOfLibrary()
  const [answer = ''] = samples('json')
  const [definition = '', , , ...next] = samples('ts')
  const [, bulk = '', action = ''] = /add `(bulk: '\w+')` to `(\w+)`/.exec(guide) ?? []
  await library.create(['orders', '--sample', library.save(answer), '--service', 'shop', '--path', '/v2/orders'])
  const whole = next.reduce(withSample, completed(definition))
  library.write('orders.ts', whole.replace(`${action}: {\n    label`, `${action}: {\n    ${bulk},\n    label`))
  const { actions, bindings, record } = await library.resolved('orders')
  expect(actions['create']?.input).toHaveProperty('status.required')
  expect(actions['create']?.input).not.toHaveProperty('created')
  expect(actions['update']?.input).toHaveProperty('paid')
  expect(actions['ship']?.bulk).toEqual('orders')
  expect(bindings['slip']).toHaveProperty('upload')
  expect(Object.keys(bindings)).toEqual(expect.arrayContaining(['slip', 'create', 'update', 'ship', 'getOne', 'list']))
  expect(record.properties['replaces']).toMatchObject({ reference: 'orders' })
  expect(next).toHaveLength(3)
})

it('takes the definition that is written by hand, once it is in the list of screens', async () => {
  const library = copyOfLibrary()
  const [answer = ''] = samples('json')
  const [suppliers = ''] = samples('typescript')
  await library.create(['orders', '--sample', library.save(answer), '--service', 'shop'])
  library.write('suppliers.ts', suppliers)
  const index = library.file('index.ts').replace(', orders]', ', orders, suppliers]')
  library.write('index.ts', `import { suppliers } from './suppliers.ts'\n${index}`)
  const { list } = await library.resolved('suppliers')
  expect(list.columns.map(({ id }) => id)).toEqual(['company', 'city'])
})
