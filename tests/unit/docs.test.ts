import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generatedDocs } from '../../server/docs.ts'

const root = join(import.meta.dirname, '..', '..')
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

describe('the documents that are made from the definitions', () => {
  it.each(['README.md', 'docs/resources.md'])('%s is what `npm run docs` makes of them', async (path) => {
    expect(read(path)).toBe((await generatedDocs())[path])
  })

  it('show a form as it is written', () => {
    const [, shown] = /(export const populateHoldings[^]*?)```/.exec(read('README.md')) ?? []
    expect(read('schemas/forms/populateHoldings.ts')).toContain(shown)
  })
})
