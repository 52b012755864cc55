import { describe, expect, it } from 'vitest'
import { alerts } from '../../../support/resources.ts'
import type { ResponseMapping } from '../../../../../language/binding.ts'
import type { ListResource, ResolvedAction, Resource } from '../../../../../language/resource.ts'
import type { Pointer } from '../../../../../language/schema.ts'
import { resolveAction } from '../../../../../language/resolveAction.ts'
import { account, documents, problemsWith, requests } from './mistakes.ts'
import type { Mistakes } from './mistakes.ts'

const filed = (...files: readonly Pointer[]): Resource => ({
  ...documents,
  partOf: { ...documents.partOf, files },
})
const referring = (reference: Pointer, change: Partial<ResponseMapping> = {}): Resource => {
  const image = account.bindings['image']!
  return {
    ...account,
    bindings: { ...account.bindings, image: { ...image, response: { ...image.response, ...change, reference } } },
  }
}

const FILES = 'accountDocuments.partOf.path'
const REFERENCE = 'accounts.bindings.image.reference'

const ids: Mistakes = [
  [
    'a further file at a place that the detail does not have',
    filed('/account/0/upload_407', '/joint_user/upload_407'),
    FILES,
    `reads '/joint_user/upload_407', which the detail's schema does not declare; declared there: joint_dob, joint_ssn, joint_city and 18 others`,
  ],
  [
    'further files at many places by one pointer, which no file is looked for at',
    filed('/account/*/upload_407'),
    FILES,
    "names no single place by '/account/*/upload_407': say which item by its number",
  ],
  [
    'a further file at a structure',
    filed('/account/0'),
    FILES,
    "reads an id at '/account/0', which is neither text nor number: say where inside it the id is",
  ],
  [
    'a further file at a place that its read does not have',
    { ...requests, partOf: { ...requests.partOf, read: 'transactions', path: '/deposits', files: ['/letter'] } },
    'accountRequests.partOf.path',
    "reads '/letter', which the read 'transactions' does not declare; declared there: deposits, trade_line_data",
  ],
  [
    'a reference at a place that the answer does not have',
    referring('/result/recordId'),
    REFERENCE,
    "reads '/result/recordId', which the answer of image does not declare; declared there: record_id",
  ],
  [
    'a reference at a structure',
    referring('/result'),
    REFERENCE,
    "reads an id at '/result', which is neither text nor number: say where inside it the id is",
  ],
  [
    'a reference at each item of a list',
    referring('/result/*/record_id', {
      schema: {
        type: 'object',
        properties: { result: { type: 'array', items: { type: 'object', properties: { record_id: {} } } } },
      },
    }),
    REFERENCE,
    "names no single place by '/result/*/record_id': say which item by its number",
  ],
]

const read: ResolvedAction = resolveAction({ label: 'Mark as read', binding: 'read', success: 'Read' }, {})
const placed = (change: Partial<ListResource>): ListResource => {
  const bindings: ListResource['bindings'] = {
    ...alerts.bindings,
    read: { ...alerts.bindings['list']!, call: 'POST {main}/alerts/read', query: {}, effect: 'mutate', response: {} },
  }
  return { ...alerts, bindings, ...change }
}
const RISK = "one record, which without an id is known only by its place, and that may be another's by then"
const REMEDY = 'declare the id that the service gives'

describe('the check of places at which ids stand', () => {
  it.each(ids)('names %s', (_title, definition, where, message) => {
    expect(problemsWith(definition)).toContainEqual({ where, message })
  })

  it('finds nothing wrong with a reference among what every answer may say', () => {
    const { schema: _schema, ...image } = account.bindings['image']!.response
    const bindings = {
      ...account.bindings,
      image: { ...account.bindings['image']!, response: { ...image, reference: '/result/record_id' as const } },
    }
    expect(problemsWith({ ...account, bindings })).toEqual([])
  })
})

describe('the check of a list whose records are known by their places', () => {
  it('refuses an action on a record, and nothing else', () => {
    expect(problemsWith(placed({ actions: { read } }))).toEqual([
      { where: 'alerts.actions.read', message: `is done to ${RISK}: ${REMEDY}, or give it placement 'list'` },
    ])
  })

  it('lets an action for the whole list be', () => {
    expect(problemsWith(placed({ actions: { read: { ...read, scope: 'list' } } }))).toEqual([])
  })

  it('lets an action on a record be where the service gives an id', () => {
    const { record, ...rest } = placed({ actions: { read } })
    const properties = { id: { type: 'integer' }, ...record.properties } as const
    expect(problemsWith({ ...rest, idFrom: null, record: { ...record, required: ['id'], properties } })).toEqual([])
  })

  it("refuses a record's page", () => {
    expect(problemsWith(placed({ recordPath: '/alert/{id}' }))).toContainEqual({
      where: 'alerts.show.path',
      message: `leads to ${RISK}: ${REMEDY}, or remove the page`,
    })
  })
})
