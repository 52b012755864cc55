import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { type Node, nameAt, nodeAt, nodesAt, spanOf } from './authoring/syntaxTree.ts'
import { sourcePlaces } from './authoring/sourcePlaces.ts'
import { projectRoot } from './consoleBuild.ts'
import { keyUses } from './languageKeys.ts'

const LONGEST = 110
const LONGEST_TEXT = 70

const textOf = (text: string): string => {
  const short = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text
  return short.includes("'") ? JSON.stringify(short) : `'${short}'`
}

const keyOf = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : textOf(key))

/** @param depth of structures that are written out @param most entries of each that are written out */
function written(value: unknown, depth: number, most: number): string {
  if (typeof value === 'string') return textOf(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const isList = Array.isArray(value)
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value)
  if (entries.length === 0) return isList ? '[]' : '{}'
  if (depth === 0) return isList ? '[…]' : '{ … }'
  const own = entries.slice(0, most).map(([key, inner]) => {
    const text = written(inner, depth - 1, most)
    return isList ? text : `${keyOf(key)}: ${text}`
  })
  const all = [...own, ...(entries.length > most ? ['…'] : [])].join(', ')
  return isList ? `[${all}]` : `{ ${all} }`
}

/** A value of a definition as its author writes it, on one line; what is too long is cut to `…`. */
function writtenValue(value: unknown): string {
  const tries = [6, 4, 3, 2, 1].flatMap((depth) => [12, 4].map((most) => written(value, depth, most)))
  return tries.find((text) => text.length <= LONGEST) ?? written(value, 0, 0)
}

/** The files of the language that authors write against, in reading order, and what each has of use to them. */
const files: Readonly<Record<string, readonly string[] | 'all'>> = {
  'authored/definition.ts': 'all',
  'authored/list.ts': 'all',
  'authored/show.ts': 'all',
  'authored/action.ts': 'all',
  'authored/form.ts': 'all',
  'authored/call.ts': 'all',
  'binding.ts': ['ListParameter', 'SortFormat', 'AnswerPlace', 'Poll', 'DeclaredFailure', 'UploadKind'],
  'predicate.ts': ['Predicate', 'Condition', 'Comparison'],
  'schema.ts': ['FieldSchema', 'ObjectSchema', 'Annotations', 'Pointer', 'Scalar'],
  'format.ts': ['Format', 'StandardFormat'],
  'coerceRecord.ts': ['Coercion'],
  'pii.ts': ['PiiMark', 'PiiClass'],
  'registry.ts': ['Registry', 'Service', 'Authorization', 'Slot', 'ToneTable', 'Tone'],
}

/** Types that only the compiler needs. */
const internal = ['CheckedBinding', 'Definition']

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
      return doc !== undefined && /^\s*\|?\s*$/.test(text.slice(doc.end, start)) ? sentence(doc.value.slice(1)) : ''
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

/** The values of a constant list, as alternatives. */
function listed(name: string, text: string): string {
  const [, values = ''] = new RegExp(`const ${name} = \\[([^\\]]*)\\]`).exec(text) ?? []
  return values
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .join(' | ')
}

/** A type as it is written, without what only the compiler needs. */
function typeText(node: Node | undefined, text: string): string {
  const [start, end] = node === undefined ? [0, 0] : spanOf(node)
  return text
    .slice(start, end)
    .replaceAll(/\(typeof (\w+)\)\[number\]/g, (_whole, name: string) => listed(name, text))
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\breadonly /g, '')
    .replaceAll(/, N\b|, Call\b|<N>|NoInfer<(\w+)>/g, '$1')
    .replaceAll(/\bkeyof V & string\b/g, 'Field')
    .replaceAll('Readonly<Record<Field, unknown>>', 'V')
    .replaceAll(/^C$/g, 'Call')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)

interface Declared {
  readonly name: string
  readonly whole: Node
  readonly declaration: Node
  readonly source: Source
}

