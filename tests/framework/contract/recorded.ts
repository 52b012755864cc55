import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDataProvider } from '../../../dataProvider/createDataProvider.ts'
import { compileValidators } from '../../../dataProvider/validators/compileValidators.ts'
import { type Operation, operationTable } from '../../../language/operations.ts'
import type { Resource } from '../../../language/resource.ts'
import { scrubAnswer } from '../../../server/fixtures/scrubAnswer.ts'
import { answerShapeOf } from '../../../server/gateway/operations/answerShape.ts'
import type { Json } from './fixtureTypes.ts'

/** The recorded answers in a folder, by the name of their file; none without the folder. */
export const recordedIn = (folder: string): readonly (readonly [file: string, text: string])[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')])

/** A made number of a person begins as none that the state gives. */
const isMade = (value: string | number, pii: string): boolean => pii !== 'ssn' || /^\D*9/.test(String(value))

/** What a recording would not have written: values that are not declared, and such as people have. */
function personalProblems(operation: Operation, answer: unknown, definitions: readonly Resource[]): readonly string[] {
  const problems: string[] = []
  const dropped: string[] = []
  const scrubbed = scrubAnswer(answer, answerShapeOf(operation, definitions), {
    replace: (value, pii, _shape, place) => {
      if (!isMade(value, pii)) problems.push(`${operation.id}${place} is no made ${pii}`)
      return value
    },
    onDropped: (place) => dropped.push(`${operation.id}${place} is not declared`),
    onSuspect: (place, pii) => problems.push(`${operation.id}${place} looks like ${pii}`),
  })
  // What a recording has emptied is empty when it is read again.
  return JSON.stringify(scrubbed) === JSON.stringify(answer) ? problems : [...problems, ...dropped]
}

/** Reads each recorded answer as the browser does. @returns what can't be read, or is not as it is declared */
async function readingProblems(answers: Json, definitions: readonly Resource[]): Promise<readonly string[]> {
  const problems: string[] = []
  const provider = createDataProvider({
    definitions,
    validators: compileValidators(definitions),
    fetch: async (_input, init) => Response.json(answers[new Headers(init?.headers).get('x-operation') ?? '']),
    onDrift: ({ operation, pointer, keyword }) => problems.push(`${operation}${pointer} breaks ${keyword}`),
  })
  const operations = operationTable(definitions)
  const [resource = ''] = Object.keys(answers)[0]?.split('.') ?? []
  const { data } = await provider.getList(resource, {})
  const [record] = data
  if (record === undefined) return [...problems, `${resource}.list has no record`]
  for (const id of Object.keys(answers)) {
    const { kind, binding = '' } = operations.get(id) ?? {}
    if (kind === 'getOne') await provider.getOne(resource, { id: record.id })
    if (kind === 'read') await provider.read(resource, { name: binding, record })
  }
  return problems
}

/** Everything that is wrong with the recorded answers of a resource, as the text of their file. */
export async function recordedProblems(text: string, definitions: readonly Resource[]): Promise<readonly string[]> {
  const answers = JSON.parse(text) as Json
  const operations = operationTable(definitions)
  const unknown = Object.keys(answers).filter((id) => !operations.has(id))
  if (unknown.length > 0) return unknown.map((id) => `${id} is no operation: record it again`)
  const personal = Object.entries(answers).flatMap(([id, answer]) => {
    const operation = operations.get(id)
    return operation === undefined ? [] : personalProblems(operation, answer, definitions)
  })
  return [...personal, ...(await readingProblems(answers, definitions))]
}
