import type { Random } from '../random.ts'

/** The characters that a class such as `.` or `[^"]` is drawn from. */
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
/** `*` and `+` repeat this often at most. */
const MOST_REPEATED = 8

const matching = (source: string): readonly string[] => {
  const one = new RegExp(`^${source}$`, 'u')
  const found = PRINTABLE.filter((character) => one.test(character))
  const plain = found.filter((character) => /[A-Za-z0-9]/.test(character))
  return plain.length > 0 ? plain : found
}

const TOKENS =
  /(?<class>\[\^?(?:\\.|[^\]\\])*\]|\\[dDwWsSpP](?:\{[^}]*\})?|\.)|\\(?<escaped>.)|(?<open>\((?:\?:|\?<\w+>)?)|(?<close>\))|(?<or>\|)|(?<anchor>[\^$]|\\b)|(?<times>[*+?]|\{\d+(?:,\d*)?\})\??|(?<plain>.)/gsu

type Writer = (random: Random) => string

function boundsOf(times: string): readonly [least: number, most: number] {
  if (times === '*') return [0, MOST_REPEATED]
  if (times === '+') return [1, MOST_REPEATED]
  if (times === '?') return [0, 1]
  const [least = '', most = least] = times.slice(1, -1).split(',')
  return [Number(least), most === '' ? Number(least) + MOST_REPEATED : Number(most)]
}

const repeated = (writer: Writer, times: string): Writer => {
  const [least, most] = boundsOf(times)
  return (random) => Array.from({ length: random.integer(least, most) }, () => writer(random)).join('')
}

/** Reads alternatives up to the closing parenthesis or the end. */
function alternatives(tokens: Iterator<RegExpMatchArray>): Writer {
  const choices: Writer[][] = [[]]
  for (let next = tokens.next(); !next.done; next = tokens.next()) {
    const { groups = {} } = next.value
    const choice = choices.at(-1) ?? []
    if (groups['close'] !== undefined) break
    if (groups['or'] !== undefined) choices.push([])
    else if (groups['open'] !== undefined) choice.push(alternatives(tokens))
    else if (groups['times'] !== undefined) choice.push(repeated(choice.pop() ?? (() => ''), groups['times']))
    else if (groups['class'] !== undefined) {
      const characters = matching(groups['class'])
      choice.push((random) => random.pick(characters))
    } else if (groups['anchor'] === undefined) {
      const text = groups['escaped'] ?? groups['plain'] ?? ''
      choice.push(() => text)
    }
  }
  return (random) => random.pick(choices).reduce((text, writer) => text + writer(random), '')
}

/** Creates the writer of texts that match a regular expression without look-arounds and back references. */
export const patternWriter = (pattern: string): Writer => alternatives(pattern.matchAll(TOKENS))
