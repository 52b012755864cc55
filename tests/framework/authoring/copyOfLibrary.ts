import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { authored } from '../../../examples/library/schemas/index.ts'
import type { ConsoleDefinition } from '../../../language/authored/definition.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import type { ListResource } from '../../../language/resource.ts'
import { newResource } from '../../../server/authoring/newResource.ts'

export const root = join(import.meta.dirname, '..', '..', '..')
const copies: string[] = []

export const removeCopies = (): void => copies.forEach((copy) => rmSync(copy, { recursive: true, force: true }))

/** A copy of a console's definitions, which can be written to. */
export function copyOfLibrary() {
  const copy = mkdtempSync(join(tmpdir(), 'authoring-'))
  copies.push(copy)
  const folder = join(copy, 'examples', 'library', 'schemas')
  cpSync(join(root, 'examples', 'library', 'schemas'), folder, { recursive: true })
  cpSync(join(root, '.oxfmtrc.json'), join(copy, '.oxfmtrc.json'))
  for (const name of ['language', 'node_modules']) symlinkSync(join(root, name), join(copy, name))
  const file = (name: string) => readFileSync(join(folder, name), 'utf8')
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const save = (content: unknown): string => {
    const path = join(copy, 'given.json')
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }
  const create = (args: readonly string[], environment = 'dev') => newResource({ authored, folder }, args, environment)
  const filesOf = () => Object.fromEntries(readdirSync(folder).map((name) => [name, file(name)]))
  const load = async (): Promise<ConsoleDefinition> => {
    const loaded = (await import(join(folder, 'index.ts'))) as { readonly authored: ConsoleDefinition }
    return loaded.authored
  }
  /** The resource as the console has it when it is loaded again, without a problem. */
  const resolved = async (name: string): Promise<ListResource> => {
    const model = resolveConsole(await load())
    expect(checkModel(model)).toEqual([])
    const found = model.definitions.find((definition) => definition.name === name)
    if (found?.kind !== 'list') throw new Error(`${name} is no list`)
    return found
  }
  return { copy, file, write, save, create, filesOf, load, resolved }
}
