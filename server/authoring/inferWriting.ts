import type { Binding } from '../../language/authored/call.ts'
import type { ResourceDefinition } from '../../language/authored/definition.ts'
import { wordsOf } from '../../language/personalNames.ts'
import { formableFields, formFlaw, sendingOf } from '../../language/recordForm.ts'
import type { FieldSchema, ObjectSchema } from '../../language/schema.ts'
import { findRecord } from './findRecords.ts'
import type { Findings } from './inferField.ts'
import { singular } from './inferPage.ts'
import type { OpenApiCall, OpenApiOperation } from './openApi.ts'

/** A list that is declared, and the calls about its records that a document has. */
interface Listed extends Pick<OpenApiOperation, 'create' | 'getOne' | 'update'> {
  readonly name: string
  /** The service in braces and the path of the list. */
  readonly call: `{${string}}/${string}`
  readonly id: string
  readonly record: ObjectSchema
  readonly permissions: { readonly read: string; readonly edit: string }
}

/** What the calls add to a definition, and the record with what they say of it. */
export interface Writing {
  readonly bindings: Readonly<Record<string, Binding>>
  readonly form: ResourceDefinition['form']
  readonly record: ObjectSchema
}

const sentBy = (call: OpenApiCall | undefined): readonly string[] =>
  [...(call?.body.fields ?? [])].flatMap(([field, { isReadOnly = false }]) => (isReadOnly ? [] : [field]))

const neededBy = (call: OpenApiCall | undefined): readonly string[] =>
  sentBy(call).filter((field) => call?.body.fields.get(field)?.isRequired === true)

const howText = ({ type: { contentType } }: OpenApiCall): string =>
  contentType === undefined ? '' : `, as ${contentType}`

/** The calls that a form can make, and the place of the one record that is read before a change. */
function usable({ create, getOne, update, id, record }: Listed, formable: readonly string[], { decide }: Findings) {
  const place = getOne && findRecord(getOne.answer, id, Object.keys(record.properties))?.place
  const missing = neededBy(create).filter((field) => !formable.includes(field))
  if (missing.length > 0)
    decide.push(
      `the call that creates a record needs ${missing.join(', ')}, which no form of it can send: write an action`,
    )
  if (update !== undefined && place === undefined)
    decide.push(
      `the call that changes a record is left out: nothing reads the record before, so add bindings.getOne too`,
    )
  return {
    place,
    create: missing.length === 0 ? create : undefined,
    update: place === undefined ? undefined : update,
  }
}

/** Why a form does not ask for a field of the record. */
const flaws = {
  given: 'it identifies the record',
  readOnly: 'it is read only',
  masked: 'it is masked, and a masked value is never sent back',
  noInput:
    'no input fits it, as it has several types or only values that are masked: one type in the record makes a field of it',
  masksInside: 'values inside it are masked, and are never sent back',
} as const

/** Says of each field that the calls take and no form can ask for why that is. */
function reportUnasked(fields: readonly string[], { record, id }: Listed, { decide }: Findings): void {
  const isSaid = (field: string) => decide.some((said) => said.startsWith(`${field} is left out`))
  for (const field of fields.filter((each) => !isSaid(each))) {
    const flaw = formFlaw({ record, idFields: [id] }, field, sendingOf({ scope: 'list' }))
    const why =
      flaw === undefined || !Object.hasOwn(record.properties, field)
        ? 'the list does not answer it: a field of the record with its type makes it one of the form'
        : flaws[flaw]
    decide.push(`the form does not ask for ${field}, which the calls take: ${why}`)
  }
}

/**
 * How records are created and changed, by the calls that a document has for it. What a form of the record can't send is
 * left to the author, and said.
 */
export function inferWriting(listed: Listed, findings: Findings): Writing {
  const { name, call, id, record, permissions } = listed
  const { inferred, decide } = findings
  const formable = formableFields({ record, idFields: [id] }, sendingOf({ scope: 'record' }))
  const { place, create, update } = usable(listed, formable, findings)
  const calls = [create, update].filter((each) => each !== undefined)
  const fields = formable.filter((field) => calls.some((each) => sentBy(each).includes(field)))
  const one = `${call}/{${id}}` as const
  const reading: Writing['bindings'] =
    place === undefined
      ? {}
      : { getOne: { call: `GET ${one}`, permission: permissions.read, ...(place === '' ? {} : { data: place }) } }
  if (place !== undefined) inferred.push(`one record is read by GET ${one}`)
  const unasked = [...new Set(calls.flatMap(sentBy))].filter((field) => field !== id && !formable.includes(field))
  reportUnasked(unasked, listed, findings)
  if (fields.length === 0) return { bindings: reading, form: undefined, record }

  const closed = formable.filter((field) => !fields.includes(field))
  if (closed.length > 0) inferred.push(`${closed.join(', ')} can't be changed: no call of the document sends it`)
  const alone = fields.filter((field) => !calls.every((each) => sentBy(each).includes(field)))
  if (alone.length > 0)
    decide.push(
      `the form asks for ${alone.join(', ')}, which only one of the calls takes: form.fields names what both do`,
    )
  const needed = neededBy(create)
  if (create !== undefined)
    inferred.push(
      `a form creates records by POST ${call}${needed.length === 0 ? '' : `; it needs ${needed.join(', ')}`}`,
    )
  if (update !== undefined) inferred.push(`a form changes them by ${update.method} ${one}${howText(update)}`)
  const edit = { permission: permissions.edit }
  const properties = Object.entries(record.properties).map(([field, schema]): readonly [string, FieldSchema] => {
    const limits = calls.map((each) => each.body.fields.get(field)?.limits)
    const added = Object.assign({}, ...limits, closed.includes(field) ? { readOnly: true } : {}) as object
    return [field, typeof schema === 'object' ? { ...schema, ...added } : schema]
  })
  const always = (record.required ?? []).filter((field) => create === undefined || !fields.includes(field))
  return {
    bindings: {
      ...reading,
      ...(create === undefined ? {} : { create: { call: `POST ${call}`, ...edit } }),
      ...(update === undefined ? {} : { update: { call: `${update.method} ${one}`, ...edit, ...update.type } }),
    },
    form: { fields, label: singular(wordsOf(name)) },
    record: {
      ...record,
      required: [...new Set([...always, ...needed])],
      properties: Object.fromEntries(properties),
    },
  }
}
