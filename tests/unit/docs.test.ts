import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

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
