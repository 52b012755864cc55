import { isValues, valueAt } from '../../language/pointer.ts'
import { isPresent } from '../../language/predicate.ts'
import type { Fact, Place } from '../../language/show.ts'
import { fillTemplate } from '../../language/template.ts'
import { unreadableAt } from '../../language/unreadable.ts'
import { NOTHING, wordsFor } from './formatValue.ts'

/**
 * A fact to show: its text, or '-' if there is none. `isReadable` is false if the value has another type than its field
 * (`why`), or should be JSON but is not.
 */
export type ReadFact =
  | { readonly isReadable: true; readonly text: string }
  | { readonly isReadable: false; readonly why?: string }

const UNREADABLE: ReadFact = { isReadable: false }

const said = (text: string): ReadFact => ({ isReadable: true, text })

type Parsed = { readonly value: unknown } | undefined

function parsed(value: unknown): Parsed {
  if (typeof value !== 'string') return { value }
  try {
    const parsed: unknown = JSON.parse(value)
    return { value: parsed }
  } catch {
    return undefined
  }
}

function insideJson(fact: Fact, value: unknown): ReadFact {
  const { inside = '', template } = fact
  if (!isPresent(value)) return said(NOTHING)
  const json = parsed(value)
  if (json === undefined) return UNREADABLE
  const found = valueAt(json.value, inside)
  if (template === undefined) return said(wordsFor(fact, found))
  if (found === null || found === undefined) return said(NOTHING)
  if (!Array.isArray(found) || !found.every(isValues)) return UNREADABLE
  const items = found.map((item) => fillTemplate(template, item))
  return said(items.length === 0 ? NOTHING : items.join(', '))
}

/** Reads a fact at its place. Bad JSON is never executed, guessed at or hidden (D-75). */
export function readFact(fact: Fact, place: Place, answer: unknown): ReadFact {
  const [why] = [place].flat().flatMap((pointer) => unreadableAt(answer, pointer) ?? [])
  const values = [place].flat().map((pointer) => valueAt(answer, pointer))
  if (fact.inside !== undefined) return insideJson(fact, values[0])
  const texts = values.map((value) => wordsFor(fact, value))
  const shown = values.length === 1 ? texts : texts.filter((text) => text !== NOTHING)
  const text = shown.filter((each) => each !== NOTHING).join(' ')
  if (text === '' && why !== undefined) return { isReadable: false, why }
  return said(shown.join(' ') || NOTHING)
}
