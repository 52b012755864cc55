import { isValues, valueAt } from '../../language/pointer.ts'
import { isPresent } from '../../language/predicate.ts'
import type { Pointer } from '../../language/schema.ts'
import type { Fact, Place } from '../../language/show.ts'
import { fillTemplate } from '../../language/template.ts'
import { UNREADABLE, unreadableAt, unreadableIn } from '../../language/unreadable.ts'
import { NOTHING, wordsFor } from './formatValue.ts'

/**
 * A fact to show: its text, or '-' if there is none. `isReadable` is false if the value has another type than its field
 * (`why`), or should be JSON but is not.
 */
export type ReadFact =
  | { readonly isReadable: true; readonly text: string }
  | { readonly isReadable: false; readonly why?: string }

const NOT_JSON: ReadFact = { isReadable: false }

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
  if (json === undefined) return NOT_JSON
  const found = valueAt(json.value, inside)
  if (template === undefined) return said(wordsFor(fact, found))
  if (found === null || found === undefined) return said(NOTHING)
  if (!Array.isArray(found) || !found.every(isValues)) return NOT_JSON
  const items = found.map((item) => fillTemplate(template, item))
  return said(items.length === 0 ? NOTHING : items.join(', '))
}

/** The text of one place, without what could not be read of it. */
function textAt(fact: Fact, pointer: Pointer, answer: unknown): readonly string[] {
  const text = wordsFor(fact, valueAt(answer, pointer))
  return unreadableAt(answer, pointer) === undefined && text !== NOTHING ? [text] : []
}

/**
 * Reads a fact at its place. Bad JSON is never executed, guessed at or hidden (D-75). What could not be read of several
 * values is said next to the others.
 */
export function readFact(fact: Fact, place: Place, answer: unknown): ReadFact {
  const pointers = [place].flat()
  const [why] = pointers.flatMap((pointer) => unreadableIn(answer, pointer) ?? [])
  const texts = pointers.map((pointer) => textAt(fact, pointer, answer))
  if (why !== undefined && texts.flat().length === 0) return { isReadable: false, why }
  if (fact.inside !== undefined) return insideJson(fact, valueAt(answer, pointers[0] ?? ''))
  const shown = pointers.flatMap((pointer, index) => [
    ...(texts[index] ?? []),
    ...(unreadableIn(answer, pointer) === undefined ? [] : [UNREADABLE]),
  ])
  return said(shown.join(' ') || NOTHING)
}
