import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { copyOfLibrary, removeCopies } from './copyOfLibrary.ts'
import { claims, sending } from './samples.ts'

afterAll(removeCopies)

let library: ReturnType<typeof copyOfLibrary>

beforeEach(() => {
  library = copyOfLibrary()
})

const resolved = (name: string) => library.resolved(name)

describe('a new resource from an OpenAPI document that says more of its fields', () => {
  it('takes a number that the document describes as seconds since 1970 for a time, and a filter by it for a day', async () => {
    const [get] = [claims.paths['/claims'].get]
    const seconds = { type: 'integer', format: 'int64', minimum: 0, description: 'Unix time in seconds' }
    const { Claim, NewClaim } = claims.components.schemas
    const own = { settlement: seconds, seen: { type: 'integer', description: 'Milliseconds since the epoch' } }
    const since = { in: 'query', name: 'settled_after', description: 'Epoch seconds', schema: { type: 'integer' } }
    const document = {
      ...claims,
      paths: { '/claims': { get: { ...get, parameters: [since] } } },
      components: { schemas: { NewClaim, Claim: { allOf: [...Claim.allOf, { properties: own }] } } },
    }
    await library.create(['claims', '--openapi', library.save(document), '--operation', 'listClaims'])
    const { record, list } = await resolved('claims')
    expect(record.properties).toMatchObject({
      settlement: { type: 'string', coerce: 'epochSeconds', display: 'dateTime' },
      seen: { type: 'string', coerce: 'epochMilliseconds', display: 'dateTime' },
    })
    expect(list.filters).toMatchObject({ settled_after: { type: 'string', format: 'date', coerce: 'epochSeconds' } })
  })

  it('takes a filter by a moment or a day for one', async () => {
    const [get] = [claims.paths['/claims'].get]
    const asked = (name: string, format: string) => ({ in: 'query', name, schema: { type: 'string', format } })
    const parameters = [asked('settled_after', 'date-time'), asked('settled_on', 'date')]
    const document = { ...claims, paths: { '/claims': { get: { ...get, parameters } } } }
    await library.create(['claims', '--openapi', library.save(document), '--operation', 'listClaims'])
    expect((await resolved('claims')).list.filters).toEqual({
      settled_after: { type: 'string', format: 'date-time', title: 'Settled After' },
      settled_on: { type: 'string', format: 'date', title: 'Settled On' },
    })
  })

  it('says of what is only written that no answer has it, and where it is asked for', async () => {
    const { Claim, NewClaim } = claims.components.schemas
    const hint = { password_hint: { type: 'string', writeOnly: true } }
    const document = {
      ...claims,
      paths: {
        ...claims.paths,
        '/claims/{id}/lock': { post: sending({ type: 'object', properties: hint }) },
      },
      components: { schemas: { Claim, NewClaim: { ...NewClaim, properties: { ...NewClaim.properties, ...hint } } } },
    }
    const lines = await library.create(['claims', '--openapi', library.save(document), '--operation', 'listClaims'])
    expect(lines.filter((line) => line.includes('password_hint'))).toEqual([
      '  - password_hint is left out: it is writeOnly, so the service never answers it; a field of the record with its type makes it one of the form',
    ])
    const { record, actions } = await resolved('claims')
    expect(record.properties).not.toHaveProperty('password_hint')
    expect(actions['lock']?.input).toHaveProperty('password_hint')
  })

  it('has on the page and in the form what only the call that reads one record answers, and in no column', async () => {
    const { Claim, NewClaim } = claims.components.schemas
    const text = { type: 'string' }
    const insurer = { type: 'object', properties: { code: text } }
    const wide = { type: 'object', properties: { code: text, name: text } }
    const own = { summary: text, insurer: wide, paid_title: text }
    const { get: _get, ...changing } = claims.paths['/claims/{id}']
    const document = {
      ...claims,
      paths: {
        ...claims.paths,
        '/claims/{id}': {
          ...changing,
          get: {
            responses: {
              200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Whole' } } } },
            },
          },
        },
      },
      components: {
        schemas: {
          NewClaim: { ...NewClaim, properties: { ...NewClaim.properties, summary: text } },
          Claim: { type: 'object', required: ['claim_id'], properties: { claim_id: text, policy: text, insurer } },
          Whole: { allOf: [...Claim.allOf, { properties: own }] },
        },
      },
    }
    const lines = await library.create(['claims', '--openapi', library.save(document), '--operation', 'listClaims'])
    const { record, recordForm, list, show } = await resolved('claims')
    expect(record.properties).toMatchObject({ summary: { type: 'string' }, insurer: { properties: { name: text } } })
    expect(recordForm?.fields).toContain('summary')
    expect(list.columns.map(({ id }) => id)).toEqual(['claim_id', 'policy', 'insurer_code'])
    expect(show?.header.facts.map(({ path }) => path)).toContain('/summary')
    expect(library.file('claims.ts')).toContain("'/insurer/name'")
    expect(lines).toContainEqual(
      expect.stringMatching(
        /only the call that reads one record answers .*summary.*insurer\.name.*: its page shows them, and no column does$/,
      ),
    )
  })
})
