import { Card } from '@mui/material'
import { Datagrid, List, TextField } from 'react-admin'
import { ReactAdminPage } from '../../../src/reactAdmin/ReactAdminFrame.tsx'

export const Desk = () => (
  <ReactAdminPage resource="books">
    <Card>
      <List disableSyncWithLocation storeKey={false} pagination={false} actions={false}>
        <Datagrid bulkActionButtons={false}>
          <TextField source="title" />
          <TextField source="shelf" />
        </Datagrid>
      </List>
    </Card>
  </ReactAdminPage>
)
