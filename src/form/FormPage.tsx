import { Link } from 'react-router-dom'
import { type FormResource, formsOf, type FormPage as Page } from '../../language/resource.ts'
import { exceptionTexts } from '../../language/messages.ts'
import type { Permissions } from '../model/controlOf.ts'
import { LeaveDialog, useLeaveQuestion } from '../ui/LeaveDialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { AddressNote } from '../ui/AddressNote.tsx'
import { useMediaQuery, NARROW } from '../ui/useMediaQuery.ts'
import { FormSearch } from './FormSearch.tsx'
import { accessTo, useChosenForm } from './useChosenForm.ts'
import { useUnsavedChanges } from './formValues.ts'
import { FormView } from './FormView.tsx'
import '../ui/parts.css'
import '../actions/actions.css'
import './form.css'

interface ChosenProps {
  readonly definition: FormResource
  readonly permissions: Permissions
  readonly isAlone: boolean
}

const Chosen = ({ definition, permissions, isAlone }: ChosenProps) => {
  const access = accessTo(definition, permissions)
  const off = access.state === 'disabled' ? access.reason : undefined
  return <FormView key={definition.name} {...{ definition, isAlone, permissions, off }} layout={definition.form} />
}

/** The message for an address whose form is not offered: it needs other permissions, or does not exist. */
const unknownFormText = (page: Page, asked: string): string =>
  formsOf(page).some(({ name }) => name === asked)
    ? exceptionTexts[403]
    : 'The address names a request that does not exist. Choose one to begin.'

const isFormParameter = (name: string): boolean => name === 'form'

interface FormPageProps {
  readonly page: Page
  /** The person's permissions, and marks for the operations that are off here. */
  readonly permissions: Permissions
}

/**
 * A page of forms. With one form it shows that form. Otherwise it shows a finder with the chosen form next to it; on
 * narrow screens the form replaces the finder. If there are few forms and room for both, the first form opens at once.
 */
export const FormPage = ({ page, permissions }: FormPageProps) => {
  const { groups, asked, chosen, isAlone } = useChosenForm(page, permissions)
  const { hasUnsavedChanges, forget } = useUnsavedChanges(page)
  const question = useLeaveQuestion(hasUnsavedChanges)
  const isNarrow = useMediaQuery(NARROW)
  const leave = () => {
    forget()
    question?.leave()
  }
  return (
    <div className="cs-form-page" data-chosen={chosen !== undefined} data-alone={isAlone}>
      <div className="cs-form-title">
        {!isAlone && chosen !== undefined && (
          <Link className="cs-back cs-screen" to={{ search: '' }}>
            <Icon name="back" />
            All forms
          </Link>
        )}
        <h1>{page.label}</h1>
        <AddressNote isRead={isFormParameter} />
      </div>
      {!isAlone && (
        <FormSearch
          groups={groups}
          chosen={chosen}
          permissions={permissions}
          isFirst={chosen === undefined && !isNarrow}
        />
      )}
      <div className="cs-form-pane" data-empty={asked === null}>
        {chosen === undefined ? (
          <output className="cs-muted">
            {asked === null ? 'Choose a request to begin.' : unknownFormText(page, asked)}
          </output>
        ) : (
          <Chosen definition={chosen} permissions={permissions} isAlone={isAlone} />
        )}
      </div>
      {question !== undefined && (
        <LeaveDialog
          question={{ ...question, leave }}
          title="Leave the form?"
          text="What you have entered will be lost. Leaving sends nothing."
        />
      )}
    </div>
  )
}
