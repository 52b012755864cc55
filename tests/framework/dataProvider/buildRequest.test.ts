import { describe, expect, it } from 'vitest'
import { buildRequest } from '../../../dataProvider/buildRequest.ts'
import { compileValidators } from '../../../dataProvider/validators/compileValidators.ts'
import { resolve } from '../../../language/resolve.ts'
import { defineResource } from '../../../examples/library/schemas/console.ts'
import { operationTable } from '../../../language/operations.ts'

const parcels = resolve(
  defineResource({
    name: 'parcels',
    label: 'Parcels',
    record: {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'integer' }, owner: { type: ['string', 'null'] }, room: { type: 'string' } },
    },
    bindings: {
      list: { call: 'GET {library}/parcels', permission: 'books.read' },
      getOne: { call: 'GET {library}/parcels/{id}', permission: 'books.read' },
      update: {
        call: 'PATCH {library}/parcels/{id}',
        permission: 'books.read',
        body: {
          data: {
            nested: {
              type: 'parcels',
              id: { field: 'id' },
              attributes: { nested: { room: { input: 'room' } } },
              owner: { nested: { data: { nested: { type: 'people', id: { input: 'owner' } } } } },
            },
          },
        },
      },
      send: {
        call: 'POST {library}/parcels',
        permission: 'books.read',
        body: {
          to: {
            nested: {
              room: { field: 'room' },
              by: {
                nested: {
                  kind: 'courier',
                  notes: { input: 'notes' },
                  word: { input: 'word' },
                },
              },
            },
          },
          options: { nested: { wrap: { input: 'wrap' } } },
        },
      },
    },
    list: { columns: ['id'], perPage: 10, emptyText: 'None' },
    actions: {
      send: {
        label: 'Send',
        binding: 'send',
        body: { urgent: true },
        input: {
          notes: {
            label: 'Notes',
            required: 'Please choose!',
            schema: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', maxLength: 5 } },
          },
          word: { label: 'Word', schema: { type: 'string', default: '' } },
          wrap: { label: 'Wrap', schema: { type: 'boolean' } },
        },
        success: 'Sent',
      },
    },
  }),
)

const operation = operationTable([parcels]).get('parcels.send')
const validate = compileValidators([parcels])['parcels.send']?.request

const build = (record: Readonly<Record<string, unknown>>, input: Readonly<Record<string, unknown>>) => {
  if (operation === undefined || validate === undefined) throw new Error('parcels.send is not there')
  return buildRequest(operation, { record, input }, validate)
}

describe('a change with a body of its own', () => {
  const change = operationTable([parcels]).get('parcels.update')!
  const check = compileValidators([parcels])['parcels.update']!.request!
  const sent = (input: Readonly<Record<string, unknown>>) =>
    buildRequest(change, { record: { id: 7 }, input }, check).body

  it.each([
    [{ room: 'B2' }, { attributes: { room: 'B2' } }],
    [{ owner: 'Ada' }, { owner: { data: { type: 'people', id: 'Ada' } } }],
    [{ owner: null }, { owner: { data: { type: 'people', id: null } } }],
  ])('of %j has no object of which only constants are left', (input, body) => {
    expect(sent(input)).toEqual({ data: { type: 'parcels', id: 7, ...body } })
  })
})

describe('a body with objects in it', () => {
  it('takes every value from where its source says, however deep, and lists as they are', () => {
    expect(build({ room: 'B2' }, { notes: ['left', 'right'], word: 'sesame', wrap: false }).body).toEqual({
      to: { room: 'B2', by: { kind: 'courier', notes: ['left', 'right'], word: 'sesame' } },
      options: { wrap: false },
      urgent: true,
    })
  })

  it('leaves out what yields nothing, and keeps an object of which nothing is left', () => {
    expect(build({ room: 'B2' }, { notes: ['left'] }).body).toEqual({
      to: { room: 'B2', by: { kind: 'courier', notes: ['left'], word: '' } },
      options: {},
      urgent: true,
    })
  })

  it('holds nothing that no source names', () => {
    const { body } = build({ room: 'B2', owner: 'Mara Quill' }, { notes: ['left'], owner: 'Mara Quill' })
    expect(JSON.stringify(body)).not.toContain('Quill')
  })

  it.each([
    ['a missing field', {}, { notes: ['left'] }, 'body.to.room'],
    ['a missing list', { room: 'B2' }, {}, 'body.to.by.notes'],
    ['an empty list', { room: 'B2' }, { notes: [] }, 'body.to.by.notes'],
    ['a list that is too long', { room: 'B2' }, { notes: ['a', 'b', 'c'] }, 'body.to.by.notes'],
    ['an item that is too long', { room: 'B2' }, { notes: ['left', 'secret words'] }, 'body.to.by.notes.1'],
    ['a text instead of a list', { room: 'B2' }, { notes: 'left' }, 'body.to.by.notes'],
    ['a value of another type', { room: 'B2' }, { notes: ['left'], wrap: 'yes' }, 'body.options.wrap'],
  ])('refuses %s by its place, and repeats no value', (_what, record, input, place) => {
    const failing = () => build(record, input)
    expect(failing).toThrow(`This cannot be sent: ${place} is missing or not as declared for parcels.send.`)
    expect(failing).not.toThrow('secret')
  })
})
