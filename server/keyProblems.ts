import { coded, guess, joinNames, type Finding, type Problem } from '../language/check/problem.ts'
import { readLanguageTypes, type WrittenObject } from './writtenObjects.ts'

/** The place in a definition, also in one whose name is missing. */
const placeOf = ({ definition, place }: WrittenObject, ...more: readonly string[]): string => {
  const name = 'name' in definition ? [String(definition.name)] : 'screens' in definition ? [] : ['']
  return [...name, ...place, ...more].join('.')
}

function unknownIn(written: WrittenObject): readonly Finding[] {
  const { object, members, isOpen } = written
  const names = [...new Set(members.map(({ key }) => key))]
  const others = names.filter((name) => !Object.hasOwn(object, name)).toSorted()
  const unknown = isOpen ? [] : Object.keys(object).filter((key) => !names.includes(key))
  return unknown.map((key) => {
    const meant = guess(key, others)
    const remedy = meant === '' ? `; other keys there are: ${joinNames(others)}` : meant
    return { where: placeOf(written, key), message: `is no key of the language${remedy}` }
  })
}

/** What the object lacks to be what it is most like. */
function neededIn({ object, members, isOpen }: WrittenObject): readonly string[] {
  if (isOpen) return []
  const alternatives = [...Map.groupBy(members, ({ among }) => among).values()]
  const lacking = alternatives.map((alternative) =>
    alternative.filter(({ key, isRequired }) => isRequired && !Object.hasOwn(object, key)).map(({ key }) => key),
  )
  const [fewest = []] = lacking.toSorted((one, other) => one.length - other.length)
  return [...new Set(fewest)]
}

/**
 * The keys of a console that its language does not have, which would be ignored, and those that it needs. Types see
 * them where an object is one literal only, and a check without types must not fail for them.
 */
export function keyProblems(console: object): readonly Problem[] {
  const [unknown, needed]: [Finding[], Finding[]] = [[], []]
  readLanguageTypes().visit(console, (written) => {
    const wrong = unknownIn(written)
    unknown.push(...wrong)
    // What a wrong key was meant to be is not missing.
    if (wrong.length > 0) return
    needed.push(...neededIn(written).map((key) => ({ where: placeOf(written), message: `needs the key '${key}'` })))
  })
  return [...coded('unknown-key', unknown), ...coded('needed-key', needed)]
}
