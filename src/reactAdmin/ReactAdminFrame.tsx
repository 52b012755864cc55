import 'virtual:wholeModel'
import { forwardRef, useCallback, useContext, useMemo, useRef, type ReactNode } from 'react'
import {
  defaultI18nProvider,
  I18nContextProvider,
  ResourceContextProvider,
  ResourceDefinitionContextProvider,
  ListContext,
  ListContextProvider,
  RouterProviderContext,
  type RouterLinkProps,
  type RouterNavigateFunction,
  type RouterProvider,
  type RouterTo,
  type I18nProvider,
} from 'react-admin'
import { consoleModel, listPathOf, recordPathOf } from '../model/consoleModel.ts'
import type { Resource } from '../../language/resource.ts'
import { isValues, valueAt } from '../../language/pointer.ts'
import { i18nProvider as ownSentences } from '../data/messages.ts'
import { recordName } from '../model/rowModel.ts'
import type { Row } from '../model/columns.ts'
import { reactRouterProvider } from '../router/reactRouterProvider.tsx'
import { MuiFrame } from './MuiFrame.tsx'
import { PageBack } from './PageBack.tsx'
import { registered } from './resourceDefinitions.ts'
import { usePageFocus } from './usePageFocus.ts'
import { WithOutcome } from './WithOutcome.tsx'

/** The console's address (`/book/7`) for react-admin's address of a page (`/books/7/show`). */
export function consolePathOf(path: string): string {
  const [, name = '', id, rest = ''] = /^\/([A-Za-z]+)(?:\/([^/?#]+))?(?:\/show)?(.*)$/s.exec(path) ?? []
  const definition = consoleModel().definitions.find((one) => one.name === name)
  if (definition?.kind !== 'list') return path
  if (id === undefined || id === 'create') return listPathOf(definition) + rest
  return recordPathOf(definition, decodeURIComponent(id)) ?? listPathOf(definition)
}

const placeOf = (to: RouterTo): RouterTo => {
  if (typeof to === 'string') return consolePathOf(to)
  return to.pathname === undefined ? to : { ...to, pathname: consolePathOf(to.pathname) }
}

const Link = forwardRef<HTMLAnchorElement, RouterLinkProps>(({ to, ...rest }, ref) => (
  <reactRouterProvider.Link ref={ref} to={placeOf(to)} {...rest} />
))
Link.displayName = 'Link'

/** A list that a page gives way to gets the focus where the page was opened, else at its heading. */
const useNavigate = (): RouterNavigateFunction => {
  const navigate = reactRouterProvider.useNavigate()
  const { pathname: left } = reactRouterProvider.useLocation()
  return useCallback(
    (to, options) => {
      const state: unknown = options?.state
      if (typeof to === 'number') navigate(to)
      else navigate(placeOf(to), { ...options, state: { left, ...(isValues(state) && state) } })
    },
    [navigate, left],
  )
}

/**
 * react-admin's router adapter. It sends every link and redirect of react-admin's components to the console's
 * addresses.
 */
const consoleRouter: RouterProvider = { ...reactRouterProvider, Link, useNavigate }

/** `resources.books.fields.title` is the field's title, `resources.books.name` the definition's label. */
function declaredText(key: string): string | undefined {
  const [, name, field] = /^resources\.(\w+)\.(?:name|fields\.(\w+))$/.exec(key) ?? []
  const definition = consoleModel().definitions.find((one) => one.name === name)
  const title = field === undefined ? definition?.label : valueAt(definition?.record.properties[field], '/title')
  return typeof title === 'string' ? title : undefined
}

/** The console's texts first, then the definitions' titles, then react-admin's. */
const i18nProvider: I18nProvider = {
  ...defaultI18nProvider,
  translate: (key, options) => {
    const own = ownSentences.translate(key, { ...options, _: key })
    return own === key ? (declaredText(key) ?? defaultI18nProvider.translate(key, options)) : own
  },
}

const called = (definition: Resource) => ({
  ...registered(definition),
  recordRepresentation: (record: Row) =>
    definition.list === null ? String(record.id) : recordName(definition, record),
})

/** The registered resources with the names of their records. The console's first page does not need them. */
const namedResources = () =>
  Object.fromEntries(consoleModel().definitions.map((definition) => [definition.name, called(definition)]))

/** Provides the separate list contexts that react-admin's components read, if there is a list around them. */
const ListParts = ({ children }: { readonly children: ReactNode }) => {
  const list = useContext(ListContext)
  return list === null ? children : <ListContextProvider value={list}>{children}</ListContextProvider>
}

interface ReactAdminFrameProps {
  readonly resource: string
  readonly children: ReactNode
}

/**
 * Adapts components of react-admin and Material UI to the console: its look, its texts, its addresses. Import it only
 * from a file that loads lazily, such as a registered component, because it brings in all of their code.
 */
export const ReactAdminFrame = ({ resource, children }: ReactAdminFrameProps) => {
  const definitions = useMemo(() => namedResources(), [])
  return (
    <MuiFrame>
      <I18nContextProvider value={i18nProvider}>
        <RouterProviderContext.Provider value={consoleRouter}>
          <ResourceDefinitionContextProvider definitions={definitions}>
            <ResourceContextProvider value={resource}>
              <ListParts>{children}</ListParts>
            </ResourceContextProvider>
          </ResourceDefinitionContextProvider>
        </RouterProviderContext.Provider>
      </I18nContextProvider>
    </MuiFrame>
  )
}

interface ReactAdminPageProps extends ReactAdminFrameProps {
  /** True for a link back to where the page was opened, or to the list of its resource. */
  readonly hasBack?: boolean
}

/**
 * A whole page made with react-admin. Its title is the page's heading, which has the focus where nothing else has it. Where
 * a change may have been made although it failed, the page says so and offers to look again.
 */
export const ReactAdminPage = ({ resource, hasBack = false, children }: ReactAdminPageProps) => {
  const section = useRef<HTMLElement>(null)
  usePageFocus(section)
  return (
    <section className="cs-stack" ref={section}>
      {hasBack && <PageBack resource={resource} />}
      <h1>
        <span id="react-admin-title" />
      </h1>
      <WithOutcome resource={resource}>
        <ReactAdminFrame resource={resource}>{children}</ReactAdminFrame>
      </WithOutcome>
    </section>
  )
}
