import { DateInput, Edit, SimpleForm } from 'react-admin'
import { useParams } from 'react-router-dom'
import { ReactAdminPage } from '../../src/reactAdmin/ReactAdminFrame.tsx'

/** A plain page of react-admin and Material UI: when a book is due back. */
export const EditLoan = () => (
  <ReactAdminPage resource="loans" hasBack>
    <Edit id={useParams()['id']} redirect={false}>
      <SimpleForm warnWhenUnsavedChanges>
        <DateInput source="due" />
      </SimpleForm>
    </Edit>
  </ReactAdminPage>
)
