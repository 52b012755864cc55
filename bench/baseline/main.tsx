import Switch from '@mui/material/Switch'
import simpleRestProvider from 'ra-data-simple-rest'
import {
  Admin,
  DataTable,
  List,
  Pagination,
  Resource,
  SearchInput,
  SelectInput,
  useRecordContext,
  useUpdate,
  type RaRecord,
} from 'react-admin'
import { createRoot } from 'react-dom/client'

/** The account list as a competent developer writes it by hand with react-admin: the baseline of the benchmark. */

interface Row extends RaRecord<number> {
  readonly name: string
  readonly bank_account: string | null
  readonly request_time: string
  readonly profile_utm: readonly {
    readonly utm_campaign: string
    readonly utm_medium: string
    readonly utm_source: string
  }[]
}

const Toggle = ({ field, label }: { readonly field: string; readonly label: string }) => {
  const record = useRecordContext<Row>()
  const [update, { isPending }] = useUpdate<Row>()
  if (record === undefined) return null
  const toggle = (): void => {
    void update(
      'accounts',
      { id: record.id, data: { [field]: record[field] !== true }, previousData: record },
      { mutationMode: 'pessimistic' },
    )
  }
  return (
    <Switch
      size="small"
      checked={record[field] === true}
      disabled={isPending}
      onChange={toggle}
      slotProps={{ input: { 'aria-label': `${label}: ${record.name}` } }}
    />
  )
}

const date = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'short',
})

const statuses = ['COMPLETE', 'SUSPENDED', 'ACTION_REQUIRED', 'SUBMIT_FAILED'].map((id) => ({ id, name: id }))

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Search By Name, Email ID, Account No." />,
  <SelectInput key="status" source="status" choices={statuses} alwaysOn />,
]

const AccountList = () => (
  <List perPage={50} filters={filters} pagination={<Pagination rowsPerPageOptions={[]} />}>
    <DataTable bulkActionButtons={false} rowClick={false}>
      <DataTable.Col source="name" label="Name" />
      <DataTable.Col source="user__email" label="Email ID" />
      <DataTable.Col source="account_no" label="Account Number" />
      <DataTable.Col
        source="request_time"
        label="Date"
        render={(row: Row) => date.format(new Date(row.request_time))}
      />
      <DataTable.Col
        source="bank_account"
        label="Bank Linked"
        render={(row: Row) => (row.bank_account ? 'Yes' : 'No')}
      />
      <DataTable.Col source="error" label="Error" render={() => <a href="#view">View</a>} />
      <DataTable.Col source="status" label="Status" />
      <DataTable.Col source="campaign" label="Utm Campaign" render={(row: Row) => row.profile_utm[0]?.utm_campaign} />
      <DataTable.Col source="medium" label="Utm Medium" render={(row: Row) => row.profile_utm[0]?.utm_medium} />
      <DataTable.Col source="source" label="Utm Source" render={(row: Row) => row.profile_utm[0]?.utm_source} />
      <DataTable.Col source="user__is_test" label="Test">
        <Toggle field="user__is_test" label="Test" />
      </DataTable.Col>
      <DataTable.Col source="is_restricted" label="Restrict User">
        <Toggle field="is_restricted" label="Restrict User" />
      </DataTable.Col>
      <DataTable.Col source="apex_account_restricted" label="Restrict SSN">
        <Toggle field="apex_account_restricted" label="Restrict SSN" />
      </DataTable.Col>
    </DataTable>
  </List>
)

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <Admin dataProvider={simpleRestProvider('/api')} disableTelemetry>
      <Resource name="accounts" list={AccountList} />
    </Admin>,
  )
}
