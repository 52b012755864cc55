import type { Binding } from './call.ts'
import type { CollectionDefinition, NestedDefinition, ResourceDefinition } from './definition.ts'
import type { FormDefinition, FormField } from './form.ts'
import type { Names } from '../registry.ts'
import type { ObjectSchema } from '../schema.ts'

type Bindings<N extends Names> = Readonly<Record<string, Binding<string, N>>>
type Fields<N extends Names> = Readonly<Record<string, FormField<N>>>

/**
 * How a console declares what it is made of. Each function takes a plain object and gives it literal types and, for what
 * is misspelled (columns, services, permissions, path parameters, methods, bindings, body values, fields of `when`,
 * registered names, keys), compile errors at the literal. What types cannot see is reported by `checkDefinitions`.
 */
export interface Language<N extends Names> {
  /** Declares a resource: a list of records with its calls, its pages and its actions. */
  defineResource: <const S extends ObjectSchema<N>, const B extends Bindings<N>, const A extends string = never>(
    definition: ResourceDefinition<S, B, A, N>,
  ) => ResourceDefinition
  /** Declares a resource whose service speaks a dialect: in place of its calls it says where its collection is. */
  defineCollection: <
    const S extends ObjectSchema<N>,
    const B extends Bindings<N> = never,
    const A extends string = never,
  >(
    definition: CollectionDefinition<S, B, A, N>,
  ) => CollectionDefinition
  /**
   * Declares records that another resource's detail brings along, such as the requests of an account: their columns,
   * bindings and actions. It is a definition like any other, and is listed in the console's model too.
   */
  defineNested: <const S extends ObjectSchema<N>, const B extends Bindings<N>, const A extends string = never>(
    definition: NestedDefinition<S, B, A, N>,
  ) => NestedDefinition
  /**
   * Declares a screen that is a form and one call. What is typed is the record: the call takes its fields, sentences name
   * them, and its personal values are treated as everywhere. It is a definition with one action, `submit`.
   */
  defineForm: <const F extends Fields<N>, const B extends Binding<string, N>>(
    definition: FormDefinition<F, B, N>,
  ) => FormDefinition
}

/** The language of a console, by the names that its registry adds: `createLanguage<Console>()`. */
export const createLanguage = <N extends Names>(): Language<N> => ({
  // The names of fields are checked and then forgotten: these are the only casts.
  defineResource: (definition) => definition as never,
  defineCollection: (definition) => definition as never,
  defineNested: (definition) => definition as never,
  defineForm: (definition) => definition as never,
})
