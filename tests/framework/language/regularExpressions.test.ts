import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const folders = '{bench,dataProvider,examples,language,resources,schemas,server,services,src}'

/** The regular expressions of a file, and the texts that a schema names as its pattern. */
function patternsIn(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8')
  // Without a repeated group there is nothing to find.
  if (!/\)(?:[*+]|\{\d+,)/.test(text)) return []
  const found: string[] = []
  const { program } = parseSync(file, text)
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) found.push(node.regex.pattern)
    },
    Property: ({ key, value }) => {
      const isPattern = key.type === 'Identifier' && key.name === 'pattern'
      if (isPattern && value.type === 'Literal' && typeof value.value === 'string') found.push(value.value)
    },
  }).visit(program)
  return found
}

/**
 * True for a group that is repeated without a limit, and of which a part is: the text of one round could then be read as
 * several, in exponentially many ways. A part that must end with something else could not, but is as easily written without.
 */
function isNested(pattern: string): boolean {
  /** For each open group, whether a part of it is repeated without a limit. */
  const groups: boolean[] = [false]
  const plain = pattern.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x')
  for (let at = 0; at < plain.length; at += 1) {
    const char = plain.charAt(at)
    if (char === '(') groups.push(false)
    const isRepeated = /^(?:[*+]|\{\d+,\})/.test(plain.slice(at + 1))
    const inner = char === ')' ? groups.pop() === true : false
    if (inner && isRepeated) return true
    if (inner || (isRepeated && char !== '(')) groups[groups.length - 1] = true
  }
  return false
}

test.each([
  ['(a+)+', true],
  ['^(?:a*b?)*$', true],
  ['(?:(a{2,})x)+', true],
  ['(a+)?', false],
  ['(?:ab)+', false],
  ['[(a+)]+', false],
  ['(\\(a+){2}', false],
])('%s has a repetition within a repetition: %s', (pattern, isFound) => {
  expect(isNested(pattern)).toBe(isFound)
})

/** Those in which each round begins with a character that it has nowhere else, so that it is read in one way. */
const separated = [
  String.raw`^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$`,
  String.raw`^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$`,
  String.raw`^(GET|POST|PUT|PATCH|DELETE) \{([a-z]+)\}((?:\/(?:[A-Za-z0-9._~-]|\{[A-Za-z_][A-Za-z0-9_]*\})+)+\/?)$`,
  '^[a-z0-9]+(-[a-z0-9]+)*$',
]

test('no regular expression repeats what is repeated', () => {
  const files = globSync(`${folders}/**/*.{ts,tsx}`)
  expect(files.length).toBeGreaterThan(400)
  const nested = files.flatMap((file) =>
    patternsIn(file)
      .filter((pattern) => isNested(pattern) && !separated.includes(pattern))
      .map((pattern) => `${file}: ${pattern}`),
  )
  expect(nested).toEqual([])
})
