import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** What only the brokerage's console is about. */
const CONSOLE_WORDS = (
  'apex clearing brokerage sketch etrade mcom ticker tickers treasury treasuries cryptocurrency sponsor sponsors trade ' +
  'trades snap snaps cip ach equifax ofac dndb investigation investigations joint applicant applicants advisor'
)
  .split(' ')
  .concat('dow jones', 'income band', 'address approval', 'terms agreed', 'client exist')

/** A text as lower-case words between spaces; `getHTMLOfSnap_id` has the words get, html, of, snap and id. */
function wordsOf(text: string): string {
  const split = text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
  return ` ${split.replaceAll(/[^A-Za-z]+/g, ' ').toLowerCase()} `
}

function consoleWordsIn(text: string): readonly string[] {
  const words = wordsOf(text)
  return CONSOLE_WORDS.filter((word) => words.includes(` ${word} `))
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Every word of the console in the folder's files and their names, by file and line. */
const findings = (folder: string): readonly string[] =>
  filesIn(folder).flatMap((file) => {
    const name = file.slice(root.length + 1)
    return [name, ...readFileSync(file, 'utf8').split('\n')].flatMap((line, number) =>
      consoleWordsIn(line).map((word) => `${name}:${number} ${word}`),
    )
  })

describe('the framework says nothing of what its first console is about', () => {
  it.each(['language', 'dataProvider', 'src', 'server'])('in %s', (folder) => {
    expect(filesIn(folder).length).toBeGreaterThan(10)
    expect(findings(folder)).toEqual([])
  })

  it.each([
    ['apexAccount', ['apex']],
    ['get_snap_id', ['snap']],
    ['ACHRelationships, achReason', ['ach']],
    ['isOFACMatch', ['ofac']],
    ["'Dow Jones: 1 match'", ['dow jones']],
    ['addressApproval', ['address approval']],
    ['each reach, snapshot, tradeoff, clearTimeout', []],
  ])('and %s is found for what it is', (text, expected) => {
    expect(consoleWordsIn(text)).toEqual(expected)
  })
})
