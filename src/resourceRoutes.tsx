import { useMemo, type ComponentType, type LazyExoticComponent } from 'react'
import { Route, Navigate, useLocation, useParams } from 'react-router-dom'
import { maySend, permissionFor } from './data/permissions.ts'
import {
  formsOf,
  type FormPage,
  nestedIn,
  type ListResource,
  type NestedResource,
  type Resource,
} from '../language/resource.ts'
import { grantsOf } from './auth/session.ts'
import { forbiddenTitle, usePageTitle } from './layout/usePageTitle.ts'
import { ExceptionPage } from './layout/ExceptionPage.tsx'
import { useSession, useShell } from './auth/ShellContext.ts'
import { ResourceContextProvider } from 'ra-core'
import { installedConsole, type InstalledConsole } from './console/installedConsole.tsx'
import { listPathOf } from './model/consoleModel.ts'

/** The generic component that renders any page of forms. */
type FormPageView = ComponentType<{ readonly page: FormPage; readonly permissions: readonly string[] }>

interface FormPageRouteProps {
  readonly page: FormPage
  readonly view: FormPageView
}

const FormPageRoute = ({ page, view: View }: FormPageRouteProps) => {
  const session = useSession()
  const permissions = useMemo(() => (session === null ? [] : grantsOf(session)), [session])
  const may = formsOf(page).some((form) => maySend(form, permissions))
  if (may) return <View key={page.name} page={page} permissions={permissions} />
  const needed = formsOf(page).flatMap((form) => permissionFor([form], form.name, 'submit') ?? [])
  return <ExceptionPage code={403} permissions={[...new Set(needed)]} />
}

/** Creates one route for each page of forms. */
export const formPageRoutes = (pages: readonly FormPage[], view: FormPageView) =>
  pages.map((page) => <Route key={page.name} path={page.path} element={<FormPageRoute page={page} view={view} />} />)

type Page<P> = ComponentType<P> | LazyExoticComponent<ComponentType<P>>

type OwnRecordPage = InstalledConsole['recordPages'][number]

interface ResourcePages {
  readonly list: Page<{ readonly definition: ListResource }>
  readonly show: Page<{
    readonly definition: ListResource
    readonly id: string
    readonly parts: readonly NestedResource[]
  }>
}

export type ConsolePages = ResourcePages & { readonly form: FormPageView }

/** The permission that a page needs, where the person does not have it. */
const useMissing = (definition: ListResource, action: string): readonly string[] | undefined => {
  const permission = permissionFor([definition], definition.name, action)
  const session = useSession()
  if (permission === null) return []
  return session?.permissions.includes(permission) === true ? undefined : [permission]
}

type ListRouteProps = { readonly definition: ListResource; readonly page: ResourcePages['list'] }

const ListRoute = ({ definition, page: ListPage }: ListRouteProps) => {
  const missing = useMissing(definition, 'list')
  usePageTitle(missing === undefined ? definition.label : forbiddenTitle)
  if (missing !== undefined) return <ExceptionPage code={403} permissions={missing} />
  const Own = installedConsole().pages[definition.list.page ?? '']
  return (
    <ResourceContextProvider value={definition.name}>
      {Own === undefined ? <ListPage definition={definition} /> : <Own definition={definition} />}
    </ResourceContextProvider>
  )
}

/** Redirects an alias to the list's own path, and keeps query and hash. */
const AliasRoute = ({ to }: { readonly to: string }) => {
  const { search, hash } = useLocation()
  return <Navigate to={{ pathname: to, search, hash }} replace />
}

const aliasRoutes = (definition: ListResource) =>
  definition.aliases.map((alias) => (
    <Route key={alias} path={alias} element={<AliasRoute to={listPathOf(definition)} />} />
  ))

type ShowRouteProps = {
  readonly definition: ListResource
  readonly parts: readonly NestedResource[]
  readonly page: ResourcePages['show']
}

const ShowRoute = ({ definition, parts, page: ShowPage }: ShowRouteProps) => {
  const { id = '' } = useParams()
  const missing = useMissing(definition, 'show')
  const title = id.length > 64 ? definition.label : id
  usePageTitle(missing === undefined ? title : forbiddenTitle)
  if (missing !== undefined) return <ExceptionPage code={403} permissions={missing} />
  const Own = installedConsole().pages[definition.show?.page ?? '']
  return (
    <ResourceContextProvider value={definition.name}>
      {Own === undefined ? (
        <ShowPage key={id} definition={definition} id={id} parts={parts} />
      ) : (
        <Own key={id} definition={definition} id={id} />
      )}
    </ResourceContextProvider>
  )
}

type RecordPageRouteProps = { readonly definition: ListResource; readonly recordPage: OwnRecordPage }

const RecordPageRoute = ({ definition, recordPage: { title, Page } }: RecordPageRouteProps) => {
  const { id = '' } = useParams()
  const missing = useMissing(definition, 'show')
  usePageTitle(missing === undefined ? title : forbiddenTitle)
  const { productName } = useShell().config
  if (missing !== undefined) return <ExceptionPage code={403} permissions={missing} />
  return (
    <ResourceContextProvider value={definition.name}>
      <Page key={id} definition={definition} id={id} productName={productName} />
    </ResourceContextProvider>
  )
}

/** Creates one route for each registered page below a record's page, for people who may read the record. */
export const recordPageRoutes = (definitions: readonly Resource[], recordPages: readonly OwnRecordPage[]) =>
  recordPages.flatMap((recordPage) => {
    const definition = definitions.flatMap((each) =>
      each.kind === 'list' && each.name === recordPage.resource ? [each] : [],
    )[0]
    const recordPath = definition?.recordPath?.replace('{id}', ':id')
    if (definition === undefined || recordPath === undefined) return []
    const path = `${recordPath}/${recordPage.path}`
    return [
      <Route key={path} path={path} element={<RecordPageRoute definition={definition} recordPage={recordPage} />} />,
    ]
  })

/**
 * Creates one route for each address of a list, and one for each record page that a definition declares. Parts and
 * forms get none.
 */
export const resourceRoutes = (definitions: readonly Resource[], { list, show }: ResourcePages) =>
  definitions.flatMap((definition) => {
    if (definition.kind !== 'list') return []
    const listRoutes = [
      <Route
        key={definition.name}
        path={listPathOf(definition)}
        element={<ListRoute definition={definition} page={list} />}
      />,
      ...aliasRoutes(definition),
    ]
    const recordPath = definition.recordPath?.replace('{id}', ':id')
    if (recordPath === undefined) return listRoutes
    const parts = nestedIn(definitions, definition)
    return [
      ...listRoutes,
      <Route
        key={recordPath}
        path={recordPath}
        element={<ShowRoute definition={definition} parts={parts} page={show} />}
      />,
    ]
  })
