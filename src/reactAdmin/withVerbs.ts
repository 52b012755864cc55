import type { DataProvider } from 'ra-core'
import type { ListParams } from '../../dataProvider/types.ts'
import type { createVerbs, VerbOptions } from './verbs.ts'

type Verbs = ReturnType<typeof createVerbs>

/**
 * The console's provider with all of react-admin's verbs, for react-admin's own hooks and components. The console's
 * pages do not need them, so their code loads with the first call.
 */
export function withVerbs(options: VerbOptions): DataProvider {
  const { provider, definitions } = options
  let loading: Promise<Verbs> | undefined
  const load = () => (loading ??= import('./verbs.ts').then((module) => module.createVerbs(options)))
  const lazy =
    <Params extends readonly unknown[], Answer>(choose: (verbs: Verbs) => (...params: Params) => Promise<Answer>) =>
    async (...params: Params) =>
      choose(await load())(...params)
  const find = (resource: string) => definitions.find(({ name }) => name === resource)
  const verbs = {
    ...provider,
    /** The search comes as react-admin's `q`, unless the definition has a filter of that name. */
    getList: (resource: string, { filter = {}, meta, ...params }: ListParams) => {
      const { q, ...rest } = filter
      const isSearch = typeof q === 'string' && !Object.hasOwn(find(resource)?.list?.filters ?? {}, 'q')
      if (!isSearch) return provider.getList(resource, { ...params, filter, ...(meta && { meta }) })
      return provider.getList(resource, { ...params, filter: rest, meta: { ...meta, search: q } })
    },
    getOne: (resource: string, params: Parameters<Verbs['getOne']>[1]) =>
      find(resource)?.bindings['getOne'] === undefined
        ? lazy((all) => all.getOne)(resource, params)
        : provider.getOne(resource, params),
    create: lazy((all) => all.create),
    update: lazy((all) => all.update),
    delete: lazy((all) => all.delete),
    deleteMany: lazy((all) => all.deleteMany),
  }
  // In react-admin the caller chooses a record's type. The actual type is the one in the definition.
  return verbs as DataProvider
}
