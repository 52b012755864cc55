import type { FormResource, Resource } from '../resource.ts'
import type { FormField, FormLayout } from '../form.ts'
import { fieldsOfPredicate } from '../predicate.ts'
import { pointerOf, isPointer } from '../pointer.ts'
import { schemaAt } from '../schema.ts'
import { placeholdersOf } from '../template.ts'
import { refusesEmpty, entriesOf, joinNames, type Rule, type Rules, foundUnless } from './problem.ts'
import { requestFields } from './fields.ts'
import { inputProblems, unsendable } from './inputRules.ts'

type Named = readonly [name: string, field: FormField]

function fieldProblems([name, field]: Named, { fields }: FormLayout): readonly string[] {
  const { required, schema, not } = field
  const others = Object.keys(fields).filter((other) => other !== name)
  return [
    ...(required !== undefined && !refusesEmpty(schema)
      ? ['is required and takes an empty text: give it a minLength']
      : []),
    ...inputProblems(field),
    ...(not !== undefined && !others.includes(not.field)
      ? [`must not be '${not.field}', which is no other field; they are: ${joinNames(others, not.field)}`]
      : []),
  ]
}

const fieldsAreSound: Rule<FormResource> = ({ name, form }) =>
  entriesOf(form.fields).flatMap((named) =>
    fieldProblems(named, form).map((message) => ({ where: `${name}.fields.${named[0]}`, message })),
  )

const subjectExists: Rule<FormResource> = ({ name, form }, all) => {
  if (form.about === undefined) return []
  const { field, resource, key, fields: shows, expect } = form.about
  const where = `${name}.about`
  const definition = all.find((one) => one.name === resource)
  if (definition === undefined) return [{ where, message: `looks in '${resource}', which is no resource` }]
  const fields = Object.keys(definition.record.properties)
  const isMissing = (shown: string): boolean =>
    isPointer(shown) ? schemaAt(definition.detail?.schema, shown) === undefined : !fields.includes(shown)
  return [
    ...foundUnless(
      Object.hasOwn(form.fields, field),
      where,
      `goes by '${field}', which is no field; fields are: ${joinNames(Object.keys(form.fields), field)}`,
    ),
    ...[key, ...shows.map((shown) => (typeof shown === 'string' ? shown : shown.field))]
      .filter(isMissing)
      .map((shown) => ({
        where,
        message: `names '${shown}', which ${resource} does not have: ${joinNames(fields, shown)}`,
      })),
    ...fieldsOfPredicate(expect?.when)
      .filter(isMissing)
      .map((tested) => ({
        where: `${where}.expect`,
        message: `tests '${tested}', which ${resource} does not have: ${joinNames(fields, tested)}`,
      })),
    ...(definition.list?.search === undefined
      ? [{ where, message: `looks in '${resource}', which cannot be searched` }]
      : []),
  ]
}

const formsIn = (all: readonly Resource[]): readonly FormResource[] =>
  all.filter((one): one is FormResource => one.kind === 'form')

/** Where a value of a field is read from must exist in the records that the form, or the one that it undoes, is about. */
const presentValuesExist: Rule<FormResource> = ({ name, form }, all) => {
  const about = form.about ?? formsIn(all).find((one) => one.form.undoneBy === name)?.form.about
  const resource = all.find((one) => one.name === about?.resource)
  return entriesOf(form.fields).flatMap(([own, { field }]) => {
    if (field === undefined || (resource === undefined && about !== undefined)) return []
    const where = `${name}.fields.${own}`
    if (resource === undefined) return [{ where, message: `has its value in '${field}' of no record: add about` }]
    const [place, schema] = isPointer(field) ? [field, resource.detail?.schema] : [pointerOf([field]), resource.record]
    return schemaAt(schema, place) === undefined
      ? [{ where, message: `has its value in '${field}', which ${resource.name} does not have` }]
      : []
  })
}

const undoingFormExists: Rule<FormResource> = ({ name, form: { undoneBy } }, all) => {
  const forms = formsIn(all).map((one) => one.name)
  return undoneBy === undefined || forms.includes(undoneBy)
    ? []
    : [{ where: `${name}.undoneBy`, message: `names '${undoneBy}', which is no form: ${joinNames(forms, undoneBy)}` }]
}

/** Every typed value must be used: in the call, or in the check of another field. */
const fieldsAreUsed: Rule<FormResource> = ({ name, form, bindings }) => {
  const submit = bindings['submit']
  if (submit === undefined) return []
  const compared = Object.values(form.fields).flatMap(({ not }) => not?.field ?? [])
  const used = [...requestFields(submit), ...compared]
  return Object.keys(form.fields)
    .filter((field) => !used.includes(field))
    .map((field) => ({
      where: `${name}.fields.${field}`,
      message: `is asked and never sent: the call sends ${joinNames(requestFields(submit))}`,
    }))
}

const isChanging = ({ bindings }: FormResource): boolean => bindings['submit']?.effect === 'mutate'

const asksFirst: Rule<FormResource> = (definition) => {
  const { name, actions } = definition
  return isChanging(definition) && actions['submit']?.confirm === null
    ? [{ where: `${name}.confirm`, message: `is missing: the call changes something, so the person is asked first` }]
    : []
}

/** People always get a response: a success notice, or an answer on screen. */
const successRule: Rule<FormResource> = (definition) => {
  const { name, actions } = definition
  const { success = null, result } = actions['submit'] ?? {}
  return success !== null || (result !== undefined && !isChanging(definition))
    ? []
    : [{ where: `${name}.success`, message: `is missing: only a read whose answer is shown (result) needs no words` }]
}

/**
 * The fields that the form and its confirmation name must exist. Text to type for confirmation must come from required
 * fields.
 */
const namesFields: Rule<FormResource> = ({ name, form, actions }) => {
  const required = entriesOf(form.fields).flatMap(([field, { required: text, when }]) =>
    text === undefined || when !== undefined ? [] : [field],
  )
  const confirm = actions['submit']?.confirm
  const typed = placeholdersOf(confirm?.typed?.text ?? '')
  const { unlockedBy } = form
  return [
    ...foundUnless(
      unlockedBy === undefined || required.includes(unlockedBy),
      `${name}.unlockedBy`,
      `names '${unlockedBy}', which is no required field; they are: ${joinNames(required, unlockedBy)}`,
    ),
    ...typed
      .filter((field) => !required.includes(field))
      .map((field) => ({
        where: `${name}.confirm.typed`,
        message: `wants '${field}' typed again, which may be empty; required are: ${joinNames(required)}`,
      })),
  ]
}

const fieldsCanBeSent: Rule<FormResource> = ({ name, form }) =>
  entriesOf(form.fields).flatMap(([field, { schema }]) =>
    unsendable(schema).map((message) => ({ where: `${name}.fields.${field}`, message })),
  )

/** Rules about forms: their fields, what is sent, and the texts shown before. */
export const formRules: Rules<FormResource> = [
  ['invalid-field', fieldsAreSound],
  ['unsent-input', fieldsAreUsed],
  ['unsendable-input', fieldsCanBeSent],
  ['invalid-subject', subjectExists],
  ['invalid-subject', presentValuesExist],
  ['unknown-form', undoingFormExists],
  ['missing-confirm', asksFirst],
  ['missing-success', successRule],
  ['unknown-field', namesFields],
]
