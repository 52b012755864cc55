import { createHash, createHmac, hkdfSync, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Content, hashOf, recordIn } from './records.ts'

export interface Exported {
  readonly records: number
  /** Who saw what: without proof of its own. */
  readonly readings: number
  /** What is wrong with the file; `undefined` for one that is whole and as it was written. */
  readonly flaw: string | undefined
}

/** The text of the body exactly as it is in the line: what the hash is over. */
const BODY = /^\{"seq":\d+,"prev":"[0-9a-f]*","hash":"[0-9a-f]*","body":(.*)\}$/s

/** Checks an export: each record by itself, and by its signed end that the file has all that was exported. */
export function readExport(path: string, keys: readonly KeyObject[]): Exported {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const { end } = recordIn(parsed(lines.at(-1) ?? ''))
  if (end !== undefined) lines.pop()
  let readings = 0
  for (const [index, text] of lines.entries()) {
    const found = BODY.exec(text)?.[1]
    const { seq, prev, hash, view } = recordIn(parsed(text))
    if (view !== undefined && found === undefined) readings += 1
    else if (
      found === undefined ||
      typeof seq !== 'number' ||
      typeof prev !== 'string' ||
      !keys.some((key) => hashOf(key, prev, seq, found) === hash)
    )
      return { records: index - readings, readings, flaw: `line ${index + 1} is no record as it was written` }
  }
  return { records: lines.length - readings, readings, flaw: flawOfEnd(recordIn(end), lines, keys) }
}

/** What the end of a file says against its lines. */
function flawOfEnd(
  { v, lines: had, request, time, mac }: Content,
  lines: readonly string[],
  keys: readonly KeyObject[],
): string | undefined {
  if (v !== 1) return 'it has no signed end: lines may be missing'
  const hash = createHash('sha256').update(lines.map((line) => `${line}\n`).join(''))
  const signed = ['countersign export 1', had, request, time, hash.digest('hex')].join('\n')
  const isSigned = keys.some((key) => {
    const exportKey = Buffer.from(hkdfSync('sha256', key, '', 'countersign audit export', 32))
    return createHmac('sha256', exportKey).update(signed).digest('hex') === mac
  })
  if (isSigned) return undefined
  return had === lines.length
    ? 'a reading or the end is not as it was exported'
    : `it has ${lines.length} lines before its end, and not the ${String(had)} that were exported`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A line that was cut short is no record.
    return undefined
  }
}
