import { describe, expect, it } from 'vitest'
import { model } from '../../../examples/library/schemas/index.ts'
import type { ConsoleModel } from '../../../language/registry.ts'
import { formsOf, type ListResource, type Resource } from '../../../language/resource.ts'
import { completingModule, modelModule } from '../../../src/build/consoleVite.ts'
import { menuEntries } from '../../../src/layout/menuEntries.ts'

type ModelModule = ConsoleModel & { readonly model: ConsoleModel }

const addressOf = (text: string, query: string): string =>
  `data:text/javascript,${encodeURIComponent(`${text}\n// ${query}`)}`

/** The module as a page loads it, and what completes it. Each name is a page of its own. */
async function open(page: string) {
  const address = addressOf(modelModule(model), page)
  const loaded = (await import(address)) as ModelModule
  const complete = async (): Promise<void> => {
    await import(addressOf(completingModule(model, address), page))
  }
  return { loaded, complete }
}

describe('the module of a resolved model', () => {
  it('says what the definitions say, once it is complete', async () => {
    const { loaded, complete } = await open('whole')
    await complete()
    expect(loaded.model).toEqual(model)
    expect([loaded.definitions, loaded.screens]).toEqual([model.definitions, model.screens])
  })

  it('has lists from the start, without what fills the page of a record and the schema of its detail, and of forms what the menu reads', async () => {
    const { loaded } = await open('first')
    const lists = ({ definitions }: ConsoleModel) => definitions.filter((each) => each.kind === 'list')
    const bareOf = ({ show }: ListResource): ListResource['show'] => {
      if (show === null) return null
      const { refresh: _, ...rest } = show
      const header = { title: '' as const, facts: [], actions: [], switches: [] }
      return { ...rest, header, banners: [], summary: [], tabs: [], below: [] }
    }
    const detailOf = ({ detail }: ListResource) => detail && {}
    expect(lists(loaded)).toEqual(lists(model).map((each) => ({ ...each, show: bareOf(each), detail: detailOf(each) })))
    expect(lists(model).some(({ detail }) => detail !== null)).toBe(true)
    expect(lists(model).flatMap(({ show }) => show?.tabs ?? []).length).toBeGreaterThan(0)
    expect(loaded.definitions.map(({ name, label }) => [name, label])).toEqual(
      model.definitions.map(({ name, label }) => [name, label]),
    )
    const { permissions } = model.registry
    expect(permissions.length).toBeGreaterThan(2)
    for (const allowed of [permissions, ...permissions.map((one) => [one])])
      expect(menuEntries(loaded.screens, allowed)).toEqual(menuEntries(model.screens, allowed))
    const forms = ({ definitions }: ConsoleModel) => definitions.filter(({ kind }) => kind === 'form')
    expect(forms(loaded).length).toBeGreaterThan(0)
    expect(JSON.stringify(forms(loaded)).length).toBeLessThan(JSON.stringify(forms(model)).length / 3)
  })

  it('keeps screens and forms the same objects as in the definitions', async () => {
    const { loaded, complete } = await open('same')
    await complete()
    const { definitions, screens } = loaded.model
    const named = screens.flatMap((screen): readonly Resource[] => ('groups' in screen ? formsOf(screen) : [screen]))
    expect(named.length).toBeGreaterThan(3)
    for (const each of named) expect(definitions.some((definition) => definition === each)).toBe(true)
  })
})
