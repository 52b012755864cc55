import type { ConsoleModel } from '../../language/registry.ts'
import { isValues, type Values } from '../../language/pointer.ts'

/** One difference between two values of JSON. */
interface Difference {
  /** The keys that lead to it; an item of a list is called by its name. */
  readonly path: readonly string[]
  readonly kind: 'added' | 'removed' | 'changed'
  readonly before?: unknown
  readonly after?: unknown
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What an item of a list is called by, the first that it has. */
const NAMES = ['id', 'name', 'filter', 'field', 'part', 'label', 'title', 'value', 'path']

const nameOf = (item: unknown): string =>
  isValues(item) ? String(NAMES.map((key) => item[key]).find((value) => typeof value === 'string') ?? '') : String(item)

/** A list by the names of its items, if each has one of its own. */
function byName(list: readonly unknown[]): Values | undefined {
  const names = list.map(nameOf)
  return names.includes('') || new Set(names).size < names.length
    ? undefined
    : Object.fromEntries(list.map((item, index) => [names[index] ?? '', item]))
}

/** True for what says nothing: a default that one version of the language writes and another leaves out. */
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)

/** The types of a JSON Schema are a list, or one of them alone. */
const listed = (value: unknown, key: string | undefined): unknown =>
  key === 'type' && typeof value === 'string' ? [value] : value

/** Every difference between two values, each at its deepest place. */
function differences(one: unknown, other: unknown, path: readonly string[] = []): readonly Difference[] {
  const [before, after] = [listed(one, path.at(-1)), listed(other, path.at(-1))]
  if (isSame(before, after) || (isEmpty(before) && isEmpty(after))) return []
  if (before === undefined) return [{ path, kind: 'added', after }]
  if (after === undefined) return [{ path, kind: 'removed', before }]
  if (Array.isArray(before) && Array.isArray(after)) {
    const [named, renamed] = [byName(before), byName(after)]
    if (named === undefined || renamed === undefined) return [{ path, kind: 'changed', before, after }]
    const inside = differences(named, renamed, path)
    const [from, to] = [Object.keys(named), Object.keys(renamed)]
    return inside.length > 0 ? inside : [{ path: [...path, 'order'], kind: 'changed', before: from, after: to }]
  }
  if (!isValues(before) || !isValues(after)) return [{ path, kind: 'changed', before, after }]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    differences(before[key], after[key], [...path, key]),
  )
}

/** What a change means: it breaks a caller or a promise, people see it, or neither. */
export type Level = 'breaking' | 'visible' | 'safe'

export interface Change extends Difference {
  readonly level: Level
}

type Levels = Readonly<Record<Difference['kind'], Level>>

const breaking: Levels = { added: 'breaking', removed: 'breaking', changed: 'breaking' }
const safe: Levels = { added: 'safe', removed: 'safe', changed: 'safe' }
const visible: Levels = { added: 'visible', removed: 'visible', changed: 'visible' }
/** New is no matter, less or other is: a field, a permission. */
const kept: Levels = { added: 'safe', removed: 'breaking', changed: 'breaking' }
/** New is seen, less or other breaks: an action, a class of personal data, a page. */
const promised: Levels = { added: 'visible', removed: 'breaking', changed: 'breaking' }
/** A limit: new or other is narrower, its end is wider. */
const limit: Levels = { added: 'breaking', removed: 'safe', changed: 'breaking' }
/** A limit with its message. */
const demand: Levels = { ...limit, changed: 'visible' }
/** A set of what is allowed: more is wider. */
const allowed: Levels = { added: 'safe', removed: 'breaking', changed: 'safe' }

