import { join, relative } from 'node:path'
import type { ConsoleDefinition } from '../language/authored/definition.ts'
import { checkAround, checkModel } from '../language/check/checkModel.ts'
import { coded, type Problem, guess, joinNames, type Finding } from '../language/check/problem.ts'
import type { ConsoleModel } from '../language/registry.ts'
import { projectRoot } from './consoleBuild.ts'
import { registeredIn } from './authoring/registerScreen.ts'
import { nameAt, type Node, nodesAt } from './authoring/syntaxTree.ts'
import { type Source, sourcePlaces, writtenDefinitions } from './authoring/sourcePlaces.ts'
import type { Member } from './languageTypes.ts'
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
function neededIn({ object, members, isOpen }: WrittenObject): readonly Member[] {
  if (isOpen) return []
  const alternatives = [...Map.groupBy(members, ({ among }) => among).values()]
  const lacking = alternatives.map((alternative) =>
    alternative.filter(({ key, isRequired }) => isRequired && !Object.hasOwn(object, key)),
  )
  const [fewest = []] = lacking.toSorted((one, other) => one.length - other.length)
  return fewest.filter(({ key }, index) => fewest.findIndex((member) => member.key === key) === index)
}

/** The types of a place in an answer, which begins with a slash. */
const PLACES = ['Pointer', 'AnswerPlace', 'Place']

/** True when each text that a type allows is a place. An object has keys of its own, which are looked at there. */
function isPlace(node: Node): boolean {
  if (node.type === 'TSTypeReference') return PLACES.includes(nameAt(node, 'typeName'))
  if (node.type === 'TSTypeLiteral') return true
  const inner = ['types', 'typeAnnotation', 'elementType', 'elementTypes'].flatMap((key) => nodesAt(node, key))
  return inner.length > 0 && inner.every(isPlace)
}

/** The texts that are no places, where only places may be. */
const unplacedIn = (written: WrittenObject): readonly Finding[] =>
  Object.entries(written.object).flatMap(([key, value]: readonly [string, unknown]) => {
    const types = written.members.flatMap((member) => (member.key === key ? [member.type.node] : []))
    if (types.length === 0 || !types.every(isPlace)) return []
    return [value]
      .flat()
      .filter((text): text is string => typeof text === 'string' && text !== '' && !text.startsWith('/'))
      .map((text) => ({
        where: placeOf(written, key),
        message: `is '${text}', which is no place in an answer: write '/${text.replaceAll('.', '/')}'`,
      }))
  })

/**
 * The keys of a console that its language does not have, which would be ignored, those that it needs, and texts that are
 * no places. Types see
 * them where an object is one literal only, and a check without types must not fail for them.
 */
export function keyProblems(console: object): readonly Problem[] {
  const [unknown, needed, unplaced]: [Finding[], Finding[], Finding[]] = [[], [], []]
  readLanguageTypes().visit(console, (written) => {
    const wrong = unknownIn(written)
    unknown.push(...wrong)
    unplaced.push(...unplacedIn(written))
    // What a wrong key was meant to be is not missing.
    if (wrong.length > 0) return
    needed.push(
      ...neededIn(written).map(({ key, owner }) => ({
        where: placeOf(written),
        message: `needs the key '${key}': add it; docs/guide/language.md has it${owner === '' ? '' : ` at ${owner}`}`,
      })),
    )
  })
  return [...coded('unknown-key', unknown), ...coded('needed-key', needed), ...coded('invalid-place', unplaced)]
}

/** The object of a wrong key, as other problems name its place. */
const objectOf = ({ code, where }: Problem): string => {
  const steps = where.split('.')
  const own = code === 'needed-key' ? steps : steps.slice(0, -1)
  return own.filter((step) => step !== 'properties').join('.')
}

/** A problem of a console, with its file and line; the folder of the definitions where no line is known. */
export interface WrittenProblem extends Problem {
  readonly place: string
}

function remedyFor({ path, constant, definedBy }: Source, folder: string): string {
  const source = relative(folder, path)
  const list = definedBy === 'defineNested' ? "'nested'" : definedBy === 'defineForm' ? "a page's 'forms'" : "'screens'"
  const added = definedBy === 'defineForm' ? 'next to that page' : `in ${relative('', join(folder, 'index.ts'))}`
  return `add ${constant} to ${list}, and \`import { ${constant} } from './${source}'\`, ${added}`
}

