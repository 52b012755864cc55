import type { FormPageDefinition } from '../../language/authored/form.ts'
import { changeEmail } from './changeEmail.ts'
import { clearToPassword } from './clearToPassword.ts'
import { deleteData } from './deleteData.ts'
import { loginType } from './loginType.ts'
import { manualUpload } from './manualUpload.ts'
import { mcomAccess } from './mcomAccess.ts'
import { personalAccess } from './personalAccess.ts'
import { populateHoldings } from './populateHoldings.ts'
import { populatePortfolio } from './populatePortfolio.ts'
import { populateProfile } from './populateProfile.ts'
import { reinstate } from './reinstate.ts'
import { reopen } from './reopen.ts'
import { unlinkBank } from './unlinkBank.ts'
import { unregister } from './unregister.ts'
import { updateUser } from './updateUser.ts'

/** Support for a user, by what is wanted (back office, section 2 'User Requests'). */
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

/** Data that is read from the clearing firm again (back office, section 2 'Populate Details'). */
export const populateDetails: FormPageDefinition = {
  name: 'populateDetails',
  label: 'Populate Details',
  path: '/populate-details',
  forms: {
    Populate: [populateHoldings, populatePortfolio, populateProfile],
    Upload: [manualUpload],
  },
}

/** One form alone (back office, section 2 'Update User'). */
export const updateUserPage: FormPageDefinition = {
  name: 'updateUserPage',
  label: 'Update User',
  path: '/update-user',
  forms: {
    'Update User': [updateUser],
  },
}
