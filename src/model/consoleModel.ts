import type { ConsoleModel, ToneTable } from '../../language/registry.ts'
import type { ListResource, Resource } from '../../language/resource.ts'
import { fillPath } from '../../language/template.ts'

let current: ConsoleModel | undefined

/** Sets the model of the console that this page runs, once, before anything is drawn. */
export function setConsoleModel(model: ConsoleModel): void {
  current = model
}

export function consoleModel(): ConsoleModel {
  if (current === undefined) throw new Error('No console is installed: call startConsole, or installConsole in a test')
  return current
}

export const listResource = (name: string): ListResource | undefined =>
  consoleModel().definitions.find((each): each is ListResource => each.kind === 'list' && each.name === name)

export const toneTable = (name: string): ToneTable | undefined => {
  const { tones } = consoleModel().registry
  return Object.hasOwn(tones, name) ? tones[name] : undefined
}

/** The page that people land on after signing in. */
export const homePath = (): string => consoleModel().home

export const listPathOf = ({ path }: ListResource): string => path

/** The name of a list's records in a sentence: 'lent books'. */
export const recordsWord = ({ name }: ListResource): string =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Address of one record, made from its id alone (D-44). `undefined` when the resource has no record page. */
export const recordPathOf = (definition: Resource, id: unknown): string | undefined =>
  definition.recordPath === null ? undefined : fillPath(definition.recordPath, { id })
