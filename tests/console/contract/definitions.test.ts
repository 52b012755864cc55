import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { definitions } from '../../../schemas/index.ts'
import { contractBattery } from '../../framework/contract/battery.ts'
import { shopDefinitions } from '../../support/shop.ts'
import { useGatewayStub } from '../../framework/contract/gatewayStub.ts'

const SCHEMAS = fileURLToPath(new URL('../../../schemas/', import.meta.url))

describe('every definition', () => {
  const gateway = useGatewayStub()
  // The console's definitions, and ones that were just added to it.
  contractBattery(
    [...definitions, ...shopDefinitions],
    gateway,
    join(import.meta.dirname, '../support/fixtures/recorded'),
  )

  it.each(definitions.map((definition) => [definition.name, definition] as const))(
    '%s is pure data',
    (_name, definition) => {
      expect(JSON.parse(JSON.stringify(definition))).toEqual(definition)
    },
  )

  it('is listed in schemas/index.ts, and so is every form in forms/pages.ts', async () => {
    const files = (await readdir(SCHEMAS, { recursive: true })).filter((file) => file.endsWith('.ts'))
    const texts = await Promise.all(files.map((file) => readFile(join(SCHEMAS, file), 'utf8')))
    const names = texts.flatMap((text) =>
      [...text.matchAll(/^export const (\w+) = define(?:Resource|Collection|Nested|Form)\(/gm)].map(
        ([, name = '']) => name,
      ),
    )
    expect(names.length).toBeGreaterThan(20)
    expect(definitions.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  })
})
