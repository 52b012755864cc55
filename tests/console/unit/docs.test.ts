import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { model } from '../../../schemas/index.ts'
import { loadConfig } from '../../../server/config/loadConfig.ts'
import { generatedDocs } from '../../../server/docs.ts'
import { openApiDocument } from '../../../server/openApi/openApiDocument.ts'
import { backOffice } from '../../../services/console.ts'
import { environmentOf } from './server/environment.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const proofs = [...read('docs/transitions.md').matchAll(/`(tests\/[^`]+)` › (.+?)\s*\|$/gm)].map(
  ([, file = '', title = '']) => [file, title] as const,
)

describe('docs/transitions.md', () => {
  it('names tests', () => {
    expect(proofs.length).toBeGreaterThan(20)
  })

  it.each(proofs)('names a test of %s that exists: %s', (file, title) => {
    expect(read(file)).toContain(title)
  })
})

it('CHANGELOG.md has the version of package.json as its newest release', () => {
  const [, released] = /^## (\d\S*)$/m.exec(read('CHANGELOG.md')) ?? []
  expect(released).toBeDefined()
  for (const file of ['package.json', 'package-lock.json'])
    expect(JSON.parse(read(file)), file).toMatchObject({ version: released })
})

describe('docs/security.md', () => {
  it('names a file of tests that exists, or a command, for every figure', () => {
    const [, table = ''] = read('docs/security.md').split('## Figures, and the command of each')
    const commands = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| [^|]*\d[^|]*\| (.*) \|$/gm)].map(
      ([, command = '']) => command,
    )
    expect(commands.length).toBeGreaterThan(10)
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    for (const command of commands) {
      const files = [...command.matchAll(/tests\/[\w/.]+/g)].map(([file]) => file)
      const own = [...command.matchAll(/npm run (\w+)/g)].map(([, name = '']) => name)
      expect(files.length + own.length, command).toBeGreaterThan(0)
      expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
      expect(own.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
    }
  })
})

