import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkModel } from '../../../language/check/checkModel.ts'
import type { ConsoleServer } from '../../../server/console.ts'
import { root } from '../authoring/copyOfLibrary.ts'
import { startRecords } from '../embedded/startRecords.ts'

const guide = readFileSync(join(root, 'docs', 'guide', 'new-console.md'), 'utf8')

/** The files that the guide writes, whole, by path. */
const files = new Map(
  [...guide.matchAll(/^`(examples\/\S+)`:\n\n```tsx?\n([^]*?)```$/gm)].map(([, path = '', text = '']) => [path, text]),
)
const copy = mkdtempSync(join(tmpdir(), 'new-console-'))
const folder = join(copy, 'examples', 'shop')

beforeAll(() => {
  for (const name of ['language', 'dataProvider', 'src', 'server', 'node_modules', 'package.json'])
    symlinkSync(join(root, name), join(copy, name))
  for (const [path, text] of files) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

const load = async (): Promise<ConsoleServer<null>> => {
  const { shop } = (await import(join(folder, 'console.ts'))) as { readonly shop: ConsoleServer<null> }
  return shop
}

it('names every file of the console in its table, and where the commands and the build find them', async () => {
  const listed = [...guide.matchAll(/^\| `([\w./]+)` +\|/gm)].map(([, name = '']) => `examples/shop/${name}`)
  expect(new Set(listed)).toEqual(new Set(files.keys()))
  const { build, embedded } = await load()
  expect(files.has(build.config)).toBe(true)
  expect(embedded.module).toBe(join(folder, 'service.ts'))
  expect(files.get(build.config)).toContain("'/examples/shop/main.tsx'")
  expect(files.get('examples/shop/start.ts')).toContain("schemas: 'examples/shop/schemas'")
  expect(guide).toContain('"shop": "node examples/shop/start.ts"')
})

it('writes what the compiler takes', { timeout: 120_000 }, async () => {
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as {
    readonly compilerOptions: object
  }
  const include = ['examples', join(root, 'dataProvider/**/*.d.ts'), join(root, 'src/**/*.d.ts')]
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }))
  const tool = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, [tool, '-p', copy], (_failed, out) => resolve(out))
  })
  expect(said).toBe('')
})

it('signs in, and lists records that are made up', { timeout: 60_000 }, async () => {
  const shop = await load()
  expect(checkModel(shop.model)).toEqual([])
  const { provider, greeting, close } = await startRecords(shop, 'manager@shop.test')
  try {
    expect(greeting).toEqual([
      'Sign in as manager@shop.test with the password countersign',
      'Without an address, served with generated records: shop',
    ])
    const { data } = await provider.getList('products', { pagination: { page: 1, perPage: 20 } })
    expect(data.length).toBeGreaterThan(0)
    expect(data[0]).toHaveProperty('title')
  } finally {
    await close()
  }
})
