import type { QueryKey } from '@tanstack/react-query'
import { useDataProvider, type DataProvider } from 'ra-core'
import type { ConsoleDataProvider } from '../../dataProvider/types.ts'
import { valueAt } from '../../language/pointer.ts'

/** A method as react-admin gives it to screens. After a 401 it resolves with empty data and nothing else. */
type Screened<Method> = Method extends (
  ...params: infer Params
) => Promise<infer Answer extends { readonly data: unknown }>
  ? (...params: Params) => Promise<{ readonly data: Partial<Answer['data']> } & Partial<Omit<Answer, 'data'>>>
  : never

type OwnMethods = Pick<
  ConsoleDataProvider,
  'action' | 'claims' | 'download' | 'exportList' | 'history' | 'read' | 'reveal' | 'upload' | 'viewed' | 'savedViews'
>

/** The provider as screens use it, including the methods that the console registers. */
export type ScreenProvider<Registered = object> = DataProvider & {
  readonly [Name in keyof (OwnMethods & Registered)]: Screened<(OwnMethods & Registered)[Name]>
}

export const useConsoleProvider = <Registered = object>(): ScreenProvider<Registered> =>
  useDataProvider<ScreenProvider<Registered>>()

/** The key of everything that forms look up of a resource: the records that they are about. */
export const subjectKey = (resource: string) => [resource, 'subject'] as const

/** Recognizes what is read of one record alone: its detail, and its further reads. */
export const isReadOf =
  ({ name }: { readonly name: string }, id: string | number) =>
  ({ queryKey: [resource, , of] }: { readonly queryKey: QueryKey }): boolean =>
    resource === name && String(valueAt(of, '/id')) === String(id)

/** The key under which the claims on records are kept, of all resources. */
export const CLAIMS_KEY = ['console', 'claims'] as const
