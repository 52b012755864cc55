import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../authoring/copyOfLibrary.ts'

const guide = readFileSync(join(root, 'docs', 'guide', 'how-a-click-travels.md'), 'utf8')

const places = [...guide.matchAll(/`((?:language|dataProvider|src|server)\/[\w./]+)`\s`(\w+)`/g)].map(
  ([, file = '', name = '']) => [file, name] as const,
)

const textOf = (file: string): string => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')

describe('how a click travels', () => {
  it('goes through both halves', () => {
    expect(new Set(places.map(([file]) => file.split('/')[0])).size).toBe(4)
    expect(places.length).toBeGreaterThan(25)
  })

  it.each(places)('%s declares %s', (file, name) => {
    expect(textOf(file)).toMatch(new RegExp(`(?:const|function|function\\*) ${name}\\b`))
  })

  it('follows an action as it is written', () => {
    const [, action = ''] = /```ts\n([^]*?)```/.exec(guide) ?? []
    const plain = (text: string) => text.replaceAll(/^ +/gm, '')
    expect(plain(textOf('examples/cookbook/advisors.ts'))).toContain(plain(action))
  })
})