/** Links to the sections of the types that a type names. */
function linksIn(type: string, own: string, known: readonly string[]): string {
  const names = [...new Set(type.replaceAll(/'[^']*'|\bN\[/g, '').match(/\b[A-Z]\w+/g) ?? [])]
  const links = names
    .filter((name) => name !== own && known.includes(name))
    .map((name) => `[${name}](#${name.toLowerCase()})`)
  return links.length === 0 ? '' : ` (${links.join(', ')})`
}

/** The alternatives of a type, each with its own docstring; its whole text where it has no others. */
function writtenAs({ name, declaration, source }: Declared, known: readonly string[]): string {
  const node = nodeAt(declaration, 'typeAnnotation')
  const parts = node?.type === 'TSUnionType' ? nodesAt(node, 'types') : []
  const texts = (parts.length > 0 ? parts : [node]).map((part) => {
    const text = typeText(part, source.text)
    return [`${code(text)}${linksIn(text, name, known)}`, part === undefined ? '' : source.docOf(part)] as const
  })
  if (texts.every(([, doc]) => doc === '')) return `Written as ${texts.map(([text]) => text).join(' or ')}.`
  return texts.map(([text, doc]) => `- ${text}${doc === '' ? '' : `: ${doc}`}`).join('\n')
}

function sectionOf(declared: Declared, known: readonly string[], exampleOf: ExampleOf, exampleOfType: string): string {
  const { name, declaration, whole, source } = declared
  const items = membersOf(declaration).map((member) => {
    const key = nameAt(member, 'key')
    const required = member['optional'] === true ? '' : ', required'
    const type = typeText(nodeAt(member, 'typeAnnotation', 'typeAnnotation'), source.text)
    const head = `- **${key}**${required}: ${code(type)}${linksIn(type, name, known)}.`
    return [head, source.docOf(member), exampleOf(name, key)].filter((part) => part !== '').join(' ')
  })
  const body = items.length > 0 ? [items.join('\n')] : [writtenAs(declared, known), exampleOfType]
  return [`### ${name}`, source.docOf(whole), ...body].filter((part) => part !== '').join('\n\n')
}

/** A console whose definitions are examples of the language, and their folder from the project's root. */
export interface ExampleConsole {
  readonly authored: object
  readonly folder: string
}

/** An example of a key; '' for none. @param isWhole prefers a value that is written without `…` */
type ExampleOf = (declaration: string, key: string, isWhole?: boolean) => string

/** Takes the first use of each key in the consoles, in their order, as it is written there. */
function examplesIn(consoles: readonly ExampleConsole[]): ExampleOf {
  const sources = consoles.map(({ authored, folder }) => {
    const placesOf = sourcePlaces(join(projectRoot, folder))
    return { folder, uses: keyUses(authored), fileOf: (name: string) => placesOf(name)[0]?.split(':')[0] }
  })
  return (declaration, key, isWhole = false) => {
    const found = sources.flatMap(({ folder, uses, fileOf }) =>
      (uses.get(`${declaration}.${key}`) ?? []).map(({ value, definition }) => {
        const place = fileOf(definition) ?? folder
        const name = definition === '' ? place.replace('examples/', '') : definition
        return { place, name, text: `${key}: ${writtenValue(value)}` }
      }),
    )
    const whole = isWhole ? found.find(({ text }) => !text.includes('…')) : undefined
    const [example = whole] = whole === undefined ? found : [whole]
    return example === undefined ? '' : `Example, in [${example.name}](../../${example.place}): ${code(example.text)}`
  }
}

const declaredIn = ([file, names]: readonly [file: string, names: readonly string[] | 'all']): readonly Declared[] => {
  const source = readSource(file)
  return source.declarations.flatMap((whole) => {
    const declaration = nodeAt(whole, 'declaration')
    const name = nameAt(declaration, 'id')
    const isShown = names === 'all' ? !internal.includes(name) : names.includes(name)
    return declaration !== undefined && isShown ? [{ name, whole, declaration, source }] : []
  })
}

/** The example of a type: of a key that has this type alone, else of an annotation, else of any that names it. */
function exampleOfType(name: string, declared: readonly Declared[], exampleOf: ExampleOf): string {
  const keys = declared.flatMap(({ name: owner, declaration, source }) =>
    membersOf(declaration).flatMap((member) => {
      const type = typeText(nodeAt(member, 'typeAnnotation', 'typeAnnotation'), source.text)
      if (!new RegExp(`\\b${name}\\b`).test(type)) return []
      const rank = type.replace(/<.*>$/, '') === name ? 0 : owner === 'Annotations' ? 1 : 2
      return [{ rank, example: exampleOf(owner, nameAt(member, 'key'), true) }]
    }),
  )
  const found = keys.filter(({ example }) => example !== '').toSorted((one, other) => one.rank - other.rank)
  return (found.find(({ example }) => !example.includes('…')) ?? found[0])?.example ?? ''
}

/**
 * The content of `docs/guide/language.md`: every key that authors write and every type that these name, with its
 * meaning and an example.
 * @param consoles where the examples are taken from, the first one that uses a key
 */
export function languageReference(consoles: readonly ExampleConsole[]): string {
  const exampleOf = examplesIn(consoles)
  const declared = Object.entries(files).flatMap(declaredIn)
  const known = declared.map(({ name }) => name)
  return [
    '# The language, key by key',
    'Made from the types in `language/` by `npm run docs`; a test fails while it is not up to date. The examples are ' +
      `taken from the definitions in ${consoles.map(({ folder }) => code(folder)).join(', ')}; \`…\` is left out.`,
    ...declared.map((each) => sectionOf(each, known, exampleOf, exampleOfType(each.name, declared, exampleOf))),
  ].join('\n\n')
}
