import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { copyOfLibrary, removeCopies } from './copyOfLibrary.ts'
import { catalogue, claims, sending } from './samples.ts'

afterAll(removeCopies)

let library: ReturnType<typeof copyOfLibrary>

beforeEach(() => {
  library = copyOfLibrary()
})

const resolved = (name: string) => library.resolved(name)

describe('a new resource from an OpenAPI document', () => {
  it('has its fields, pages, search and filters', async () => {
    const path = library.save(catalogue)
    const lines = await library.create(['customers', '--openapi', path, '--operation', 'listCustomers'])
    const { bindings, list, record } = await resolved('customers')
    expect(bindings['list']).toMatchObject({
      call: 'GET {library}/customers',
      query: {
        page: { param: 'page' },
        per_page: { param: 'perPage' },
        q: { param: 'search' },
        status: { filter: 'status' },
        email: { filter: 'email' },
      },
      response: { items: '/data', pageCount: '/total_pages' },
    })
    expect(list.filters).toMatchObject({ status: { enum: ['NEW', 'ACTIVE'] }, email: { pii: 'email' } })
    expect(record.properties).toMatchObject({
      id: { type: 'string', display: 'code' },
      full_name: { pii: 'name' },
      birth_date: { type: ['string', 'null'], pii: 'dateOfBirth' },
      status: { enum: ['NEW', 'ACTIVE'] },
    })
    expect(Object.keys(record.properties)).not.toContain('password')
    expect(library.file('customers.ts')).not.toContain('Quill')
    expect(lines).toContain(`  - the filter email is 'email', by its name`)
  })

  it('has the forms of the calls that the document shows', async () => {
    const lines = await library.create(['claims', '--openapi', library.save(claims), '--operation', 'listClaims'])
    const { bindings, record, actions, recordForm } = await resolved('claims')
    expect(bindings).toMatchObject({
      getOne: { call: 'GET {library}/claims/{claim_id}', permission: 'claims.read', response: { item: '/claim' } },
      create: { call: 'POST {library}/claims', permission: 'claims.edit' },
      update: { call: 'PATCH {library}/claims/{claim_id}', permission: 'claims.edit' },
    })
    expect(recordForm).toMatchObject({ fields: ['policy', 'loss_date', 'contact', 'tags'], label: 'claim' })
    expect(record).toMatchObject({
      required: ['claim_id', 'policy', 'loss_date', 'id'],
      properties: {
        policy: { minLength: 3, maxLength: 20 },
        loss_date: { format: 'date' },
        contact: { type: ['string', 'null'], pii: 'email', format: 'email' },
        state: { readOnly: true },
      },
    })
    expect(actions['create']?.input).toMatchObject({
      policy: { required: 'Enter a value for Policy' },
      loss_date: { control: 'date', required: 'Enter a value for Loss Date' },
    })
    expect(actions['update']?.input).toHaveProperty('contact')
    expect(lines).toContain(`  - state can't be changed: no call of the document sends it`)
    expect(library.file('console.ts')).toContain(`'claims.edit'`)
  })

  it('leaves out a form that could not send what the call needs', async () => {
    const needing = JSON.stringify(claims)
      .replace('"required":["policy"', '"required":["tags","policy"')
      .replace('"tags":{"type":"array","items":{"type":"string"}}', '"tags":{"type":"array","items":{}}')
    const lines = await library.create(['claims', '--openapi', library.save(needing), '--operation', 'listClaims'])
    expect((await resolved('claims')).bindings).not.toHaveProperty('create')
    expect(lines).toContainEqual(expect.stringMatching(/creates a record needs tags, which no form of it can send/))
  })

  it('changes no record that nothing reads', async () => {
    const { get: _get, ...changing } = claims.paths['/claims/{id}']
    const blind = { ...claims, paths: { ...claims.paths, '/claims/{id}': changing } }
    const lines = await library.create(['claims', '--openapi', library.save(blind), '--operation', 'listClaims'])
    expect(Object.keys((await resolved('claims')).bindings)).toEqual(['list', 'create'])
    expect(lines).toContainEqual(expect.stringMatching(/nothing reads the record before/))
  })

  it('has the page, the actions and the deletion that the document has calls for, and says what is left out', async () => {
    const { '/claims/{id}': one, ...paths } = claims.paths
    const text = { type: 'string' }
    const approval = {
      type: 'object',
      required: ['reason'],
      properties: { reason: text, grade: { type: 'string', enum: ['A', 'B'] }, parts: { type: 'array', items: text } },
    }
    const home = { type: 'object', properties: { city: text } }
    const holder = { type: 'object', properties: { full_name: text, tier: text, home } }
    const { Claim, NewClaim } = claims.components.schemas
    const whole = {
      ...claims,
      servers: [{ url: 'https://claims.example.test/api/v1' }],
      paths: {
        ...paths,
        '/claims/{id}': { ...one, delete: { responses: { 204: { description: 'gone' } } } },
        '/claims/{id}/approve': { post: sending(approval) },
        '/claims/{id}/re-open': { post: {} },
        '/claims/{id}/split': { post: sending({ ...approval, required: ['parts'] }) },
        '/claims/{id}/notes': { get: {} },
        '/claims/import': { post: { requestBody: { content: { 'text/csv': {} } } } },
      },
      components: { schemas: { NewClaim, Claim: { allOf: [...Claim.allOf, { properties: { holder } }] } } },
    }
    const lines = await library.create(['claims', '--openapi', library.save(whole), '--operation', 'listClaims'])
    const { bindings, actions, show, recordPath } = await resolved('claims')
    expect(recordPath).toBe('/claim/{id}')
    expect(bindings).toMatchObject({
      approve: { call: 'POST {library}/claims/{claim_id}/approve', body: { reason: { input: 'reason' } } },
      reOpen: { call: 'POST {library}/claims/{claim_id}/re-open', permission: 'claims.edit' },
      delete: { call: 'DELETE {library}/claims/{claim_id}' },
    })
    expect(bindings).not.toHaveProperty('split')
    expect(actions).toMatchObject({
      approve: { input: { reason: { required: 'Enter a value for Reason' }, grade: {} } },
      delete: { tone: 'danger', confirm: { title: 'Delete {claim_id}?' } },
    })
    expect(show?.header).toMatchObject({ title: '/claim_id', actions: ['approve', 'reOpen', 'delete', 'update'] })
    expect(library.file('claims.ts')).toContain(`facts: ['/holder/full_name', '/holder/tier', '/holder/home/city']`)
    const said = lines.join('\n')
    expect(said).toContain(
      'GET /claims/{id}/notes: it reads something else: a resource of its own, or a read for a tab',
    )
    expect(said).toContain(`POST /claims/import: it is not about one record: an action with placement 'list'`)
    expect(said).toContain(`the call 'split' is left out: it needs parts, which is no single value`)
    expect(said).toContain('the action approve does not ask for parts')
    expect(said).toContain(`the document has the service at 'https://claims.example.test/api/v1': LIBRARY_URL is`)
  })

  const parameters = (page: object, ...more: readonly object[]) => ({
    ...catalogue,
    paths: {
      '/customers': {
        get: { ...catalogue.paths['/customers'].get, parameters: [{ in: 'query', ...page }, ...more] },
      },
    },
  })

  const customersWith = (document: object) =>
    library.create(['customers', '--openapi', library.save(document), '--operation', 'listCustomers'])

  it.each<readonly [string, object, string, boolean]>([
    ['a minimum of 0', { name: 'page', schema: { type: 'integer', minimum: 0 } }, 'pageIndex', false],
    ['a default of 0', { name: 'page', schema: { type: 'integer', default: 0 } }, 'pageIndex', false],
    ['its name', { name: 'page_index', schema: { type: 'integer' } }, 'pageIndex', false],
    ['a default of 1', { name: 'page', schema: { type: 'integer', minimum: 0, default: 1 } }, 'page', false],
    ['a minimum of 1 of an offset', { name: 'offset', schema: { type: 'integer', minimum: 1 } }, 'startIndex', false],
    ['the name of an index', { name: 'startIndex', schema: { type: 'integer' } }, 'startIndex', false],
    ['nothing', { name: 'page', schema: { type: 'integer' } }, 'page', true],
  ])('knows the first page by %s', async (_title, page, param, isAsked) => {
    const lines = await customersWith(parameters(page))
    expect(Object.values((await resolved('customers')).bindings['list']?.query ?? {})).toContainEqual({ param })
    expect(lines.some((line) => line.includes('the first page is taken to be 1'))).toBe(isAsked)
  })

  it('filters by several values of a list of choices, as the document writes them', async () => {
    const states = { type: 'array', items: { $ref: '#/components/schemas/Status' } }
    const page = { name: 'page', schema: { type: 'integer' } }
    const lines = await customersWith(
      parameters(
        page,
        { in: 'query', name: 'state', explode: false, schema: states },
        { in: 'query', name: 'kind', schema: states },
        { in: 'query', name: 'tag', schema: { type: 'array', items: { type: 'string' } } },
        { in: 'query', name: 'area', style: 'pipeDelimited', schema: states },
      ),
    )
    const { bindings, list } = await resolved('customers')
    expect(bindings['list']?.query).toMatchObject({
      state: { filter: 'state', several: 'comma' },
      kind: { filter: 'kind', several: 'repeat' },
    })
    expect(list.filters).toMatchObject({ state: { type: 'array', items: { enum: ['NEW', 'ACTIVE'] } } })
    expect(lines).toContainEqual(expect.stringMatching(/'tag' is left out: it is a list without an enum/))
    expect(lines).toContainEqual(expect.stringMatching(/'area' is left out: it is a list that is neither repeated/))
  })

  it('says which fields no form asks for, and takes the id that the path names', async () => {
    const { NewClaim } = claims.components.schemas
    const weight = { oneOf: [{ type: 'number' }, { type: 'string' }] }
    const payees = { type: 'array', items: { type: 'object', properties: { ssn: { type: 'string' } } } }
    const text = JSON.stringify({
      ...claims,
      components: {
        schemas: {
          ...claims.components.schemas,
          NewClaim: { ...NewClaim, properties: { ...NewClaim.properties, weight, payees, iban: { type: 'string' } } },
        },
      },
    })
    const document = text.replaceAll('claim_id', 'parcel_no').replaceAll('/claims/{id}', '/claims/{parcel_no}')
    const lines = await library.create(['claims', '--openapi', library.save(document), '--operation', 'listClaims'])
    expect((await resolved('claims')).idFields).toEqual(['parcel_no'])
    expect(lines.join()).not.toContain('sounds like the id of something else')
    const noInput =
      'no input fits it, as it has several types or only values that are masked: one type in the record makes a field of it'
    const unasked = lines.flatMap((line) => /the form does not ask for (.*)/.exec(line)?.slice(1) ?? [])
    expect(unasked).toEqual([
      `weight, which the calls take: ${noInput}`,
      `payees, which the calls take: ${noInput}`,
      'iban, which the calls take: it is masked, and a masked value is never sent back',
    ])
  })

  it('says what its calls need in addition, and which content types no call sends', async () => {
    const { '/claims': all, '/claims/{id}': one } = claims.paths
    const { schema } = one.patch.requestBody.content['application/json']
    const patched = { ...one.patch, requestBody: { content: { 'application/merge-patch+json': { schema } } } }
    const parameters = [{ in: 'header', name: 'If-Match', required: true, schema: { type: 'string' } }]
    const document = {
      ...claims,
      paths: {
        '/claims': all,
        '/claims/{id}': { ...one, patch: { ...patched, parameters }, delete: { parameters } },
        '/claims/{id}/approve': { post: { parameters, responses: { 202: { description: 'Accepted' } } } },
        '/claims/{id}/remind': {
          post: { requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } } },
        },
        '/claims/{id}/photo': { put: { requestBody: { content: { 'image/png': {} } } } },
        '/claims/{id}/terms': { post: { requestBody: { content: { 'application/xml': {} } } } },
        '/claims/{id}/steps': { patch: { requestBody: { content: { 'application/json-patch+json': { schema } } } } },
      },
    }
    const lines = await library.create(['claims', '--openapi', library.save(document), '--operation', 'listClaims'])
    expect((await resolved('claims')).bindings).toMatchObject({
      update: { contentType: 'application/merge-patch+json' },
      remind: { contentType: 'application/x-www-form-urlencoded' },
    })
    expect(lines).toEqual(
      expect.arrayContaining([
        '  - a form changes them by PATCH {library}/claims/{claim_id}, as application/merge-patch+json',
        expect.stringMatching(
          /PATCH \/claims\/\{id\}: it requires If-Match: Edit sends the ETag .*nothing is to be added$/,
        ),
        expect.stringMatching(/DELETE \/claims\/\{id\}: it requires If-Match: add recheck: true to its action/),
        expect.stringMatching(
          /POST \/claims\/\{id\}\/approve: it requires If-Match: add recheck: 'ifMatch' to its action/,
        ),
        expect.stringMatching(/POST \/claims\/\{id\}\/approve: it may answer 202 before it is done: add 'poll'/),
        expect.stringMatching(/PUT \/claims\/\{id\}\/photo: .*; it takes image\/png: an 'upload' in its binding/),
        expect.stringMatching(/POST \/claims\/\{id\}\/terms: .*; it takes application\/xml: no call sends that/),
        expect.stringMatching(
          /PATCH \/claims\/\{id\}\/steps: .*; it takes application\/json-patch\+json: no call sends/,
        ),
      ]),
    )
  })
})
