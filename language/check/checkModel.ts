import type { Definition } from '../authored/definition.ts'
import { resolve } from '../resolve.ts'
import { inForm, writtenPlace } from '../writtenPlace.ts'
import type { FormPage, ListResource, Resource } from '../resource.ts'
import { checkAddresses } from './addressRules.ts'
import { localeFlaws } from './localeRules.ts'
import { actionRules } from './actionRules.ts'
import { approvalRules } from './approvalRules.ts'
import { bulkRules } from './bulkRules.ts'
import { replacingRules } from './replacingRules.ts'
import { callRules } from './callRules.ts'
import { amountFlaws, coercionRules } from './coercionRules.ts'
import { columnRules, writingRules } from './columnRules.ts'
import { dependentRules } from './dependentRules.ts'
import { filterRules } from './filterRules.ts'
import { formRules } from './formRules.ts'
import { listRules } from './listRules.ts'
import { pageRules } from './pageRules.ts'
import { nestedHasNoPage, partRules } from './partRules.ts'
import { conditionRules } from './conditionRules.ts'
import { masksEveryId, personalRules } from './personalRules.ts'
import { withoutConsequences } from './causes.ts'
import { applied, coded, type Problem } from './problem.ts'
import { questionRules } from './questionRules.ts'
import { referenceRules } from './referenceRules.ts'
import { rangeRules } from './rangeRules.ts'
import { recordRules } from './recordRules.ts'
import { resultRules } from './resultRules.ts'
import { stateRules } from './stateRules.ts'
import { stepRules } from './stepRules.ts'
import { valueRules } from './valueRules.ts'
import type { ConsoleModel } from '../registry.ts'
import { checkRegistry } from './checkRegistry.ts'
import { checkScreens, nameTaken } from './checkScreens.ts'

const rules = [
  ...recordRules,
  ...coercionRules,
  ...valueRules,
  ...personalRules,
  ...conditionRules,
  ...callRules,
  ...actionRules,
  ...questionRules,
  ...dependentRules,
  ...rangeRules,
  ...stepRules,
  ...resultRules,
  ...bulkRules,
  ...replacingRules,
  ...approvalRules,
  ...stateRules,
  ...referenceRules,
]
const tableRules = [...columnRules, ...writingRules, ...listRules, ...filterRules]

function problemsOf(resource: Resource, all: readonly Resource[]): readonly Problem[] {
  const common = [...applied(rules, resource, all), ...coded('masks-every-id', masksEveryId(resource, all), 'warning')]
  if (resource.kind === 'form') return [...common, ...applied(formRules, resource, all)]
  const table = [...common, ...applied(tableRules, resource, all)]
  return resource.kind === 'list'
    ? [...table, ...applied(pageRules, resource, all)]
    : [...table, ...applied(partRules, resource, all)]
}

const definitionIn = (place: string): string => place.split('.')[0] ?? ''

/** The problems where their authors have written what is wrong. */
function asWritten(problems: readonly Problem[], definitions: readonly Resource[]): readonly Problem[] {
  return problems.map((problem) => {
    const { where, message } = problem
    const definition = definitions.find(({ name }) => name === definitionIn(where))
    return definition === undefined
      ? problem
      : {
          ...problem,
          where: writtenPlace(where, definition),
          message: definition.kind === 'form' ? inForm(message) : message,
        }
  })
}

function twice(definitions: readonly Resource[]): readonly Problem[] {
  const names = definitions.map(({ name }) => name)
  const findings = names
    .filter((name, index) => names.indexOf(name) !== index)
    .map((name) => ({ where: name, message: nameTaken }))
  return coded('duplicate-name', findings)
}

const pagesOf = (screens: readonly (ListResource | FormPage)[]): readonly FormPage[] =>
  screens.filter((screen) => 'groups' in screen)

