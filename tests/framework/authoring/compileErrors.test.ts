import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './copyOfLibrary.ts'

const folder = mkdtempSync(join(tmpdir(), 'compile-errors-'))
const written = readFileSync(join(root, 'examples/cookbook/advisors.ts'), 'utf8')
const advisors = written.replace(`'./console.ts'`, `'${join(root, 'examples/cookbook/console.ts')}'`)

/** A mistake in the definition of advisors, and what TypeScript says of it at its line. */
const mistakes: readonly (readonly [file: string, right: string, wrong: string, said: RegExp])[] = [
  ['key', `label: 'Advisors'`, `lable: 'Advisors'`, /'lable' does not exist in .* mean to write 'label'\?$/],
  ['listKey', 'columns: [', 'colums: [', /'colums' does not exist in .* mean to write 'columns'\?$/],
  ['actionKey', 'confirm: { title', 'confrim: { title', /'confrim' does not exist in .* mean to write 'confirm'\?$/],
  [
    'column',
    `'email', 'region', 'active'],\n    phone`,
    `'emial', 'region', 'active'],\n    phone`,
    /Did you mean '"email"'\?$/,
  ],
  ['condition', 'when: { active: true }', 'when: { activ: true }', /'activ' does not exist in .* write 'active'\?$/],
  [
    'permission',
    `permission: 'advisors.edit',\n      body`,
    `permission: 'advisor.edit',\n      body`,
    /Did you mean '"advisors.edit"'\?$/,
  ],
  [
    'service',
    `'PATCH {crm}/v2/advisors/{advisor_code}',\n      permission`,
    `'PATCH {crn}/v2/advisors/{advisor_code}',\n      permission`,
    /'the services are': "billing" \| "crm"/,
  ],
]

let errors: readonly (readonly [file: string, line: number, message: string])[] = []

beforeAll(async () => {
  const config = { extends: join(root, 'tsconfig.json'), compilerOptions: { types: [] }, include: ['.'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  for (const [file, right, wrong] of mistakes) {
    expect(advisors).toContain(right)
    writeFileSync(join(folder, `${file}.ts`), advisors.replace(right, wrong))
  }
  const said = await new Promise<string>((resolve) => {
    const command = [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--noEmit', '--pretty', 'false']
    execFile(process.execPath, command, (_failed, stdout) => resolve(stdout))
  })
  errors = [...said.matchAll(/(\w+)\.ts\((\d+),\d+\): error \w+: (.+)/g)].map(
    ([, file = '', line, message = '']) => [file, Number(line), message] as const,
  )
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(mistakes)('a misspelt %s has one message, at its line, that one can read', (file, right, wrong, said) => {
  const own = errors.filter(([at]) => at === file)
  const place = advisors.slice(0, advisors.indexOf(right)).split('\n').length
  expect(own.map(([, line]) => line)).toEqual([place])
  expect(wrong).not.toBe(right)
  expect(own[0]?.[2]).toMatch(said)
  expect(own[0]?.[2].length).toBeLessThan(file === 'key' ? 480 : 360)
})
