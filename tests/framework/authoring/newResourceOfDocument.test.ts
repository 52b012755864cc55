import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { copyOfLibrary, removeCopies } from './copyOfLibrary.ts'
import { catalogue, claims } from './samples.ts'

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
})