/** What a change means by its place; the first that fits. Places are joined with `/`. */
const levels: readonly (readonly [place: RegExp, levels: Levels])[] = [
  [/\/optional$/, kept],
  [/\/properties\/[^/]+$/, kept],
  [/\/pii$/, promised],
  [/\/type(\/[^/]+)?$/, allowed],
  [/\/enum\/[^/]+$/, allowed],
  [
    /\/(enum|const|pattern|format|minimum|maximum|minLength|maxLength|minItems|maxItems|readOnly|maxBytes|maxFiles)$/,
    limit,
  ],
  [/\/upload\/kinds\/[^/]+$/, allowed],
  [/\/input\/[^/]+\/required$/, demand],
  [/\/required\/order$/, safe],
  [/\/(properties|filters|input|fields)\/.*\/required(\/[^/]+)?$|\/(record|schema)\/required(\/[^/]+)?$/, limit],
  [/\/(coerce|default)$/, promised],
  [/\/properties\/.*\/path$/, promised],
  [/^definitions\/[^/]+$/, promised],
  [/^definitions\/[^/]+\/(actions|bindings|reads)\/[^/]+$/, promised],
  [/\/bindings\/[^/]+\/response\/schema/, kept],
  [/^definitions\/[^/]+\/(bindings|reads)\/[^/]+\//, breaking],
  [/^definitions\/[^/]+\/actions\/[^/]+\/(binding|query|body|scope)(\/|$)/, breaking],
  [/^definitions\/[^/]+\/(idFrom|idFields|dialect|partOf|kind)(\/|$)/, breaking],
  [/\/permission$/, breaking],
  [/^definitions\/[^/]+\/aliases\/[^/]+$|^definitions\/[^/]+\/recordPath$/, promised],
  [/^(definitions|pages)\/[^/]+\/path$/, breaking],
  [/^pages\/[^/]+$|^definitions\/[^/]+\/show$|\/show\/tabs\/[^/]+$/, promised],
  [/\/list\/(paging|pages)$/, breaking],
  [/\/list\/(filters\/[^/]+|search)$|\/input\/[^/]+$|^definitions\/[^/]+\/reveal$/, promised],
  [/\/keywords/, safe],
  [/^roles\/[^/]+(\/[^/]+)?$/, promised],
  [/^(services|permissions)\/order$/, safe],
  [/^(services|permissions)\/[^/]+$/, kept],
  [/./, visible],
]

/** True for a limit that takes more than before: a higher maximum, a lower minimum. */
function isWider({ path, before, after }: Difference): boolean {
  if (typeof before !== 'number' || typeof after !== 'number') return false
  const key = path.at(-1) ?? ''
  return (key.startsWith('max') && after > before) || (key.startsWith('min') && after < before)
}

const levelOf = (difference: Difference): Level => {
  const { path, kind } = difference
  if (isWider(difference)) return 'safe'
  const place = path.map((step) => step.replaceAll('/', '~')).join('/')
  return (levels.find(([own]) => own.test(place))?.[1] ?? visible)[kind]
}

/** The parts of a model by their names. What is in it twice is compared once. */
function partsOf({ registry, locale, screens, definitions, home }: ConsoleModel) {
  const { services, permissions, roles, tones, components } = registry
  const pages = screens.flatMap((screen) => ('groups' in screen ? [screen] : []))
  return {
    home,
    locale,
    services,
    permissions,
    roles,
    tones,
    components,
    menu: screens.map(({ name }) => name),
    pages: Object.fromEntries(
      pages.map(({ groups, ...page }) => [
        page.name,
        { ...page, groups: groups.map(({ title, forms }) => ({ title, forms: forms.map(({ name }) => name) })) },
      ]),
    ),
    definitions: Object.fromEntries(definitions.map((definition) => [definition.name, definition])),
  }
}

const isOfRecord = ({ path }: Difference): boolean => path[2] === 'record' && path[3] === 'properties'

const isSameChange = (one: Difference, other: Difference): boolean =>
  one.kind === other.kind &&
  JSON.stringify([one.before, one.after]) === JSON.stringify([other.before, other.after]) &&
  (one.kind === 'changed' || one.path.at(-1) === other.path.at(-1))

/** Differences without those that a field of a record has brought about: at its columns, facts, filters and inputs. */
const withoutInherited = (all: readonly Difference[]): readonly Difference[] =>
  all.filter(
    (difference, at) =>
      !all.some(
        (field, index) =>
          isOfRecord(field) &&
          field.path[1] === difference.path[1] &&
          isSameChange(field, difference) &&
          (isOfRecord(difference) ? index < at : true),
      ),
  )

const order: readonly Level[] = ['breaking', 'visible', 'safe']

/** Every change from one resolved model to another, the breaking ones first. */
export const compareModels = (before: ConsoleModel, after: ConsoleModel): readonly Change[] =>
  withoutInherited(differences(partsOf(before), partsOf(after)))
    .map((difference) => ({ ...difference, level: levelOf(difference) }))
    .toSorted((one, other) => order.indexOf(one.level) - order.indexOf(other.level))

const LONGEST = 80
/** What is left of a long text before the place where it differs. */
const LEAD = 20

/** Two values, each around the first place where they differ. */
function written(before: unknown, after: unknown): string {
  const [from, to] = [JSON.stringify(before) ?? 'nothing', JSON.stringify(after) ?? 'nothing']
  let place = 0
  while (place < from.length && from[place] === to[place]) place += 1
  const start = place < LONGEST - LEAD ? 0 : place - LEAD
  const part = (text: string): string => {
    if (text.length <= LONGEST) return text
    const end = start + LONGEST
    return `${start > 0 ? '…' : ''}${text.slice(start, end)}${text.length > end ? '…' : ''}`
  }
  return `${part(from)} → ${part(to)}`
}

export function lineOf({ level, kind, path, before, after }: Change): string {
  const [part, ...rest] = path
  const place = (part === 'definitions' ? rest : path).join('.')
  const what = kind === 'changed' ? written(before, after) : kind
  return `${level} ${place}: ${what}`
}
