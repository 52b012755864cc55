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

const isBroughtAbout = (problem: Problem, cause: Problem): boolean =>
  consequences[cause.code]?.includes(problem.code) === true &&
  (areNear(problem, cause) || problem.message.includes(misnamingIn(cause)?.wrong ?? cause.where))

/** True when a problem only repeats an earlier one, or is about a name that is wrong or meant elsewhere. */
function isRepeated(problem: Problem, cause: Problem, isEarlier: boolean): boolean {
  if (!areNear(problem, cause)) return false
  if (problem.code === cause.code && problem.message === cause.message) return isEarlier
  const misnaming = misnamingIn(cause)
  if (misnaming === undefined) return false
  const { wrong, meant } = misnaming
  const other = misnamingIn(problem)
  if (other !== undefined) {
    const isReverse = other.wrong === meant && (other.meant ?? wrong) === wrong
    return isReverse ? isEarlier || other.meant === undefined : isEarlier && other.wrong === wrong
  }
  return [...quotedIn(problem), lastStep(problem), definitionOf(problem)].some((name) => [wrong, meant].includes(name))
}

/** The problems that are not brought about by others: one mistake, one finding. */
export function withoutConsequences(problems: readonly Problem[]): readonly Problem[] {
  const causes = problems.filter((problem) => !problems.some((cause) => isBroughtAbout(problem, cause)))
  return causes.filter(
    (problem, at) => !causes.some((cause, index) => index !== at && isRepeated(problem, cause, index < at)),
  )
}