describe('the tables that the documents name', () => {
  const pages = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'))
  const named = pages.flatMap((page) =>
    [...read(`docs/${page}`).matchAll(/\btables?\s((?:`\w+`(?:[^`|.;:]*? and )?)+)/g)].flatMap(([, names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    ),
  )
  const [, own = ''] = /export interface Tables \{([^}]+)\}/.exec(read('server/store/tables.ts')) ?? []
  const made = read('services/verification/approvals.ts').matchAll(/\.createTable\('(\w+)'\)/g)
  const known = [...own.matchAll(/^ {2}(\w+):/gm), ...made].map(([, name = '']) => name)

  it('are those of the store and of the console', () => {
    expect(new Set(named).size).toBeGreaterThan(12)
    expect(named.filter((name) => !known.includes(name))).toEqual([])
  })
})

describe('docs/architecture.md', () => {
  it('has every folder of src, after those that lint lets it import', () => {
    const [, map = ''] = /^src\/ .+\n([^]+?) → the top level$/m.exec(read('docs/architecture.md')) ?? []
    const steps = map.split('→').map((step) => step.split(',').map((name) => name.trim()))
    const [, rules = ''] = /const browser = inside\(([^]+?)\n\}\)/.exec(read('oxlint.config.ts')) ?? []
    const imports = [...rules.matchAll(/^ {2}(\w+): '([^']*)',$/gm)].map(([, name = '', others = '']) => ({
      name,
      others: others.split(' ').filter((other) => other !== ''),
    }))
    expect(steps.flat().toSorted()).toEqual(imports.map(({ name }) => name).toSorted())
    const stepOf = (wanted: string) => steps.findIndex((names) => names.includes(wanted))
    const early = imports.filter(({ name, others }) => others.some((other) => stepOf(other) >= stepOf(name)))
    expect(early.map(({ name }) => name)).toEqual([])
  })
})

describe('docs/asvs.csv', () => {
  const rows = read('docs/asvs.csv')
    .trimEnd()
    .split('\n')
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"')))
  const [head, ...requirements] = rows
  const states = ['documented', 'by configuration', 'not applicable', 'no test', 'not met']

  it('is a table of four columns, each cell in quotes', () => {
    const lines = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    expect(`${lines.join('\n')}\n`).toBe(read('docs/asvs.csv'))
    expect(head).toEqual(['id', 'requirement', 'how', 'test'])
    for (const row of rows)
      expect(
        row.map((cell) => cell.trim() !== ''),
        row[0],
      ).toEqual([true, true, true, true])
  })

  it('has every chosen requirement once', () => {
    const ids = requirements.map(([id = '']) => id)
    expect(ids.filter((id) => !/^\d+\.\d+\.\d+$/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(150)
  })

  it('names tests and pages that exist, or says why there are none', () => {
    const missing = requirements.flatMap(([id = '', , how = '', proof = '']) => {
      if (proof === 'documented')
        return [...how.matchAll(/docs\/[\w-]+\.md/g)].filter(([page]) => existsSync(join(root, page))).length > 0
          ? []
          : [id]
      if (states.includes(proof)) return []
      return proof.split(' ; ').filter((each) => {
        const [, file = '', title = ''] = /^(tests\/\S+) › (.+)$/.exec(each) ?? []
        return !existsSync(join(root, file)) || title === '' || !read(file).includes(title)
      })
    })
    expect(missing).toEqual([])
  })
})

describe('package-lock.json', () => {
  it('has every package by the digest of its content, from the registry alone', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Record<string, unknown>> }
    const { '': _own, ...others } = packages
    const foreign = Object.entries(others).filter(
      ([, { integrity, resolved, link }]) =>
        !String(integrity).startsWith('sha512-') || link !== undefined || resolved !== undefined,
    )
    expect(foreign).toEqual([])
    expect(Object.keys(others).length).toBeGreaterThan(100)
  })
})

describe('the documents that are made', () => {
  it.each(['README.md', 'docs/resources.md', 'docs/privacy.md', 'docs/guide/language.md'])(
    '%s is what `npm run docs` makes',
    async (path) => {
      expect(read(path)).toBe((await generatedDocs(model, 'schemas'))[path])
    },
  )

  it('show a form as it is written', () => {
    const [, shown] = /(export const populateHoldings[^]*?)```/.exec(read('README.md')) ?? []
    expect(read('schemas/forms/populate.ts')).toContain(shown)
  })
})

const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`),
]
  .filter((file) => file.endsWith('.md'))
  .map((file) => [file, read(file)] as const)

/** The script that the guide to a new console adds. */
const ADDED = 'shop'

/** The places in the pages that match, each with what is between the parentheses. */
const named = (pattern: RegExp) =>
  pages.flatMap(([page, text]) => [...text.matchAll(pattern)].map(([, ...parts]) => [page, ...parts] as const))

describe('what the documents name', () => {
  it('has every variable that the start reads, and no other, in docs/operations.md', () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-docs-'))
    const asked = new Set<string>()
    const get = (variables: Record<string, string>, name: string) => {
      asked.add(name)
      return variables[name]
    }
    for (const more of [{}, { ENVIRONMENT: 'dev' }])
      loadConfig(new Proxy({ ...environmentOf(folder), ...more }, { get }), backOffice)
    rmSync(folder, { recursive: true })
    const [, table = ''] = /^\| variable[^]*?\n((?:\|.*\n)+)/m.exec(read('docs/operations.md')) ?? []
    const cells = table.split('\n').map((line) => line.split('|')[1] ?? '')
    const documented = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
    // Each secret may also come as a file, and the start refuses a variable of Node's own.
    const own = [...asked].filter((name) => name === 'BINDINGS_FILE' || !/_FILE$|^NODE_/.test(name))
    expect(documented.toSorted()).toEqual(own.toSorted())
  })

  it('are commands of package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const commands = named(/\bnpm run ([\w:]+)/g)
    expect(commands.length).toBeGreaterThan(40)
    expect(commands.filter(([, name = '']) => !Object.hasOwn(scripts, name) && name !== ADDED)).toEqual([])
  })

  it('are routes of the gateway', () => {
    const { paths } = openApiDocument(model, backOffice.routes) as { paths: Record<string, Record<string, unknown>> }
    const bare = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')
    const own = new Set(
      Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((each) => `${each} ${bare(path)}`)),
    )
    const routes = named(/`(GET|POST|PUT|DELETE)\s(\/(?:auth|console)\/[^`?\s]*)/g)
    expect(routes.length).toBeGreaterThan(15)
    expect(routes.filter(([, method = '', path = '']) => !own.has(`${method.toLowerCase()} ${bare(path)}`))).toEqual([])
  })
})

const sources = ['language', 'dataProvider', 'src', 'server', 'schemas', 'resources', 'services'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|tsx|css)$/.test(file))
    .map((file) => join(folder, file)),
)
const comment = /\/\*[^]*?\*\/|\/\/.*/g
const mark = /\b(?:D-\d+|[SAR]-\d{2}|[RT]\d{1,2}|[XU]\d{1,2})\b/g

const marks = new Set(
  sources.flatMap((file) => (read(file).match(comment) ?? []).flatMap((text) => text.match(mark) ?? [])),
)
const explained = new Set(
  ['docs/decisions/index.md', 'docs/requirements.md'].flatMap((file) =>
    [...read(file).matchAll(/^\| (\S+) +\|/gm)].map(([, name = '']) => name),
  ),
)

describe('the marks in comments', () => {
  it('are explained in docs/decisions/index.md or docs/requirements.md', () => {
    expect(marks.size).toBeGreaterThan(100)
    expect([...marks].filter((name) => !explained.has(name))).toEqual([])
  })
})

describe('docs/decisions/index.md', () => {
  it('names every page of the folder', () => {
    const pages = readdirSync(join(root, 'docs/decisions')).filter((file) => /^\d{4}-/.test(file))
    expect(pages.filter((page) => !read('docs/decisions/index.md').includes(`](${page})`))).toEqual([])
  })
})
