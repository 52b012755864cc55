import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { afterEach, describe, expect, it } from 'vitest'
import { compileValidators } from '../../../../dataProvider/validators/compileValidators.ts'
import { responseValidators } from '../../../../dataProvider/validators/validatorsModule.ts'
import type { ValidatorParts, Validators } from '../../../../dataProvider/validators/types.ts'
import { definitions } from '../../../../schemas/index.ts'
import { generatedModule } from '../../../../src/build/consoleVite.ts'
import { buildAccount } from '../../support/fixtures/accounts.ts'

const COMPLETING = 'virtual:completing'

const folders: string[] = []

/** A folder with an entry that imports the validators. */
async function project(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-validators-'))
  folders.push(folder)
  await writeFile(join(folder, 'entry.js'), "export { parts } from 'virtual:validators'\n")
  return folder
}

interface Built {
  readonly parts: ValidatorParts
  /** Code of each file by its name. */
  readonly files: ReadonlyMap<string, string>
}

async function built(): Promise<Built> {
  const root = await project()
  const result = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [
      responseValidators(definitions, COMPLETING),
      generatedModule(COMPLETING, () => 'globalThis.isComplete = true'),
    ],
    build: { lib: { entry: join(root, 'entry.js'), formats: ['es'], fileName: 'entry' } },
  })) as Rolldown.RolldownOutput[]
  const chunks = result.flatMap(({ output }) => output).filter((output) => output.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (entry === undefined) throw new Error('nothing was built')
  // Imported as modules, whatever package.json is above.
  await writeFile(join(root, 'package.json'), '{ "type": "module" }')
  const { parts } = (await import(pathToFileURL(join(root, 'dist', entry.fileName)).href)) as Pick<Built, 'parts'>
  return { parts, files: new Map(chunks.map(({ fileName, code }) => [fileName, code])) }
}

async function loadAll(parts: ValidatorParts): Promise<Validators> {
  const modules = await Promise.all(Object.values(parts).map((part) => part()))
  return Object.assign({}, ...modules.map(({ validators }) => validators)) as Validators
}

const samples: readonly unknown[] = [
  buildAccount(),
  buildAccount({ id: 'x', name: 7 }),
  { path: {}, query: { pages: 1, search_key: 'é'.repeat(200) } },
  { path: {}, query: { pages: 1, search_key: '𝒳'.repeat(200) } },
  { path: {}, query: { pages: 1, search_key: 'é'.repeat(201) } },
  { path: {}, query: { pages: 0, extra: 1 } },
  { path: { id: 4 }, query: {}, body: { isapproved: true } },
  { path: { id: 4 }, query: {}, body: { isapproved: false } },
  null,
  [],
]

describe('the validators of the browser', () => {
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
  })

  it('say the same as those compiled in Node, without compiling anything themselves', async () => {
    const { parts, files } = await built()
    for (const code of files.values()) expect(code).not.toMatch(/new Function|\beval\b|\brequire\b/)
    const [generated, compiled] = [await loadAll(parts), compileValidators(definitions)]
    expect(Object.keys(generated).toSorted()).toEqual(Object.keys(compiled).toSorted())
    for (const [id, { request, response }] of Object.entries(compiled)) {
      for (const sample of samples) {
        expect([id, generated[id]?.request(sample), generated[id]?.response(sample)]).toEqual([
          id,
          request(sample),
          response(sample),
        ])
      }
    }
  })

  it('come in parts, one for each page, what is part of a record with the record', async () => {
    const { parts } = await built()
    const idsOf = async (name: string) => Object.keys((await parts[name]?.())?.validators ?? {})
    expect(await idsOf('accounts-list')).toEqual(['accounts.list'])
    const others = await idsOf('accounts-record')
    expect(others).toEqual(
      expect.arrayContaining(['accounts.getOne', 'accounts.restrictUser', 'accountRequests.approve']),
    )
    expect(others.filter((id) => !/^(?:account|ach)[A-Z]|^accounts\.(?!list)/.test(id))).toEqual([])
    expect(await idsOf('forms')).toEqual(expect.arrayContaining(['changeEmail.submit', 'updateUser.submit']))
  })

  it('come with what completes the definitions, except for those of a list', async () => {
    const { parts } = await built()
    Reflect.deleteProperty(globalThis, 'isComplete')
    const isComplete = async (part: string) => {
      await parts[part]?.()
      return Reflect.has(globalThis, 'isComplete')
    }
    expect(await isComplete('accounts-list')).toBe(false)
    expect(await isComplete('accounts-record')).toBe(true)
  })

  it('stay small, above all what the first list waits for', async () => {
    const { files } = await built()
    const sizes = new Map([...files].map(([name, code]) => [name, gzipSync(code).length]))
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    expect(total).toBeLessThan(2_000 * definitions.length)
    const first = [...sizes].filter(([name]) => /^(entry|accounts-list)/.test(name))
    expect(first).toHaveLength(2)
    for (const [, size] of first) expect(size).toBeLessThan(2_500)
  })
})
