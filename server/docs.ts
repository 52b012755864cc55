import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import type { ConsoleModel } from '../language/registry.ts'
import { projectRoot } from './consoleBuild.ts'
import { resourcesPage, screensTable } from './resourceTables.ts'

const at = (path: string): string => join(projectRoot, path)

const [START, END] = ['<!-- screens: npm run docs -->', '<!-- /screens -->'] as const

/** The documents that are made from the definitions, whole, by their paths. @throws where the README has no place for its table */
export async function generatedDocs(model: ConsoleModel): Promise<Readonly<Record<string, string>>> {
  const readme = await readFile(at('README.md'), 'utf8')
  const [before, rest] = readme.split(START)
  const [, after] = (rest ?? '').split(END)
  if (before === undefined || after === undefined) throw new Error(`README.md needs the lines ${START} and ${END}`)
  const texts = {
    'README.md': `${before}${START}\n\n${screensTable(model)}\n\n${END}${after}`,
    'docs/resources.md': resourcesPage(model),
  }
  const formatted = Object.entries(texts).map(async ([path, text]) => {
    const options = await resolveConfig(at(path))
    return [path, await format(text, { ...options, parser: 'markdown' })] as const
  })
  return Object.fromEntries(await Promise.all(formatted))
}
