import type { Action } from './action.ts'
import type { Binding, CheckedBinding } from './binding.ts'
import type { AnyAction, AnyDefinition, ResourceDefinition } from './defineResource.ts'
import type { FormField, FormLayout } from './form.ts'
import type { ListDefinition } from './list.ts'
import type { Names } from './names.ts'
import type { PartOf } from './part.ts'
import type { FieldOf, ObjectSchema } from './schema.ts'

type Bindings<N extends Names> = Readonly<Record<string, Binding<string, N>>>
type Fields<N extends Names> = Readonly<Record<string, FormField<N>>>

interface NestedDefinition<
  S extends ObjectSchema,
  B extends Bindings<N>,
  A extends string,
  N extends Names,
> extends Omit<
  ResourceDefinition<S, B, A, N>,
  'path' | 'recordPath' | 'detail' | 'show' | 'reads' | 'bindings' | 'list'
> {
  readonly partOf: PartOf & { readonly key?: FieldOf<S> }
  readonly bindings: { readonly [K in keyof B]: B[K] & CheckedBinding<B[K], FieldOf<S>, N> }
  readonly list: Pick<ListDefinition<S, NoInfer<A>, N>, 'columns' | 'brief' | 'empty' | 'sort'>
}

/** A form as its author writes it: fields, one call, and what is said before and after. */
type FormDefinition<F extends Fields<N>, B extends Binding<string, N>, N extends Names> = FormLayout<N> & {
  /** Name of the form: its address (`?form=name`) and the first half of its operation's name. */
  readonly name: string
  readonly label: string
  readonly fields: F
  readonly call: B & CheckedBinding<B, keyof F & string, N>
} & Pick<
    Action<{ readonly type: 'object'; readonly properties: Readonly<Record<keyof F & string, object>> }, 'submit', N>,
    'confirm' | 'failure' | 'result' | 'tone' | 'refetch'
  > &
  Pick<AnyAction, 'success'>

/**
 * How a console declares what it is made of. Each function takes a plain object and gives it literal types and, for what
 * is misspelled (columns, services, permissions, path parameters, methods, bindings, body values, fields of `when`,
 * registered names, keys), compile errors at the literal. What types cannot see is reported by `checkDefinitions`.
 */
export interface Language<N extends Names> {
  /** Declares a resource: a list of records with its calls, its pages and its actions. Returns its argument. */
  defineResource: <const S extends ObjectSchema, const B extends Bindings<N>, const A extends string = never>(
    definition: ResourceDefinition<S, B, A, N>,
  ) => ResourceDefinition<S, B, A, N>
  /**
   * Declares records that another resource's detail brings along, such as the requests of an account: their columns,
   * bindings and actions. It is a definition like any other, and is listed in the console's model too.
   */
  defineNested: <const S extends ObjectSchema, const B extends Bindings<N>, const A extends string = never>(
    definition: NestedDefinition<S, B, A, N>,
  ) => NestedDefinition<S, B, A, N> & Pick<AnyDefinition, 'list'>
  /**
   * Declares a screen that is a form and one call. What is typed is the record: the call takes its fields, sentences name
   * them, and its personal values are treated as everywhere. It is a definition with one action, `submit`.
   */
  defineForm: <const F extends Fields<N>, const B extends Binding<string, N>>(
    definition: FormDefinition<F, B, N>,
  ) => AnyDefinition
}

/** Nested records are shown whole. */
const whole = { paging: 'client', perPage: 1000 } as const

const named = <T>(fields: Readonly<Record<string, FormField>>, read: (field: FormField) => T | undefined) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = read(field)
      return value === undefined ? [] : [[name, value]]
    }),
  )

function formOf<F extends Fields<N>, B extends Binding<string, N>, N extends Names>(
  definition: FormDefinition<F, B, N>,
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

/** The language of a console, by the names that its registry adds: `createLanguage<Console>()`. */
export const createLanguage = <N extends Names>(): Language<N> => ({
  defineResource: (definition) => definition,
  defineNested: (definition) => ({ ...definition, list: { ...definition.list, ...whole } }),
  defineForm: formOf,
})
