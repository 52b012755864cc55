import type { Binding, Call } from './call.ts'
import type { CollectionDefinition, NestedDefinition, ResourceDefinition } from './definition.ts'
import type { FormDefinition, FormField } from './form.ts'
import type { Names } from '../registry.ts'
import type { ObjectSchema } from '../schema.ts'

type Bindings<N extends Names> = Readonly<Record<string, Binding<string, N, Call>>>
type Fields<N extends Names> = Readonly<Record<string, FormField<N>>>

/**
 * What the types of a definition are inferred from. TypeScript infers nothing from an object whose type requires a key
 * that it does not have, and then reports other places than a misspelled `label`; none is required here.
 */
interface Inferred<S, B, A extends string> {
  readonly record?: S
  readonly bindings?: { readonly [K in keyof B]: B[K] }
  readonly actions?: { readonly [Name in A]: object }
}

/**
 * The functions that declare a console. Each takes a plain object and gives it literal types. Misspelled names
 * (columns, services, permissions, path parameters, methods, bindings, body values, fields of `when`, registered names,
 * keys) are compile errors at the literal. `checkDefinitions` reports what types can't see.
 */
export interface Language<N extends Names> {
  /** Declares a resource: a list of records with its calls, its pages and its actions. */
  defineResource: <const S extends ObjectSchema<N>, const B extends Bindings<N>, const A extends string = never>(
    definition: ResourceDefinition<S, B, A, N> & Inferred<S, B, A>,
  ) => ResourceDefinition
  /** Declares a resource whose service speaks a dialect. The place of its collection replaces its calls. */
  defineCollection: <
    const S extends ObjectSchema<N>,
    const B extends Bindings<N> = never,
    const A extends string = never,
  >(
    definition: CollectionDefinition<S, B, A, N> & Inferred<S, B, A>,
  ) => CollectionDefinition
  /**
   * Declares records inside another resource's detail, such as an account's requests: their columns, bindings and
   * actions. It is a definition like any other, and is listed in the console's model too.
   */
  defineNested: <const S extends ObjectSchema<N>, const B extends Bindings<N>, const A extends string = never>(
    definition: NestedDefinition<S, B, A, N> & Inferred<S, B, A>,
  ) => NestedDefinition
  /**
   * Declares a screen with a form and one call. The typed values are the record: the call takes its fields, texts name
   * them, and its personal values are handled as everywhere. It is a definition with one action, `submit`.
   */
  defineForm: <const F extends Fields<N>, const B extends Binding<string, N, Call>>(
    definition: FormDefinition<F, B, N>,
  ) => FormDefinition
}

/** Field names are checked and then dropped from the type: this is the only cast. */
const asWritten = (definition: unknown) => definition as never

/** The language of a console, with the names that its registry adds: `createLanguage<Console>()`. */
export const createLanguage = <N extends Names>(): Language<N> => ({
  defineResource: asWritten,
  defineCollection: asWritten,
  defineNested: asWritten,
  defineForm: asWritten,
})
