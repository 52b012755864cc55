import { describe, expect, it } from 'vitest'
import { model } from '../../../examples/library/schemas/index.ts'
import type { ConsoleModel } from '../../../language/registry.ts'
import { formsOf, type Resource } from '../../../language/resource.ts'
import { modelModule } from '../../../src/build/modelModule.ts'

const read = async (text: string) =>
  (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as ConsoleModel & {
    readonly model: ConsoleModel
  }

describe('the module of a resolved model', () => {
  it('says what the definitions say', async () => {
    const module = await read(modelModule(model))
    expect(module.model).toEqual(model)
    expect([module.definitions, module.screens]).toEqual([model.definitions, model.screens])
  })

  it('keeps screens and forms the same objects as in the definitions', async () => {
    const { definitions, screens } = (await read(modelModule(model))).model
    const named = screens.flatMap((screen): readonly Resource[] => ('groups' in screen ? formsOf(screen) : [screen]))
    expect(named.length).toBeGreaterThan(3)
    for (const each of named) expect(definitions.some((definition) => definition === each)).toBe(true)
  })
})
