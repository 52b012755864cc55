import type { Problem } from './problem.ts'

/** Names in quotes or braces, and no apostrophe. */
const QUOTED = /(?<![\w'])'([^\s']+)'|\{(\w+)\}/g

const MEANT = /did you mean '([^']+)'\?$/

/** A name that does not exist, and the one that was probably meant. */
interface Misnaming {
  readonly wrong: string
  readonly meant: string | undefined
}

const quotedIn = ({ message }: Problem): readonly string[] =>
  [...message.matchAll(QUOTED)].map(([, quoted, braced = '']) => quoted ?? braced)

function misnamingIn(problem: Problem): Misnaming | undefined {
  const [wrong] = quotedIn(problem)
  const meant = MEANT.exec(problem.message)?.[1]
  const isMisnaming = problem.code.startsWith('unknown-') || meant !== undefined
  return isMisnaming && wrong !== undefined ? { wrong, meant } : undefined
}

/** Problems that others of the same definition bring about, whatever they name. */
const consequences: Readonly<Record<string, readonly string[]>> = {
  'unknown-type': [
    'impossible-condition',
    'impossible-filter',
    'invalid-coercion',
    'invalid-dependence',
    'unknown-input',
    'unsendable-input',
    'invalid-form',
    'invalid-input',
    'invalid-filter',
    'invalid-pii',
    'empty-accepted',
    'reference-type',
    'unknown-place',
    'invalid-part',
  ],
  'unknown-parameter': ['page-not-sent', 'invalid-sort', 'unsent-search', 'invalid-get-many'],
  'page-not-sent': ['invalid-sort', 'unsent-search'],
  'unknown-input': ['unsent-input', 'needless-assumed'],
  'unknown-field': ['invalid-sort'],
  'unknown-coercion': ['invalid-coercion'],
  'unknown-format': ['invalid-pii', 'masked-display'],
  'unsendable-input': ['invalid-form'],
  'unknown-value': ['impossible-condition'],
  'invalid-input': ['empty-accepted'],
  'invalid-call': ['unknown-service'],
  'invalid-part': ['unknown-name'],
  'unknown-name': ['unshown-part'],
  'duplicate-name': [
    'duplicate-address',
    'unknown-resource',
    'unknown-name',
    'unshown-part',
    'invalid-part',
    'invalid-subject',
  ],
}

const definitionOf = ({ where }: Problem): string => where.split(/[./]/)[0] ?? ''

const lastStep = ({ where }: Problem): string => where.split(/[./]/).at(-1) ?? ''

/** True for two problems of one definition, of one and the name that it should have had, or of one and what it says. */
const areNear = (problem: Problem, cause: Problem): boolean =>
  [definitionOf(cause), misnamingIn(cause)?.meant].includes(definitionOf(problem)) ||
  problem.message.split(/[^\w]+/).includes(definitionOf(cause))

/** The words of a problem, without the names that are valid there. */
const wordsOf = ({ where, message }: Problem): readonly string[] =>
  `${where} ${message.split(/ are: |declared there: /)[0] ?? ''}`.split(/\W+/)

/** The field that a problem is about. */
const fieldIn = ({ where }: Problem): string =>
  where.split(/[./]/).findLast((step) => !['schema', 'items', '*'].includes(step)) ?? ''

/** Causes that only spoil what is said of their own field; others spoil their whole definition. */
const OF_FIELD = ['unknown-type', 'unknown-value']

/** What refers to a record depends on the type of its id. */
const isAbout = (problem: Problem, cause: Problem): boolean =>
  !OF_FIELD.includes(cause.code) || problem.code === 'reference-type' || wordsOf(problem).includes(fieldIn(cause))

const isBroughtAbout = (problem: Problem, cause: Problem): boolean =>
  consequences[cause.code]?.includes(problem.code) === true &&
  (areNear(problem, cause) || problem.message.includes(misnamingIn(cause)?.wrong ?? cause.where)) &&
  isAbout(problem, cause)

/** True when a problem only repeats an earlier one, or is about a name that is wrong or meant elsewhere. */
function isRepeated(problem: Problem, cause: Problem, isEarlier: boolean): boolean {
  if (!areNear(problem, cause)) return false
  const misnaming = misnamingIn(cause)
  if (problem.code === cause.code && problem.message === cause.message)
    return isEarlier && (misnaming !== undefined || fieldIn(problem) === fieldIn(cause))
  if (misnaming === undefined) return false
  const { wrong, meant } = misnaming
  const also = misnamingIn(problem)
  if (also !== undefined) {
    const isReverse = also.wrong === meant && (also.meant ?? wrong) === wrong
    return isReverse ? isEarlier || also.meant === undefined : isEarlier && also.wrong === wrong
  }
  const [own, other] = [definitionOf(cause), definitionOf(problem)]
  const isMeant = other === meant && other !== own && wordsOf(problem).includes(own)
  return isMeant || [...quotedIn(problem), lastStep(problem)].some((name) => [wrong, meant].includes(name))
}

/** The problems that are not brought about by others: one mistake, one finding. */
export function withoutConsequences(problems: readonly Problem[]): readonly Problem[] {
  const causes = problems.filter((problem) => !problems.some((cause) => isBroughtAbout(problem, cause)))
  return causes.filter(
    (problem, at) => !causes.some((cause, index) => index !== at && isRepeated(problem, cause, index < at)),
  )
}
