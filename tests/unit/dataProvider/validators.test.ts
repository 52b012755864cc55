import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, createServer } from 'vite'
import type { Rolldown } from 'vite'
import { afterEach, describe, expect, it } from 'vitest'
import { compileValidators } from '../../../dataProvider/validators/compileValidators.ts'
import { responseValidators } from '../../../dataProvider/validators/responseValidators.ts'
import type { Validators } from '../../../dataProvider/validators/types.ts'
import { definitions } from '../../../schemas/index.ts'
import { buildAccount } from '../../support/fixtures/accounts.ts'

const folders: string[] = []

/** A folder with an entry that imports the validators. */
async function project(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-validators-'))
  folders.push(folder)
  await writeFile(join(folder, 'entry.js'), "export { validators } from 'virtual:validators'\n")
  return folder
}

async function built(): Promise<string> {
  const root = await project()
  const result = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [responseValidators()],
    build: { write: false, lib: { entry: join(root, 'entry.js'), formats: ['es'] } },
  })) as Rolldown.RolldownOutput[]
  const [chunk] = result[0]?.output ?? []
  if (chunk === undefined) throw new Error('nothing was built')
  return chunk.code
}

const load = async (code: string): Promise<Validators> => {
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    readonly validators: Validators
  }
  return module.validators
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
    const code = await built()
    expect(code).not.toMatch(/new Function|\beval\b|\brequire\b/)
    const [generated, compiled] = [await load(code), compileValidators(definitions)]
    expect(Object.keys(generated)).toEqual(Object.keys(compiled))
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

  it('stay small', async () => {
    expect(gzipSync(await built()).length).toBeLessThan(8_000 * Math.max(1, definitions.length / 2))
  })

  it('follow a definition that changes while developing', async () => {
    const root = await project()
    const schemas = join(root, 'schemas')
    const definition = (field: string): string =>
      `export const definitions = [{ name: 'notes', label: 'Notes', record: { type: 'object', properties: { id: { type: 'string' }, ${field}: { type: 'string' } } },` +
      ` bindings: { list: { call: 'GET {main}/notes', permission: 'accounts.read' } }, list: { columns: [], paging: 'server', perPage: 1, empty: '' } }]\n`
    await mkdir(schemas)
    await writeFile(join(schemas, 'index.ts'), definition('before'))
    const server = await createServer({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [responseValidators({ schemas })],
      server: { middlewareMode: true, ws: false },
      appType: 'custom',
    })
    try {
      const served = async (): Promise<string> => (await server.transformRequest('virtual:validators'))?.code ?? ''
      expect(await served()).toContain('before')
      await writeFile(join(schemas, 'index.ts'), definition('after'))
      await expect.poll(served, { timeout: 10_000 }).toContain('after')
    } finally {
      await server.close()
    }
  })
})
