import 'virtual:wholeModel'
import type { ComponentProps } from 'react'
import { FormPage } from './form/FormPage.tsx'
import { useChosenForm } from './form/useChosenForm.ts'
import { usePageTitle } from './layout/usePageTitle.ts'

type Props = ComponentProps<typeof FormPage>

/** Sets the document's title: the chosen form, then its page. */
export const FormPageTitle = ({ page, permissions }: Props) => {
  const { chosen, isAlone } = useChosenForm(page, permissions)
  usePageTitle(chosen === undefined || isAlone ? page.label : `${chosen.label} · ${page.label}`)
  return null
}

export const TitledFormPage = (props: Props) => (
  <>
    <FormPageTitle {...props} />
    <FormPage {...props} />
  </>
)
