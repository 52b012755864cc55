import type { FormResource } from '../../language/resource.ts'
import type { FormPage } from '../../language/formPage.ts'
import { controlOf } from '../actions/controlOf.ts'
import type { Permissions } from '../actions/controlOf.ts'

/** How a form stands towards a person here: not theirs, off for a reason, or ready. */
export const accessTo = (form: FormResource, permissions: Permissions) =>
  controlOf(form, 'submit', { id: form.name }, permissions)

const isOffered = (form: FormResource, permissions: Permissions): boolean =>
  !['denied', 'absent'].includes(accessTo(form, permissions).state)

/** The groups of a page with the forms that a person may send; groups without any are left out. */
export const offeredGroups = ({ groups }: FormPage, permissions: Permissions): FormPage['groups'] =>
  groups
    .map(({ title, forms }) => ({ title, forms: forms.filter((form) => isOffered(form, permissions)) }))
    .filter(({ forms }) => forms.length > 0)