/** Definitions that no list of the console names, so nothing would show them. */
const unlisted = (written: readonly Source[], { definitions }: ConsoleModel, folder: string): readonly Problem[] =>
  coded(
    'not-registered',
    written
      .filter(({ name }) => name !== '' && !definitions.some((own) => own.name === name))
      .map((source) => ({
        where: source.name,
        message: `is in no list of the console: ${remedyFor(source, folder)}`,
      })),
  )

/** The part of the registry that has names of a kind, by the code of a problem about an unknown one. */
const registered: Readonly<Record<string, string>> = {
  'unknown-service': 'services',
  'unknown-permission': 'permissions',
  'unknown-tones': 'tones',
  ...Object.fromEntries(
    ['format', 'coercion', 'cell', 'input-control', 'filter-control', 'facts', 'block', 'page'].map((slot) => [
      `unknown-${slot}`,
      'components',
    ]),
  ),
}

/** Where a name that a problem misses is added. */
function withFile(problem: Problem, folder: string): Problem {
  const key = registered[problem.code]
  const file = key === undefined ? undefined : registeredIn(folder, key)
  if (key === undefined || file === undefined) return problem
  const message = `${problem.message}${problem.message.endsWith('?') ? '' : '.'} A new one is added to '${key}' in ${relative('', file)}`
  return { ...problem, message }
}

const placed = (problems: readonly Problem[], schemas: string): readonly WrittenProblem[] => {
  if (problems.length === 0) return []
  const folder = join(projectRoot, schemas)
  const placesOf = sourcePlaces(folder)
  return problems.map((problem) => {
    // Of a key, the place has the wrong word, and the message only the right one.
    const isNamed = problem.code.startsWith('unknown-') && problem.code !== 'unknown-key'
    const [, wrong] = isNamed ? (/'([^']+)'/.exec(problem.message) ?? []) : []
    const [place = schemas, ...others] = placesOf(problem.where, wrong)
    const found = withFile(problem, folder)
    const isTaken = problem.code === 'duplicate-name' && others.length > 0
    return {
      ...found,
      place,
      message: isTaken ? `${found.message}. The other is in ${others.join(', ')}` : found.message,
    }
  })
}

/**
 * All problems of a console whose definitions are loaded. While keys are wrong, what they would say is not guessed at: of
 * those definitions only names and what is plain elsewhere in them are checked, and nothing but keys if one of the registry
 * or the key of a name is wrong.
 *
 * @param schemas the folder of the definitions, from the project's root
 */
export function writtenProblems(
  { authored, model }: { readonly authored: ConsoleDefinition; readonly model: ConsoleModel },
  schemas: string,
): readonly WrittenProblem[] {
  const folder = join(projectRoot, schemas)
  const keys = keyProblems(authored)
  // Everything refers to the registry and to the names of definitions: a place in one without a name begins with a point.
  const isBasic = keys.some(({ where }) => ['registry', ''].includes(where.split('.')[0] ?? ''))
  const around = isBasic ? [] : checkAround(model, keys.map(objectOf))
  const problems = keys.length === 0 ? checkModel(model) : [...keys, ...around]
  return placed([...problems, ...unlisted(writtenDefinitions(folder), model, folder)], schemas)
}

/** The definitions of a folder whose own files can be loaded, as a console would list them. */
async function loadable(folder: string): Promise<object> {
  const values = await Promise.all(
    writtenDefinitions(folder).map(async ({ path, constant, definedBy }) => {
      const module: unknown = await import(path).catch(() => undefined)
      const exported = new Map<string, unknown>(Object.entries(module ?? {}))
      return { definedBy, value: exported.get(constant) }
    }),
  )
  const by = (...functions: readonly string[]) =>
    values.flatMap(({ definedBy, value }) => (functions.includes(definedBy) && value !== undefined ? [value] : []))
  return {
    screens: [
      ...by('defineResource', 'defineCollection'),
      ...by('defineForm').map((form) => ({ name: '', label: '', path: '/', forms: { '': [form] } })),
    ],
    nested: by('defineNested'),
    registry: { services: {}, permissions: [], roles: {}, tones: {} },
    home: '/',
  }
}

/** The wrong keys of definitions that keep a console from being loaded; none when there is another cause. */
export const problemsOfLoading = async (schemas: string): Promise<readonly WrittenProblem[]> =>
  placed(keyProblems(await loadable(join(projectRoot, schemas))), schemas)

/** A problem as the terminal shows it. */
export const problemLine = ({ place, severity, code, where, message }: WrittenProblem): string =>
  `${place} ${severity} ${code}: ${where} ${message}`
