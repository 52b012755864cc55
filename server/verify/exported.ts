import type { KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hashOf, recordIn } from './records.ts'

/** What a file with the export of a trail has. */
export interface Exported {
  readonly records: number
  /** Who saw what: without proof. */
  readonly readings: number
  /** The first line that is no reading, and no record as it was written. */
  readonly badLine: number | undefined
}

/** The text of the body exactly as it is in the line: what the hash is over. */
const BODY = /^\{"seq":\d+,"prev":"[0-9a-f]*","hash":"[0-9a-f]*","body":(.*)\}$/s

/** Checks each record of an export by itself: whether the file has all that matched only the trail says. */
export function readExport(path: string, keys: readonly KeyObject[]): Exported {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  let readings = 0
  for (const [index, text] of lines.entries()) {
    const records = index - readings
    const found = BODY.exec(text)?.[1]
    const { seq, prev, hash, view } = recordIn(parsed(text))
    if (view !== undefined && found === undefined) readings += 1
    else if (
      found === undefined ||
      typeof seq !== 'number' ||
      typeof prev !== 'string' ||
      !keys.some((key) => hashOf(key, prev, seq, found) === hash)
    )
      return { records, readings, badLine: index + 1 }
  }
  return { records: lines.length - readings, readings, badLine: undefined }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A line that was cut short is no record.
    return undefined
  }
}
