import { useQueryClient } from '@tanstack/react-query'
import { useNotify, usePermissions } from 'ra-core'
import { useNavigate } from 'react-router-dom'
import { isEqual } from '../language/pointer.ts'
import { formsOf, type FormPage, type FormResource } from '../language/resource.ts'
import type { SlotProps } from '../src/console/extensions.ts'
import { draftsIn } from '../src/data/drafts.ts'
import { maySend, permissionFor } from '../src/data/permissions.ts'
import { draftKey, typedIn } from '../src/form/formValues.ts'
import { consoleModel, listResource } from '../src/model/consoleModel.ts'
import { Menu, MenuItem } from '../src/ui/Menu.tsx'
import { useOpenList } from '../src/values/useOpenList.ts'
import { UnsavedDocuments } from './documents/UnsavedDocuments.tsx'

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** A form about the customer, with the value of the account that names them in it. */
interface Filled {
  readonly page: FormPage
  readonly form: FormResource
  readonly field: string
  readonly value: string
}

function formsAbout(record: Readonly<Record<string, unknown>>, permissions: readonly string[]): readonly Filled[] {
  return consoleModel().screens.flatMap((page) => {
    if (!('groups' in page)) return []
    return formsOf(page).flatMap((form) => {
      const { about } = form.form
      const value = about?.resource === 'accounts' ? textOf(record[about.key]) : ''
      return about === undefined || value === '' || !maySend(form, permissions)
        ? []
        : [{ page, form, field: about.field, value }]
    })
  })
}

/**
 * Opens a form with a value filled in, which is handed over as a draft: in memory. What was typed there before about someone
 * else stays as it is.
 */
function useOpenForm() {
  const drafts = draftsIn(useQueryClient())
  const navigate = useNavigate()
  const notify = useNotify()
  return ({ page, form, field, value }: Filled) => {
    const key = draftKey(form)
    const kept = drafts.read(key)
    const filled = typedIn(form.form, { [field]: value })
    if (kept === undefined) drafts.keep(key, filled)
    else if (!isEqual(Object.entries(kept).find(([name]) => name === field)?.[1], value)) {
      const message = `${form.label} has values that you have not sent. Send or reset them, then come back.`
      notify(message, { type: 'warning' })
    }
    void navigate(`${page.path}?form=${form.name}`)
  }
}

/** From an account to its trades and alerts, its user's orders, and the requests about them, with its data filled in. */
export const AccountLinks = ({ record }: SlotProps) => {
  const { permissions = [] } = usePermissions<readonly string[]>()
  const openList = useOpenList()
  const openForm = useOpenForm()
  if (record === undefined) return null
  const [number, email] = [textOf(record['account_no']), textOf(record['user__email'])]
  const lists = [
    { name: 'trades', label: 'Trades', wanted: { filters: { accountNumber: number } }, isKnown: number !== '' },
    { name: 'etradeOrders', label: 'Etrade orders', wanted: { search: email }, isKnown: email !== '' },
    { name: 'alerts', label: 'Alerts', wanted: { search: number }, isKnown: number !== '' },
  ].flatMap(({ name, isKnown, ...list }) => {
    const definition = listResource(name)
    const needed = definition && permissionFor([definition], name, 'list')
    return definition !== undefined && isKnown && permissions.includes(needed ?? '') ? [{ definition, ...list }] : []
  })
  const forms = formsAbout(record, permissions)
  if (lists.length + forms.length === 0) return null
  return (
    <Menu label="Go to" icon="details">
      {(close) => (
        <>
          {lists.map(({ definition, label, wanted }) => (
            <MenuItem
              key={definition.name}
              onChoose={() => {
                close()
                openList(definition, wanted)
              }}
            >
              {label}
            </MenuItem>
          ))}
          {forms.length > 0 && (
            <div className="cs-menu-section">
              {forms.map((filled) => (
                <MenuItem
                  key={filled.form.name}
                  onChoose={() => {
                    close()
                    openForm(filled)
                  }}
                >
                  {filled.form.label}
                </MenuItem>
              ))}
            </div>
          )}
        </>
      )}
    </Menu>
  )
}

/** What an account's page has next to its buttons: where it leads, and the question before chosen documents are lost. */
export const AccountActions = (props: SlotProps) => (
  <>
    <AccountLinks {...props} />
    <UnsavedDocuments {...props} />
  </>
)
