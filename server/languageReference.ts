import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { type Node, nameAt, nodeAt, nodesAt, spanOf } from './authoring/syntaxTree.ts'
import { sourcePlaces } from './authoring/sourcePlaces.ts'
import { projectRoot } from './consoleBuild.ts'
import { keyUses } from './languageKeys.ts'
import { writtenValue } from './writtenValue.ts'

/** The files of the language that authors write against, in reading order. */
const files = [
  'authored/definition.ts',
  'authored/list.ts',
  'authored/show.ts',
  'authored/action.ts',
  'authored/form.ts',
  'authored/call.ts',
  'binding.ts',
  'schema.ts',
  'registry.ts',
] as const

/** The types of `binding.ts`, `schema.ts` and `registry.ts` that authors write. */
const shared = ['Poll', 'DeclaredFailure', 'Annotations', 'Service', 'Registry']

interface Source {
  readonly text: string
  /** The docstring that ends right before a place of the text; '' for none. */
  readonly docOf: (node: Node) => string
  readonly declarations: readonly Node[]
}

const sentence = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*\s?/, '').trim())
    .filter((line) => !line.startsWith('@'))
    .join(' ')
    .trim()

function readSource(file: string): Source {
  const text = readFileSync(join(projectRoot, 'language', file), 'utf8')
  const { program, comments } = parseSync(file, text)
  const docs = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
  const statements = nodesAt(nodeAt({ type: 'File', program }, 'program'), 'body')
  return {
    text,
    docOf: (node) => {
      const [start] = spanOf(node)
      const doc = docs.findLast(({ end }) => end <= start)
      return doc !== undefined && text.slice(doc.end, start).trim() === '' ? sentence(doc.value.slice(1)) : ''
    },
    declarations: statements.filter(
      (statement) =>
        statement.type === 'ExportNamedDeclaration' &&
        ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration'].includes(nodeAt(statement, 'declaration')?.type ?? ''),
    ),
  }
}

/** The keys that a declaration adds: of an interface, or of a type that is written as one. */
const membersOf = (declaration: Node): readonly Node[] =>
  [
    ...nodesAt(nodeAt(declaration, 'body'), 'body'),
    ...nodesAt(nodeAt(declaration, 'typeAnnotation'), 'members'),
  ].filter((member) => member.type === 'TSPropertySignature' && nodeAt(member, 'key')?.type === 'Identifier')

/** A type as it is written, without what only the compiler needs. */
function typeText(member: Node, text: string): string {
  const node = nodeAt(member, 'typeAnnotation', 'typeAnnotation')
  const [start, end] = node === undefined ? [0, 0] : spanOf(node)
  return text
    .slice(start, end)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\breadonly /g, '')
    .replaceAll(/, N\b|<N>|NoInfer<(\w+)>/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)

function sectionOf(declaration: Node, { text, docOf }: Source, whole: Node, exampleOf: ExampleOf): string {
  const name = nameAt(declaration, 'id')
  const items = membersOf(declaration).map((member) => {
    const key = nameAt(member, 'key')
    const required = member['optional'] === true ? '' : ', required'
    const parts = [`- **${key}**${required}: ${code(typeText(member, text))}.`, docOf(member), exampleOf(name, key)]
    return parts.filter((part) => part !== '').join(' ')
  })
  return [`### ${name}`, docOf(whole), items.join('\n')].filter((part) => part !== '').join('\n\n')
}

/** A console whose definitions are examples of the language, and their folder from the project's root. */
export interface ExampleConsole {
  readonly authored: object
  readonly folder: string
}

type ExampleOf = (declaration: string, key: string) => string

/** Takes the first use of each key in the consoles, in their order, as it is written there. */
function examplesIn(consoles: readonly ExampleConsole[]): ExampleOf {
  const sources = consoles.map(({ authored, folder }) => {
    const placeOf = sourcePlaces(join(projectRoot, folder))
    return { folder, uses: keyUses(authored), fileOf: (name: string) => placeOf(name)?.split(':')[0] }
  })
  return (declaration, key) => {
    const source = sources.find(({ uses }) => uses.has(`${declaration}.${key}`))
    const [use] = source?.uses.get(`${declaration}.${key}`) ?? []
    if (source === undefined || use === undefined) return ''
    const place = source.fileOf(use.definition) ?? source.folder
    const name = use.definition === '' ? place.replace('examples/', '') : use.definition
    return `Example, in [${name}](../../${place}): ${code(`${key}: ${writtenValue(use.value)}`)}`
  }
}

/**
 * The content of `docs/guide/language.md`: every key that authors write, with its meaning and an example.
 * @param consoles where the examples are taken from, the first one that uses a key
 */
export function languageReference(consoles: readonly ExampleConsole[]): string {
  const exampleOf = examplesIn(consoles)
  const sections = files.flatMap((file) => {
    const source = readSource(file)
    return source.declarations.flatMap((whole) => {
      const declaration = nodeAt(whole, 'declaration')
      if (declaration === undefined) return []
      const name = nameAt(declaration, 'id')
      const isShown = file.startsWith('authored/') ? membersOf(declaration).length > 0 : shared.includes(name)
      return isShown ? [sectionOf(declaration, source, whole, exampleOf)] : []
    })
  })
  return [
    '# The language, key by key',
    'Made from the types in `language/` by `npm run docs`; a test fails while it is not up to date. The examples are ' +
      'taken from the definitions in `examples/cookbook`, `examples/library` and `schemas`; `…` is left out.',
    ...sections,
  ].join('\n\n')
}
