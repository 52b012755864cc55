import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { resourcesPage, screensTable } from './resourceTables.ts'

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

const [START, END] = ['<!-- screens: npm run docs -->', '<!-- /screens -->'] as const

/** The documents that are made from the definitions, whole, by their paths. @throws where the README has no place for its table */
export async function generatedDocs(): Promise<Readonly<Record<string, string>>> {
  const readme = await readFile(at('README.md'), 'utf8')
  const [before, rest] = readme.split(START)
  const [, after] = (rest ?? '').split(END)
  if (before === undefined || after === undefined) throw new Error(`README.md needs the lines ${START} and ${END}`)
  const texts = {
    'README.md': `${before}${START}\n\n${screensTable()}\n\n${END}${after}`,
    'docs/resources.md': resourcesPage(),
  }
  const formatted = Object.entries(texts).map(async ([path, text]) => {
    const options = await resolveConfig(at(path))
    return [path, await format(text, { ...options, parser: 'markdown' })] as const
  })
  return Object.fromEntries(await Promise.all(formatted))
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(await generatedDocs())) await writeFile(at(path), text)
}
