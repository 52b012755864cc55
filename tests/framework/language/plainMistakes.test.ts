import { expect, it } from 'vitest'
import { books } from '../../../examples/library/schemas/books.ts'
import { registration } from '../../../examples/library/schemas/members.ts'
import { saidOf } from './changedLibrary.ts'

const lend = books.actions!['lend']!
const { record, bindings } = books
const holder = { type: 'object', properties: { town: { type: 'string' } } }
const withField = (schema: object) => ({
  books: { record: { ...record, properties: { ...record.properties, kept: { title: 'Kept', ...schema } } } },
})
const withCalls = (calls: object) => ({ books: { bindings: { ...bindings, ...calls } } })
const removal = (call: object) => ({
  books: { bindings: { ...bindings, delete: { permission: 'books.delete', ...call } } },
})
/** Books that are changed by PUT with a body of its own. */
const replaced = (body: Readonly<Record<string, object>>) => ({
  books: {
    bindings: { ...bindings, update: { call: 'PUT {library}/books/{id}', permission: 'books.lend', body } },
    form: { label: 'book', fields: Object.keys(body).filter((field) => 'input' in (body[field] ?? {})) },
  },
})

it.each<readonly [string, Readonly<Record<string, object>>, string]>([
  [
    'an empty label',
    { books: { label: ' ' } },
    'empty-label books.label: is empty: say in a few words what people read there',
  ],
  [
    'an empty label of an action',
    { books: { actions: { lend: { ...lend, label: '' } } } },
    'empty-label books.actions.lend.label: is empty: say in a few words what people read there',
  ],
  [
    'an empty label of a field',
    { registration: { fields: { ...registration.fields, name: { ...registration.fields['name'], label: '' } } } },
    'empty-label registration.fields.name.label: is empty: say in a few words what people read there',
  ],
  [
    'a removal that only reads',
    removal({ call: 'GET {library}/books/{id}/delete' }),
    `invalid-effect books.bindings.delete: only reads, by 'GET {library}/books/{id}/delete': call it by the service's method for that, or add effect: 'mutate' if this changes something`,
  ],
  [
    'an Edit form by PUT whose body needs more than one input',
    replaced({ title: { input: 'title' }, author: { input: 'author' } }),
    'incomplete-put books.bindings.update.body: needs title, author each time, and Edit sends what has changed alone: leave the body out: then the gateway sends the record that getOne reads, with the changes in it',
  ],
  [
    'an Edit form by PUT whose body drops fields',
    replaced({ title: { input: 'title' }, author: { field: 'author' }, state: { field: 'state' } }),
    `incomplete-put books.bindings.update.body: replaces the record without due, which the service then loses: add due: { field: 'due' }, or leave the body out: then the gateway sends the record that getOne reads, with the changes in it`,
  ],
  [
    'a merge patch that is no PATCH',
    removal({ call: 'DELETE {library}/books/{id}', contentType: 'application/merge-patch+json' }),
    `invalid-content-type books.bindings.delete.contentType: is for a PATCH, which this call is not: remove it`,
  ],
  [
    'a JSON Patch',
    removal({ call: 'DELETE {library}/books/{id}', contentType: 'application/json-patch+json' }),
    `invalid-content-type books.bindings.delete.contentType: is 'application/json-patch+json', which no call sends: a body is a form, 'application/x-www-form-urlencoded', or an object of JSON, such as 'application/vnd.api+json'`,
  ],
  [
    'an object in a form',
    removal({
      call: 'DELETE {library}/books/{id}',
      contentType: 'application/x-www-form-urlencoded',
      body: { by: { nested: { place: 'desk' } } },
    }),
    `object-in-form books.bindings.delete.body.by: is an object, which a form does not have: send each of its values under a name of its own, such as 'by[city]'`,
  ],
  [
    'an object in a text',
    {
      books: {
        record: { ...record, properties: { ...record.properties, holder } },
        actions: { lend: { ...lend, success: '{title} lent to {holder}' } },
      },
    },
    `unwritten-placeholder books.actions.lend: says {holder}, which is no single value and would be '-': name a field with a text, a number or a flag`,
  ],
  [
    'an id that is no field',
    { books: { id: 'titel' } },
    `unknown-field books.id: names 'titel', which is no field; fields are: id, title, author, state, due; did you mean 'title'?`,
  ],
  [
    'a count without a title',
    {
      books: {
        record: { ...record, properties: { ...record.properties, waiting: { type: 'integer' } } },
        list: { ...books.list, columns: ['title', { field: 'state', count: { field: 'waiting' } }] },
      },
    },
    `missing-title books.list.columns.state: counts 'waiting': give that field a 'title'`,
  ],
  [
    'a version that is no field',
    { books: { version: 'changed_at' } },
    `unknown-field books.version: names 'changed_at', which is no field; fields are: id, title, author, state, due`,
  ],
  [
    'a label of no choice',
    withField({ type: 'string', enum: ['SHELF', 'STORE'], labels: { SHELF: 'On the shelf', STROE: 'In store' } }),
    `unknown-value books.record.kept: has a label for 'STROE', which it never is; its values are: SHELF, STORE; did you mean 'STORE'?`,
  ],
  [
    'a label of no choice of several',
    withField({ type: 'array', items: { type: 'string', enum: ['SHELF'] }, labels: { STORE: 'In store' } }),
    `unknown-value books.record.kept: has a label for 'STORE', which it never is; its values are: SHELF`,
  ],
  [
    'a label of a flag for another word',
    withField({ type: 'boolean', labels: { yes: 'On the shelf' } }),
    `unknown-value books.record.kept: has a label for 'yes', which it never is; its values are: true, false`,
  ],
  [
    'a choice that is listed twice',
    withField({ type: 'string', enum: ['SHELF', 'STORE', 'SHELF'] }),
    `duplicate-choice books.record.kept: has "SHELF" twice in its enum: remove one of them, or write the value that is meant`,
  ],
  [
    'a day that is shown as an amount',
    withField({ type: ['string', 'null'], format: 'date', display: 'money' }),
    `invalid-display books.record.kept: is shown as 'money', which is for numbers, and its value is of the format 'date': write display: 'date'`,
  ],
  [
    'a moment that is shown as an amount',
    withField({ type: 'string', coerce: 'epochSeconds', display: 'number' }),
    `invalid-display books.record.kept: is shown as 'number', which is for numbers, and its value is a moment: write display: 'dateTime'`,
  ],
  [
    'a flag that is shown as an amount',
    withField({ type: 'boolean', display: 'decimal' }),
    `invalid-display books.record.kept: is shown as 'decimal', which is for numbers, and its value is a flag: leave the display out`,
  ],
  [
    'a column that shows a day as an amount',
    {
      books: {
        record: {
          ...record,
          properties: { ...record.properties, due: { type: 'string', title: 'Due', format: 'date' } },
        },
        list: { ...books.list, columns: ['title', { field: 'due', display: 'money' }] },
      },
    },
    `invalid-column books.list.columns.due: is shown as 'money', which is for numbers, and its value is of the format 'date': write display: 'date'`,
  ],
  [
    'an input of the call that reads the record',
    withCalls({ getOne: { ...bindings['getOne'], query: { shelf: { input: 'shelf' } } } }),
    `unknown-input books.bindings.getOne.shelf: takes the input 'shelf', which only actions and forms ask for: send a field of the record or a constant`,
  ],
  [
    'an input of the call that reads the list',
    withCalls({ list: { ...bindings['list'], query: { state: { input: 'state' } } } }),
    `unknown-input books.bindings.list.state: takes the input 'state', which only actions and forms ask for: send a filter, { filter: 'state' } or a constant`,
  ],
  [
    'an input of what a page reads besides its record',
    withCalls({
      shelf: {
        call: 'GET {library}/books/{id}/shelf',
        permission: 'books.read',
        query: { floor: { input: 'floor' } },
        schema: { type: 'object', properties: {} },
      },
    }),
    `unknown-input books.bindings.shelf.floor: takes the input 'floor', which only actions and forms ask for: send a field of the record or a constant`,
  ],
])('%s is one problem', (_what, changes, expected) => {
  expect(saidOf(changes)).toEqual([expected])
})

it('an Edit form by PUT whose body has the whole record, or none, is none', () => {
  const kept = { author: { field: 'author' }, state: { field: 'state' }, due: { field: 'due' } }
  expect(saidOf(replaced({ title: { input: 'title' }, ...kept }))).toEqual([])
})

it('a removal by GET that says that it changes something is none', () => {
  expect(saidOf(removal({ call: 'GET {library}/books/{id}/delete', effect: 'mutate' }))).toEqual([])
})

it('a label of no choice is none where each choice has one: other fields share the labels', () => {
  const labels = { SHELF: 'On the shelf', STORE: 'In store' }
  expect(saidOf(withField({ type: ['string', 'null'], enum: ['SHELF', null], labels }))).toEqual([])
})
