import { expect, it } from 'vitest'
import { operationTable } from '../../../language/operations.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { authored } from '../../../examples/library/schemas/index.ts'
import { fieldErrorsIn } from '../../../server/gateway/operations/fieldErrors.ts'

const lend = operationTable(resolveConsole(authored).definitions).get('books.lend')!

it.each([
  [{ card: 'No such card' }],
  [{ card: ['No such card', 'and more'] }],
  [[{ field: 'card', message: 'No such card' }]],
  [[{ path: '/card', message: 'No such card' }]],
  [[{ source: { pointer: '/card' }, title: 'Invalid', detail: 'No such card' }]],
])('finds the message about an input in %j', (errors) => {
  expect(fieldErrorsIn(lend, { errors })).toEqual({ card: 'No such card' })
})

it.each([
  ['problem details', { title: 'Invalid', 'invalid-params': [{ name: 'card', reason: 'No such card' }] }],
  ['API Platform', { detail: 'card: No such card', violations: [{ propertyPath: 'card', message: 'No such card' }] }],
  ['FastAPI', { detail: [{ loc: ['body', 'card'], msg: 'No such card', type: 'value_error' }] }],
])('finds it as %s have it', (_, body) => {
  expect(fieldErrorsIn(lend, body)).toEqual({ card: 'No such card' })
})

it.each([[{ shelf: 'What shelf?' }], ['No'], [[{ field: 'card' }]], [null]])('finds nothing in %j', (errors) => {
  expect(fieldErrorsIn(lend, { errors })).toBeUndefined()
})
