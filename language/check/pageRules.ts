import type { ListResource, Resource, ResolvedAction } from '../resource.ts'
import type { Block, Tab, ResolvedShow } from '../show.ts'
import { placeholdersOf } from '../template.ts'
import { fieldsOfPredicate } from '../predicate.ts'
import { detailFields } from '../stateRead.ts'
import { blocksOf, blockPlaces, pagePlaces } from './pagePlaces.ts'
import { entriesOf, joinNames, type Finding, type Rule, type Rules, foundUnless, strangers } from './problem.ts'
import type { Binding } from '../binding.ts'
import { placeholderFields, requestFields } from './fields.ts'

const twice = (names: readonly string[]): readonly string[] =>
  names.filter((name, index) => names.indexOf(name) !== index)

const tabNames = (where: string, tabs: readonly Tab[]): readonly Finding[] => [
  ...twice(tabs.map(({ name }) => name)).map((name) => ({
    where: `${where}.tabs.${name}`,
    message: `is listed twice: every tab needs an address of its own`,
  })),
  ...tabs
    .filter(({ name }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    .map(({ name }) => ({
      where: `${where}.tabs.${name}`,
      message: `is not a usable name: it is part of the address, so write lower-case letters, digits and single hyphens`,
    })),
]

const readNames = (where: string, { tabs, banners }: ResolvedShow, reads: readonly string[]): readonly Finding[] => {
  const named = [
    ...tabs.map(({ name, read }) => [`tabs.${name}`, read] as const),
    ...banners.flatMap(({ name, when }) => when.map(({ read }) => [`blocks.${name}`, read] as const)),
  ]
  return named.flatMap(([place, read]) =>
    read === undefined || read === 'detail' || reads.includes(read)
      ? []
      : [{ where: `${where}.${place}`, message: `names the read '${read}', declared are: ${joinNames(reads, read)}` }],
  )
}

const workTabName = (where: string, { tabs, workTab }: ResolvedShow): readonly Finding[] => {
  if (workTab === undefined || tabs.some(({ name }) => name === workTab)) return []
  const names = tabs.map(({ name }) => name)
  return [{ where: `${where}.workTab`, message: `is the tab '${workTab}', declared are: ${joinNames(names, workTab)}` }]
}

const bannerNames = (where: string, { tabs, banners }: ResolvedShow): readonly Finding[] => [
  ...twice(banners.map(({ name }) => name)).map((name) => ({
    where: `${where}.blocks.${name}`,
    message: `is listed twice: every banner needs a name of its own`,
  })),
  ...banners.flatMap(({ name, link }) =>
    strangers(
      `${where}.blocks.${name}.tab`,
      link === undefined ? [] : [link.tab],
      tabs.map((tab) => tab.name),
      (tab) => `leads to the tab '${tab}', declared are: `,
    ),
  ),
  ...banners.flatMap(({ name, partOf }, index) =>
    strangers(
      `${where}.blocks.${name}.partOf`,
      partOf?.blocks ?? [],
      banners.slice(0, index).map((earlier) => earlier.name),
      (other) => `is part of '${other}', banners before it are: `,
    ),
  ),
]

/** What blocks are, as their authors write it; tabs and banners are not among the resolved ones. */
const kinds: Readonly<Record<Exclude<Block['kind'], 'fields'> | 'facts' | 'tabs' | 'banner', true>> = {
  banner: true,
  facts: true,
  history: true,
  image: true,
  list: true,
  part: true,
  raw: true,
  table: true,
  tabs: true,
}

const kindNames = (where: string, { kind }: Block): readonly Finding[] =>
  strangers(
    where,
    kind === 'fields' ? [] : [kind],
    Object.keys(kinds),
    (other) => `has a block of the kind '${other}', which there is not; kinds are: `,
  )

/** A table is drawn from the detail or from what its tab waits for. Nothing else is read for it. */
const tableSources = (where: string, block: Block, tab: Tab | undefined): readonly Finding[] => {
  if (block.kind !== 'table') return []
  const read = ['detail', ...(tab?.read === undefined ? [] : [tab.read])]
  return block.read
    .filter(({ name: answer }) => !read.includes(answer))
    .map(({ name: answer }) => ({
      where: `${where}.${block.title}`,
      message: `is drawn from '${answer}', which nothing reads there; read are: ${joinNames(read, answer)}`,
    }))
}

const partNames = (
  where: string,
  block: Block,
  { name }: ListResource,
  all: readonly Resource[],
): readonly Finding[] => {
  const parts = all.filter(({ partOf }) => partOf?.resource === name).map((part) => part.name)
  const shown = block.kind === 'part' ? [block.resource] : []
  return strangers(where, shown, parts, (part) => `shows the part '${part}', parts of ${name} are: `)
}

/** An image is what an action downloads at once. */
const imageNames = (where: string, block: Block, { actions, bindings }: ListResource): readonly Finding[] => {
  if (block.kind !== 'image') return []
  const downloads = entriesOf(actions).flatMap(([action, { binding, scope, input, confirm }]) => {
    const isOne = scope === 'record' && Object.keys(input).length === 0 && confirm === null
    return isOne && bindings[binding]?.download !== undefined ? [action] : []
  })
  return foundUnless(
    downloads.includes(block.download),
    where,
    `shows what '${block.download}' downloads; actions that download a file of the record and ask nothing are: ${joinNames(downloads, block.download)}`,
  )
}

const headerNames = (where: string, { header }: ResolvedShow, { actions }: ListResource): readonly Finding[] => {
  const declared = Object.keys(actions)
  return strangers(`${where}.actions`, header.actions, declared, (action) => `names '${action}', declared are: `)
}

const fieldNames = (where: string, show: ResolvedShow, { record }: ListResource): readonly Finding[] => {
  const fields = Object.keys(record.properties)
  return strangers(
    `${where}.record`,
    Object.keys(show.record),
    fields,
    (field) => `names '${field}', which is no field; fields are: `,
  )
}

const knownFields = (where: string, { record, banners, refresh }: ResolvedShow): readonly Finding[] => {
  const known = ['id', ...Object.keys(record)]
  const used = [
    ...banners.flatMap(({ name, message }) =>
      placeholdersOf(message).map((field) => [`blocks.${name}`, field] as const),
    ),
    ...fieldsOfPredicate(refresh?.when).map((field) => ['poll', field] as const),
  ]
  return used
    .filter(([, field]) => !known.includes(field))
    .map(([place, field]) => ({
      where: `${where}.${place}`,
      message: `uses '${field}', which show.record does not say; said are: ${joinNames(known, field)}`,
    }))
}

/** Everything that a record's page names must exist: tabs, reads, actions, switches, parts and fields. */
const pageNames: Rule<ListResource> = (definition, all) => {
  const { name, show, reads } = definition
  if (show === null) return []
  const where = `${name}.show`
  return [
    ...tabNames(where, show.tabs),
    ...readNames(
      where,
      show,
      entriesOf(reads).map(([read]) => read),
    ),
    ...bannerNames(where, show),
    ...workTabName(where, show),
    ...headerNames(where, show, definition),
    ...fieldNames(where, show, definition),
    ...knownFields(where, show),
    ...blocksOf(show).flatMap(({ where: place, tab, block }) => [
      ...kindNames(`${where}.${place}`, block),
      ...tableSources(`${where}.${place}`, block, tab),
      ...partNames(`${where}.${place}`, block, definition, all),
      ...imageNames(`${where}.${place}`, block, definition),
    ]),
  ]
}

/** Needed fields of the record that the page does not have. Other rules find names that are not fields. */
const unsaid = ({ record }: ListResource, fields: readonly string[], known: readonly string[]): readonly string[] =>
  [...new Set(fields)].filter((field) => Object.hasOwn(record.properties, field) && !known.includes(field))

const neededFields = (action: ResolvedAction, binding: Binding | undefined): readonly string[] => [
  ...(binding === undefined ? [] : requestFields(binding)),
  ...fieldsOfPredicate(action.when),
  ...action.blocked.flatMap(({ when }) => fieldsOfPredicate(when)),
  ...placeholderFields(action),
]

/** The page's actions and switches, each with the fields that it needs. */
function pageActions({ show, actions, bindings, list }: ListResource): readonly (readonly [string, string[]])[] {
  const toggles = list.columns.flatMap((column) => {
    const isShown = show?.header.switches.includes(column.field ?? '') === true
    return isShown && column.toggle !== undefined ? [column.toggle.on, column.toggle.off] : []
  })
  return [...(show?.header.actions ?? []), ...toggles].flatMap((name) => {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    return action === undefined ? [] : [[name, [...neededFields(action, bindings[action.binding])]] as const]
  })
}

/**
 * Calls from a record's page get their values from the page: reads from its detail, actions also from the list's row,
 * which has the fields of its switches.
 */
const pageUses: Rule<ListResource> = (definition) => {
  const { name, show, reads } = definition
  const known = detailFields(definition)
  const knownWithRow = [...known, ...(show?.header.switches ?? [])]
  return [
    ...entriesOf(reads).flatMap(([read, call]) =>
      unsaid(definition, requestFields(call), known).map((field) => ({
        where: `${name}.bindings.${read}`,
        message: `sends '${field}', which show.record does not say; said are: ${joinNames(known, field)}`,
      })),
    ),
    ...pageActions(definition).flatMap(([action, fields]) =>
      unsaid(definition, fields, knownWithRow).map((field) => ({
        where: `${name}.show`,
        message: `has '${action}', which needs '${field}'; the page knows: ${joinNames(knownWithRow)}`,
      })),
    ),
  ]
}

/** Rules about the page of a record: what it reads, what it names, and what it calls. */
export const pageRules: Rules<ListResource> = [
  ['unknown-place', pagePlaces],
  ['unknown-place', blockPlaces],
  ['unknown-name', pageNames],
  ['unknown-field', pageUses],
]
