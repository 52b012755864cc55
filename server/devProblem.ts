import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { parseSync } from 'vite'
import { type WrittenProblem, writtenProblems } from './writtenProblems.ts'
import { loadConfig } from './config/loadConfig.ts'
import { StartError } from './config/settings.ts'
import type { ConsoleServer } from './console.ts'
import { projectRoot } from './consoleBuild.ts'

/** Why the definitions as they are written cannot run, for the overlay of development. */
export interface DevProblem {
  /** The stable name of this kind of problem. */
  readonly code: string
  /** File and line; the folder of the definitions where no line is known. */
  readonly place: string
  /** What is wrong there, and the remedy. */
  readonly message: string
}

const settingsProblems = <S>(server: ConsoleServer<S>): readonly DevProblem[] => {
  try {
    loadConfig(process.env, server)
    return []
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [{ code: 'settings', place: 'environment', message: error.message }]
  }
}

export const shownProblems = (problems: readonly WrittenProblem[]): readonly DevProblem[] =>
  problems
    .filter(({ severity }) => severity === 'error')
    .map(({ code, place, where, message }) => ({ code, place, message: `${where} ${message}` }))

/**
 * What is wrong with the console of this process, whose definitions are loaded.
 *
 * @param schemas the folder of the definitions, from the project's root
 */
export function problemsOf<S>(server: ConsoleServer<S>, schemas: string): readonly DevProblem[] {
  const found = shownProblems(writtenProblems(server, schemas))
  return found.length > 0 ? found : settingsProblems(server)
}

const lineAt = (text: string, offset = 0): number => text.slice(0, offset).split('\n').length

/** The syntax errors of all files in a folder. */
const syntaxProblems = (folder: string): readonly DevProblem[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const path = join(folder, name)
      const text = readFileSync(path, 'utf8')
      return parseSync(path, text).errors.map(({ message, helpMessage, labels }) => ({
        code: 'syntax',
        place: `${relative(projectRoot, path)}:${lineAt(text, labels[0]?.start)}`,
        message: [message, helpMessage].filter(Boolean).join('. '),
      }))
    })

/** A place in our own files: at the head of an error's text, or in its stack. */
const PLACE = /(?:file:\/\/)?(\/[^\s:()]+\.tsx?):(\d+)/g

/** Where a file is imported that there is not. */
function importerIn(output: string): { readonly path: string; readonly line: number } | undefined {
  const [, missing = '', path = ''] = /Cannot find module '([^']+)' imported from (\/\S+\.tsx?)/.exec(output) ?? []
  if (path === '') return undefined
  return { path, line: lineAt(readFileSync(path, 'utf8').split(`/${basename(missing)}'`)[0] ?? '', Infinity) }
}

/**
 * Why definitions could not be loaded: all syntax errors, else the error that a module has thrown, at the place in the
 * definitions that led to it.
 *
 * @param output what the process that loaded them has written
 * @param schemas the folder of the definitions, from the project's root
 */
export function loadProblems(output: string, schemas: string): readonly DevProblem[] {
  const folder = join(projectRoot, schemas)
  const wrong = syntaxProblems(folder)
  if (wrong.length > 0) return wrong
  const places = [...output.matchAll(PLACE)].map(([, path = '', line = '']) => ({ path, line }))
  const own = places.filter(({ path }) => path.startsWith(projectRoot) && !path.includes('node_modules'))
  const at = importerIn(output) ?? own.find(({ path }) => path.startsWith(folder)) ?? own[0]
  const message = /^(?:Uncaught )?\w*Error(?: \[\w+\])?: (.+)$/m.exec(output)?.[1] ?? output.trim().slice(0, 500)
  return [
    { code: 'not-loaded', place: at === undefined ? schemas : `${relative(projectRoot, at.path)}:${at.line}`, message },
  ]
}