/** All problems of a console's resources at once; empty when they are valid. @param pages those of its forms */
export const checkResources = (resources: readonly Resource[], pages: readonly FormPage[] = []): readonly Problem[] => [
  ...twice(resources),
  ...checkAddresses([...resources, ...pages]),
  ...resources.flatMap((resource) => problemsOf(resource, resources)),
]

/** The same for definitions as their author has written them. */
export const checkDefinitions = (definitions: readonly Definition[]): readonly Problem[] => [
  ...coded(
    'needless-page',
    definitions.flatMap((definition) => ('partOf' in definition ? nestedHasNoPage(definition) : [])),
  ),
  ...checkResources(definitions.map(resolve)),
]

/** The definitions that a problem names in addition to its own. */
function othersIn({ where, message }: Problem): readonly string[] {
  const [own, ...steps] = where.split('.')
  return [...steps, ...message.split(/[^\w]+/)].filter((name) => name !== own)
}

/** What is wrong where it is written, whatever else a definition has or lacks. */
const PLAIN = ['unmarked-personal', 'unknown-resource', 'impossible-condition', 'wrong-condition', 'unknown-filter']

/** The plain problems of a definition with wrong keys, as far as they are not in an object with one. */
function plainProblems(resource: Resource, all: readonly Resource[], wrong: readonly string[]): readonly Problem[] {
  const isPlain = ([code]: readonly [code: string, rule: unknown]) => PLAIN.includes(code)
  const isIn = (place: string, object: string) => `${place}.`.startsWith(`${object}.`)
  const page = `${resource.name}.show`
  const isNear = (place: string) =>
    wrong.some((object) => isIn(place, object) || (isIn(place, page) && isIn(object, page)))
  const found = [
    ...applied(rules.filter(isPlain), resource, all),
    ...(resource.kind === 'form' ? [] : applied(tableRules.filter(isPlain), resource, all)),
  ]
  return found.filter(
    ({ code, where }) => !isNear(where) && !(code === 'unknown-filter' && isNear(`${resource.name}.list`)),
  )
}

/**
 * The problems that hold although keys of some definitions are wrong: two definitions with one name, what the registry
 * does not have, plain problems elsewhere in those definitions, and what is wrong with the others, as far as it has
 * nothing to do with those.
 *
 * @param wrong the places of the objects whose keys are wrong
 */
export function checkAround(
  { registry, screens, definitions }: ConsoleModel,
  wrong: readonly string[],
): readonly Problem[] {
  const names = [...twice(definitions), ...checkRegistry(registry, definitions)].filter(
    ({ code }) => code === 'duplicate-name' || code.startsWith('unknown-'),
  )
  const broken = wrong.map(definitionIn)
  const isBroken = ({ name }: Resource | FormPage) => broken.includes(name)
  const others = [
    ...checkAddresses([...definitions, ...pagesOf(screens)].filter((each) => !isBroken(each))),
    ...definitions.flatMap((definition) =>
      isBroken(definition) ? plainProblems(definition, definitions, wrong) : problemsOf(definition, definitions),
    ),
  ].filter((problem) => !othersIn(problem).some((name) => broken.includes(name)))
  return withoutConsequences(asWritten([...names, ...others], definitions))
}

/** All problems of a console's definitions, screens and registrations at once. */
export function checkModel({ registry, locale, screens, definitions }: ConsoleModel): readonly Problem[] {
  const all = [
    ...checkResources(definitions, pagesOf(screens)),
    ...checkScreens(screens, definitions),
    ...checkRegistry(registry, definitions),
    ...coded('invalid-locale', localeFlaws(locale)),
    ...coded('invalid-coercion', amountFlaws(definitions, locale)),
  ]
  const found = withoutConsequences(asWritten(all, definitions))
  // What a broken definition would use seems to be unused.
  const isBroken = found.some(({ severity }) => severity === 'error')
  return isBroken ? found.filter(({ code }) => code !== 'unused-name') : found
}
