import type { Binding, CheckedBinding } from './binding.ts'
import type { ResourceDefinition } from './defineResource.ts'
import type { ListDefinition } from './list.ts'
import type { PartOf } from './part.ts'
import type { FieldOf, ObjectSchema } from './schema.ts'

interface PartDefinition<
  S extends ObjectSchema,
  B extends Readonly<Record<string, Binding>>,
  A extends string,
> extends Omit<ResourceDefinition<S, B, A>, 'path' | 'recordPath' | 'detail' | 'show' | 'reads' | 'bindings' | 'list'> {
  readonly partOf: PartOf & { readonly key?: FieldOf<S> }
  readonly bindings: { readonly [K in keyof B]: B[K] & CheckedBinding<B[K], FieldOf<S>> }
  readonly list: Pick<ListDefinition<S, NoInfer<A>>, 'columns' | 'brief' | 'empty' | 'sort'>
}

/** A part is shown whole. */
const whole = { paging: 'client', perPage: 1000 } as const

/**
 * Declares records that another resource's detail brings along, such as the requests of an account: their columns,
 * bindings and actions. It is a definition like any other, and stands in `schemas/index.ts` too.
 */
export function definePart<
  const S extends ObjectSchema,
  const B extends Readonly<Record<string, Binding>>,
  const A extends string = never,
>(definition: PartDefinition<S, B, A>) {
  return { ...definition, list: { ...definition.list, ...whole } }
}
