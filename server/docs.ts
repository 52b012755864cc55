import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formsOf, type Resource } from '../language/resource.ts'
import { type Operation, operationsOf } from '../language/operations.ts'
import { allPlaces } from '../language/personal.ts'
import type { ConsoleModel } from '../language/registry.ts'
import { projectRoot } from './consoleBuild.ts'
import { formatted } from './authoring/formatted.ts'
import { type ExampleConsole, languageReference } from './languageReference.ts'
import { code, privacyPage, table } from './privacyDocs.ts'

/** The addresses of a definition in the browser: a list's or a form's; a part of another record has none. */
function addressesOf(definition: Resource, { screens }: ConsoleModel): readonly string[] {
  if (definition.kind === 'nested') return []
  if (definition.kind === 'list') {
    const { path, aliases, recordPath } = definition
    return [path, ...aliases, ...(recordPath === null ? [] : [recordPath])]
  }
  const page = screens.find((screen) => 'groups' in screen && formsOf(screen).includes(definition))
  return page === undefined ? [] : [`${page.path}?form=${definition.name}`]
}

const kindOf = ({ kind, partOf }: Resource): string => (partOf === null ? kind : `part of ${partOf.resource}`)

/** The classes of personal data in all answers of a definition. */
function personalIn(definition: Resource): readonly string[] {
  const classes = allPlaces(definition).map(([, pii]) => pii)
  return [...new Set<string>(classes)].toSorted((one, other) => one.localeCompare(other))
}

const spelled = ({ method, service, path }: Operation): string => `${method} {${service}}${path}`

const notesOn = (operation: Operation): string =>
  [
    operation.effect === 'mutate' ? 'changes' : '',
    operation.queryInBody ? 'values in the body' : '',
    operation.upload === undefined ? '' : 'file up',
    operation.download === undefined ? '' : 'file down',
    operation.credential === undefined ? '' : 'service token',
    operation.isAssumed ? 'assumed' : '',
  ]
    .filter((note) => note !== '')
    .join(', ')

function sectionOf(definition: Resource, model: ConsoleModel): string {
  const rows = operationsOf(definition).map((operation) => [
    code(operation.id),
    operation.action?.label ?? '',
    code(spelled(operation)),
    code(operation.permission),
    notesOn(operation),
  ])
  const personal = personalIn(definition).map(code).join(', ')
  return [
    `## ${definition.label}`,
    [`${code(definition.name)}, ${kindOf(definition)}`, ...addressesOf(definition, model).map(code)].join(', '),
    `Personal data: ${personal === '' ? 'none' : personal}`,
    table(['operation', 'label', 'call', 'permission', 'notes'], rows),
  ].join('\n\n')
}

/** The content of `docs/resources.md`: every definition with its address, calls, permissions and personal data. */
const resourcesPage = (model: ConsoleModel): string =>
  [
    '# Resources',
    'Made from the definitions by the command `docs`. `changes` marks calls that are ' +
      'recorded before they are made, `values in the body` those whose query stays out of every address because it ' +
      'holds personal data or the call changes something, `assumed` those that an operator has to name outside development.',
    ...model.definitions.map((definition) => sectionOf(definition, model)),
  ].join('\n\n')

const listed = (texts: readonly string[]): string => texts.join(', ').toLowerCase()

const doneWith = ({ actions }: Resource): readonly string[] =>
  Object.values(actions).map(({ label }) => label.replaceAll('{', '').replaceAll('}', ''))

/** The table of screens in the README: one row each, in the order of the menu. */
const screensTable = (model: ConsoleModel): string =>
  table(
    ['screen', 'address', 'what staff do there'],
    model.screens.map((screen) =>
      'groups' in screen
        ? [screen.label, code(screen.path), listed(formsOf(screen).map(({ label }) => label))]
        : [
            screen.menuLabel,
            addressesOf(screen, model).map(code).join(', '),
            listed(['read', ...new Set(doneWith(screen))]),
          ],
    ),
  )

const at = (path: string): string => join(projectRoot, path)

/** The consoles that the language is shown by, in the order in which an example is looked for: the console's own last. */
const examples = ['examples/cookbook', 'examples/library/schemas', 'examples/desk', 'schemas']

const loadExample = async (folder: string): Promise<ExampleConsole> => {
  const { authored } = (await import(at(`${folder}/index.ts`))) as { readonly authored: object }
  return { authored, folder }
}

const [START, END] = ['<!-- screens: npm run docs -->', '<!-- /screens -->'] as const

/** The README with its table. @throws when it has no place for that */
async function readme(model: ConsoleModel): Promise<string> {
  const [before, rest] = (await readFile(at('README.md'), 'utf8')).split(START)
  const [, after] = (rest ?? '').split(END)
  if (before === undefined || after === undefined) throw new Error(`README.md needs the lines ${START} and ${END}`)
  return `${before}${START}\n\n${screensTable(model)}\n\n${END}${after}`
}

/**
 * The documents made from the definitions, whole, by path. The README and the guide to the language belong to the
 * console of the project's root; any other has its pages in its own folder.
 *
 * @param schemas the folder of the definitions, from the project's root
 */
export async function generatedDocs(model: ConsoleModel, schemas: string): Promise<Readonly<Record<string, string>>> {
  const home = dirname(schemas)
  const own = {
    [join(home, 'docs/resources.md')]: resourcesPage(model),
    [join(home, 'docs/privacy.md')]: privacyPage(model),
  }
  const texts: Readonly<Record<string, string>> =
    home === '.'
      ? {
          'README.md': await readme(model),
          ...own,
          'docs/guide/language.md': languageReference(await Promise.all(examples.map(loadExample))),
        }
      : own
  const pages = Object.entries(texts).map(async ([path, text]) => [path, await formatted(path, text)] as const)
  return Object.fromEntries(await Promise.all(pages))
}
