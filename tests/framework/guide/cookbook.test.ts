import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../authoring/copyOfLibrary.ts'

const guides = join(root, 'docs', 'guide')
const guide = readFileSync(join(guides, 'cookbook.md'), 'utf8')
const rows = [...guide.matchAll(/^\| ([^`|][^|]*?) +\| `(.+?)` +\| \[[^\]]*\]\(([^)]+)\)/gm)].map(
  ([, what = '', said = '', file = '']) => [what, said, file] as const,
)

/** A text without line ends, indents and the commas at the ends of lines, as the formatter moves them. */
const plain = (text: string): string =>
  text
    .replaceAll(/,?\s+/g, ' ')
    .replaceAll(/([[({]) /g, '$1')
    .replaceAll(/ ([\])}])/g, '$1')

describe('the cookbook', () => {
  it('says how each capability is said', () => {
    expect(rows.length).toBeGreaterThan(45)
    expect(guide).not.toMatch(/\| no\b/i)
  })

  it.each(rows)('%s: %s', (_what, said, file) => {
    expect(plain(readFileSync(join(guides, file), 'utf8'))).toContain(plain(said))
  })

  it('has recipes of less than 100 lines', () => {
    const folder = join(root, 'examples', 'cookbook')
    for (const file of readdirSync(folder).filter((name) => !['console.ts', 'index.ts'].includes(name))) {
      expect(guide).toContain(`[${file}](../../examples/cookbook/${file})`)
      expect(readFileSync(join(folder, file), 'utf8').split('\n').length - 1, file).toBeLessThan(100)
    }
  })
})

describe('the guides', () => {
  const pages = readdirSync(guides)
  const linked = (text: string) => [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => path)

  it('are all found from the README and from their index', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8')
    expect(pages.filter((page) => !linked(readme).includes(`docs/guide/${page}`))).toEqual([])
  })

  it.each(pages)('%s leads to files that exist', (page) => {
    const text = readFileSync(join(guides, page), 'utf8')
    expect(linked(text).filter((path) => !existsSync(join(guides, path)))).toEqual([])
  })
})
