import type { AnyDefinition } from '../../language/defineResource.ts'
import { maskedClasses } from '../../language/pii.ts'
import type { PiiClass } from '../../language/pii.ts'
import { stepsOf } from '../../language/pointer.ts'
import type { Pointer } from '../../language/schema.ts'

const isPlaceOf = (place: readonly string[], steps: readonly string[]): boolean =>
  place.length === steps.length &&
  place.every((step, index) => step === steps[index] || (step === '*' && steps[index] === '0'))

/**
 * The place of a masked value as the detail's `pii` spells it, with a star where the pointer has the first item.
 * `undefined` where the gateway masks nothing, and for items behind the first, which only their key can name.
 */
export function maskedPlace({ detail }: AnyDefinition, pointer: Pointer): Pointer | undefined {
  const steps = stepsOf(pointer)
  const found = Object.entries(detail?.pii ?? {}).find(
    ([place, pii]) => maskedClasses.includes(pii) && isPlaceOf(stepsOf(place as Pointer), steps),
  )
  return found?.[0] as Pointer | undefined
}

/** What a place holds; `undefined` where it is nothing that the gateway masks. */
export function maskedClassOf({ detail }: AnyDefinition, place: string): PiiClass | undefined {
  const pii = Object.hasOwn(detail?.pii ?? {}, place) ? detail?.pii[place] : undefined
  return pii !== undefined && maskedClasses.includes(pii) ? pii : undefined
}
