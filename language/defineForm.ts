import type { Action } from './action.ts'
import type { Binding, CheckedBinding } from './binding.ts'
import type { AnyAction, AnyDefinition } from './defineResource.ts'
import type { FormField, FormLayout } from './form.ts'

/** A form as its author writes it: fields, one call, and what is said before and after. */
type FormDefinition<F extends Readonly<Record<string, FormField>>, B extends Binding> = FormLayout & {
  /** Name of the form: its address (`?form=name`) and the first half of its operation's name. */
  readonly name: string
  readonly label: string
  readonly fields: F
  readonly call: B & CheckedBinding<B, keyof F & string>
} & Pick<
    Action<{ readonly type: 'object'; readonly properties: Readonly<Record<keyof F & string, object>> }, 'submit'>,
    'confirm' | 'failure' | 'result' | 'tone' | 'refetch'
  > &
  Pick<AnyAction, 'success'>

const named = <T>(fields: Readonly<Record<string, FormField>>, read: (field: FormField) => T | undefined) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = read(field)
      return value === undefined ? [] : [[name, value]]
    }),
  )

/**
 * Declares a screen that is a form and one call. What is typed is the record: the call takes its fields, sentences name
 * them, and its personal values are treated as everywhere. It is a definition like any other, with one action, `submit`.
 */
export function defineForm<const F extends Readonly<Record<string, FormField>>, const B extends Binding>(
  definition: FormDefinition<F, B>,
): AnyDefinition {
  const { name, label, call, fields, confirm, success, failure, result, tone, refetch, ...layout } = definition
  const optional = { confirm, success, failure, result, tone, refetch }
  const set = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined))
  return {
    name,
    label,
    record: {
      type: 'object',
      properties: named(fields, ({ schema, label: title }) =>
        typeof schema === 'object' ? { ...schema, title } : undefined,
      ),
      required: Object.keys(fields).filter((field) => fields[field]?.required !== undefined),
    },
    pii: named(fields, ({ pii }) => pii),
    bindings: { submit: call },
    list: { columns: [], paging: 'server', pages: 'untilShort', perPage: 1, empty: '' },
    actions: { submit: { label: layout.submit.label, binding: 'submit', ...set } },
    form: { fields, ...layout },
  }
}
