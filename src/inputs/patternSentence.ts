import { isScalar, type FieldSchema } from '../../language/schema.ts'

const CLASS = /^\^\[([^\]\\^]+)\](?:[*+]|\{(\d+),(\d*)\})\$$/u
const TOKEN = /\[([^\]\\^]+)\]|\\([^A-Za-z])|([^\\()|.*+?{}[\]^$])/u
const TOKENS = new RegExp(`(?:${TOKEN.source})(\\?|\\{\\d+(?:,\\d+)?\\})?`, 'gu')

/** Samples that read as what they are: the first of each kind of character, in order. */
const kinds = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', '1234567890']

/** The characters of a class in words: `A-Z0-9.` is 'A–Z, 0–9 and "."'. */
function classInWords(content: string): string {
  const parts = content.match(/.-.|./gsu) ?? []
  const words = parts.map((part) =>
    part.length === 3 ? `${part[0]}–${part[2]}` : part === ' ' ? 'spaces' : `"${part}"`,
  )
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

const amountOf = (least: string | undefined, most: string | undefined): string =>
  least === undefined ? 'only' : `${most === '' ? `at least ${least}` : `${least} to ${most}`} characters:`

function sampleOf(content: string, count: number): string | undefined {
  const isPart = new RegExp(`^[${content}]$`, 'u')
  const characters = kinds
    .map((kind) => Array.from(kind).filter((each) => isPart.test(each)))
    .find(({ length }) => length > 0)
  return characters && Array.from({ length: count }, (_, index) => characters[index % characters.length]).join('')
}

/** A text that matches a pattern of classes and characters one after the other. */
function exampleOf(pattern: string): string | undefined {
  const inner = pattern.slice(1, -1)
  const tokens = [...inner.matchAll(TOKENS)]
  if (!/^\^.+\$$/u.test(pattern) || tokens.map(([text]) => text).join('') !== inner) return undefined
  const parts = tokens.map(([, content, escaped, plain = '', times = '']) => {
    const count = Number(times.match(/\d+(?=\})/u)?.[0] ?? 1)
    return content === undefined ? (escaped ?? plain).repeat(count) : sampleOf(content, count)
  })
  const example = parts.join('')
  return new RegExp(pattern, 'u').test(example) ? example : undefined
}

/** What a text must be like to match the pattern of its schema; `undefined` for a pattern that is hard to say. */
export function patternSentence({ pattern = '', examples = [] }: Exclude<FieldSchema, boolean>): string | undefined {
  if (pattern === '\\S') return 'Enter more than spaces'
  const [, content, least, most] = CLASS.exec(pattern) ?? []
  if (content !== undefined) return `Use ${amountOf(least, most)} ${classInWords(content)}`
  const [example = exampleOf(pattern)] = examples.filter(isScalar)
  return example === undefined ? undefined : `Must look like ${example}`
}
