import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { copyOfLibrary, removeCopies } from './copyOfLibrary.ts'
import { bare } from './samples.ts'

let library: ReturnType<typeof copyOfLibrary>

afterAll(removeCopies)
beforeEach(() => {
  library = copyOfLibrary()
})

const server = createServer(({ url = '' }, response) => {
  if (url.startsWith('/counted')) response.setHeader('X-Total-Count', '64')
  response.end(JSON.stringify(bare))
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

it.each([
  ['/counted?limit=3', { limit: { param: 'perPage' }, offset: { param: 'offset' } }],
  ['/counted?per_page=3', { per_page: { param: 'perPage' }, page: { param: 'page' } }],
  ['/counted', { page: { param: 'page' } }],
])('knows the number of records of %s by its header, whatever its path is there', async (address, query) => {
  const lines = await library.create(['things', '--url', origin + address, '--path', '/claims'])
  const { bindings, list } = await library.resolved('things')
  expect(bindings['list']).toMatchObject({
    call: 'GET {library}/claims',
    query,
    response: { total: { header: 'X-Total-Count' } },
  })
  expect(list.paging).toBe('server')
  expect(lines).toContain(`  - the last page is known by total in the header 'X-Total-Count'`)
  expect(lines).toContainEqual(expect.stringMatching(/ is sent as the parameter '(offset|page)', which is a guess/))
})

it('says which parameter of the address a list without pages leaves out', async () => {
  const lines = await library.create(['things', '--url', `${origin}/v1/things?limit=8`, '--path', '/claims'])
  expect((await library.resolved('things')).list.paging).toBe('client')
  expect(lines).toContainEqual(expect.stringMatching(/- 'limit' is left out: nothing says how the next page is asked/))
})

it('asks it once, and takes its path and the names of its parameters', async () => {
  const url = `${origin}/v1/things?page=1&token=secret-9`
  await library.create(['things', '--url', url])
  const { bindings } = await library.resolved('things')
  expect(bindings['list']).toMatchObject({ call: 'GET {library}/v1/things', query: { page: { param: 'page' } } })
  expect(library.file('things.ts')).not.toMatch(/secret-9|127\.0/)
  await expect(library.create(['more', '--url', url], 'prod')).rejects.toThrow(/ENVIRONMENT is prod/)
})
