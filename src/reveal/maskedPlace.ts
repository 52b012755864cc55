import type { ListResource } from '../../language/resource.ts'
import { detailPlaces, maskedAt } from '../../language/personal.ts'
import { isMasked, type PiiClass } from '../../language/pii.ts'
import { stepsOf } from '../../language/pointer.ts'
import type { Pointer } from '../../language/schema.ts'

const isPlaceOf = (place: readonly string[], steps: readonly string[]): boolean =>
  place.length === steps.length &&
  place.every((step, index) => step === steps[index] || (step === '*' && steps[index] === '0'))

/**
 * The place of a masked value as the reveal asks for it, with a star where the pointer has the first item. `undefined`
 * where the gateway masks nothing, and for items behind the first, which only their key can name.
 */
export function maskedPlace(definition: ListResource, pointer: Pointer): Pointer | undefined {
  const steps = stepsOf(pointer)
  return detailPlaces(definition).find(([place, pii]) => isMasked(pii) && isPlaceOf(stepsOf(place), steps))?.[0]
}

/** What a place holds; `undefined` where it is nothing that the gateway masks. */
export const maskedClassOf = (definition: ListResource, place: string): PiiClass | undefined =>
  maskedAt(detailPlaces(definition), place)
