import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { model } from '../../../examples/cookbook/index.ts'
import { resolve } from '../../../language/resolve.ts'
import { signedIn, startGateway, type GatewayUnderTest } from '../gateway/gatewayUnderTest.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { injectedProvider, plainConsole } from './injectedProvider.ts'

describe('the next page in a Link header', () => {
  const feed = resolve({
    name: 'feed',
    label: 'Feed',
    record: { type: 'object', required: ['id'], properties: { id: { type: 'string', minLength: 1 } } },
    bindings: {
      list: {
        call: 'GET {crm}/feed',
        permission: 'advisors.read',
        query: { after: { param: 'cursor' }, kind: 'all' },
        next: { header: 'Link' },
      },
    },
    list: { columns: ['id'], perPage: 2, emptyText: '' },
  })
  const feeds = { ...model, definitions: [feed] }
  let own: GatewayUnderTest
  beforeAll(async () => {
    own = await startGateway({ console: plainConsole(feeds, 'clerk') })
  })
  afterAll(() => own.stop())

  const read = async (link: string, page = 1) => {
    own.upstream.reset()
    own.upstream.script(answering(200, [{ id: 'a' }, { id: 'b' }], link === '' ? {} : { link }))
    const session = await signedIn(own, 'clerk')
    const { pageInfo } = await injectedProvider(
      () => own,
      () => session,
      feeds,
    ).getList('feed', { pagination: { page, perPage: 2 } })
    return { pageInfo, urls: own.upstream.seen.map(({ target }) => target) }
  }

  it.each([
    '<https://inner.crm.example/api/feed?kind=all&after=b%2F2>; rel="next"',
    '</feed?after=x>; rel="prev", <?after=b/2&kind=all>; rel=next',
    '</feed?after=b%2F2>; title="a, b"; rel="last next"',
  ])('is taken from %s for its cursor alone', async (link) => {
    const { pageInfo, urls } = await read(link, 2)
    expect(urls).toEqual(['/crm/feed?kind=all', '/crm/feed?after=b%2F2&kind=all'])
    expect(pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: true })
  })

  it.each(['', '</feed?after=x>; rel="prev"'])('is none in %j', async (link) => {
    expect((await read(link)).pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: false })
  })

  it.each([
    ['another call', '</admin/feed2?after=b>; rel="next"'],
    ['a parameter that the call does not have', '</feed?after=b&admin=1>; rel="next"'],
    ['no cursor', '</feed?kind=all>; rel="next"'],
  ])('is refused where it names %s', async (_what, link) => {
    await expect(read(link)).rejects.toMatchObject({ status: 502, body: { code: 'UPSTREAM_FORMAT' } })
  })
})
