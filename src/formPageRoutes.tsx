import { useMemo } from 'react'
import type { ComponentType } from 'react'
import { Route } from 'react-router-dom'
import { notConfiguredMark } from './actions/notConfigured.ts'
import { useChosenForm } from './form/useChosenForm.ts'
import { formsOf } from '../language/formPage.ts'
import type { FormPage } from '../language/formPage.ts'
import type { Session } from './auth/types.ts'
import { maySend } from './auth/maySend.ts'
import { forbiddenTitle, usePageTitle } from './layout/usePageTitle.ts'
import { ExceptionPage } from './pages/ExceptionPage.tsx'
import { useSession } from './ShellContext.ts'

/** The generic page that draws any page of forms. */
export type FormPageView = ComponentType<{ readonly page: FormPage; readonly permissions: readonly string[] }>

const heldIn = (session: Session | null): readonly string[] =>
  session === null ? [] : [...session.permissions, ...session.notConfigured.map(notConfiguredMark)]

interface FormPageRouteProps {
  readonly page: FormPage
  readonly view: FormPageView
}

const FormPageRoute = ({ page, view: View }: FormPageRouteProps) => {
  const session = useSession()
  const permissions = useMemo(() => heldIn(session), [session])
  const { chosen, isAlone } = useChosenForm(page, permissions)
  const may = formsOf(page).some((form) => maySend(form, permissions))
  const title = chosen === undefined || isAlone ? page.label : `${chosen.label} · ${page.label}`
  usePageTitle(may ? title : forbiddenTitle)
  return may ? <View key={page.name} page={page} permissions={permissions} /> : <ExceptionPage code={403} />
}

/** One route for each page of forms. */
export const formPageRoutes = (pages: readonly FormPage[], view: FormPageView) =>
  pages.map((page) => <Route key={page.name} path={page.path} element={<FormPageRoute page={page} view={view} />} />)
