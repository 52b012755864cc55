import type { FormPageDefinition } from '../../language/authored/form.ts'
import { changeEmail, clearToPassword, loginType } from './signIn.ts'
import { deleteData, unregister } from './removal.ts'
import { manualUpload } from './manualUpload.ts'
import { mcomAccess, personalAccess } from './access.ts'
import { populateHoldings, populatePortfolio, populateProfile } from './populate.ts'
import { reinstate, reopen, unlinkBank } from './account.ts'
import { updateUser } from './updateUser.ts'

/** Support forms for a user, grouped by purpose (back office, section 2 'User Requests'). */
export const userRequests: FormPageDefinition = {
  name: 'userRequests',
  label: 'User Requests',
  path: '/user-requests',
  forms: {
    'Sign-in': [loginType, changeEmail, clearToPassword],
    Access: [personalAccess, mcomAccess],
    Account: [reopen, reinstate, unlinkBank],
    Removal: [unregister, deleteData],
  },
}

/** Data to read from the clearing firm again (back office, section 2 'Populate Details'). */
export const populateDetails: FormPageDefinition = {
  name: 'populateDetails',
  label: 'Populate Details',
  path: '/populate-details',
  forms: {
    Populate: [populateHoldings, populatePortfolio, populateProfile],
    Upload: [manualUpload],
  },
}

/** A page with a single form (back office, section 2 'Update User'). */
export const updateUserPage: FormPageDefinition = {
  name: 'updateUserPage',
  label: 'Update User',
  path: '/update-user',
  forms: {
    'Update User': [updateUser],
  },
}
