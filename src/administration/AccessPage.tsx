import { type AccessReview, type StaffAccess, accessReview } from '../../language/staffAccess.ts'
import { roleLabel } from '../auth/session.ts'
import { formatMoment } from '../format/formatMoment.ts'
import { formatValue } from '../format/formatValue.ts'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { AddressNote } from '../ui/AddressNote.tsx'
import { Button } from '../ui/Button.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { FailureNotice, RowsNotice } from '../ui/Notice.tsx'
import { Table, type TableColumn } from '../ui/Table.tsx'
import { ErrorState, Unread } from '../ui/EmptyState.tsx'
import './administration.css'
import { useQuery } from '@tanstack/react-query'
import { answerOf } from '../../dataProvider/answerOf.ts'
import { useConsoleCall } from '../auth/useConsoleCall.ts'
import { failureIn } from '../data/failure.ts'
import { useSavedFile } from './useSavedFile.ts'

/** Who may do what, read from the gateway, and the function that saves it as a file. */
function useAccess() {
  const call = useConsoleCall()
  const { data, error, refetch } = useQuery({
    queryKey: ['console', 'access'],
    queryFn: async ({ signal }): Promise<AccessReview> =>
      answerOf(accessReview, await call('GET', '/console/access', signal)),
  })
  const save = useSavedFile('/console/access.csv', 'access.csv')
  return { review: data, failure: failureIn(error), retry: () => void refetch(), save }
}

const NEVER = 'Never'

const timeOf = (ms: number | undefined): string => (ms === undefined ? NEVER : formatMoment(ms))

/** A role's own name; the console's roles have names, and the rest share one line. */
const roleName = (role: string): string => (role === '*' ? 'Any other role' : role === '' ? 'No role' : roleLabel(role))

const latest = (times: readonly (number | undefined)[]): number | undefined =>
  times.reduce((last, time) => (last === undefined || (time !== undefined && time > last) ? time : last), undefined)

const personName = ({ name, email }: StaffAccess): string => (name === '' ? email : name)

interface PermissionRow {
  readonly permission: string
  readonly roles: readonly string[]
  readonly holders: readonly StaffAccess[]
}

const rowsOf = ({ permissions, roles, people }: AccessReview): readonly PermissionRow[] =>
  permissions.map((permission) => ({
    permission,
    roles: Object.keys(roles).filter((role) => roles[role]?.includes(permission)),
    holders: people.filter((person) => person.permissions.includes(permission)),
  }))

const Holders = ({ permission, holders }: PermissionRow) =>
  holders.length === 0 ? (
    <span className="cs-muted">No one</span>
  ) : (
    <Disclosure title={holders.length === 1 ? '1 person' : `${formatValue('number', holders.length)} people`}>
      <ul>
        {holders.map((person) => (
          <li key={person.userId}>
            {personName(person)} <span className="cs-muted">{timeOf(person.uses[permission])}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )

const permissionColumns: readonly TableColumn<PermissionRow>[] = [
  { label: 'Permission', isName: true, draw: ({ permission }) => <code>{permission}</code> },
  { label: 'Roles', draw: ({ roles }) => roles.map(roleName).join(', ') },
  { label: 'Who has it', draw: (row) => <Holders {...row} /> },
  {
    label: 'Last used',
    className: 'cs-time',
    draw: ({ permission, holders }) => timeOf(latest(holders.map(({ uses }) => uses[permission]))),
  },
]

const personColumns: readonly TableColumn<StaffAccess>[] = [
  {
    label: 'Person',
    isName: true,
    draw: (person) => (
      <>
        {personName(person)}
        <span className="cs-administration-under">{person.email}</span>
      </>
    ),
  },
  { label: 'Role', draw: ({ role }) => roleName(role) },
  {
    label: 'Permissions',
    className: 'cs-number',
    draw: ({ permissions }) => formatValue('number', permissions.length),
  },
  {
    label: 'Values revealed, 30 days',
    className: 'cs-number',
    draw: ({ reveals }) => formatValue('number', reveals),
  },
  { label: 'Last sign-in', className: 'cs-time', draw: ({ signedInAt }) => timeOf(signedInAt) },
  {
    label: 'Last used',
    className: 'cs-time',
    draw: ({ uses }) => timeOf(latest(Object.values(uses))),
  },
]

const Review = ({ review, failure, retry }: ReturnType<typeof useAccess>) => {
  if (review === undefined) return <Unread title="Couldn't load the access of staff." failure={failure} retry={retry} />
  return (
    <>
      {failure !== undefined && <RowsNotice text="This may be out of date:" failure={failure} retry={retry} />}
      <h2>People</h2>
      <Table
        label="People"
        className="cs-grid--stacks cs-grid--wide"
        columns={personColumns}
        items={review.people}
        keyOf={({ userId }) => userId}
      />
      <h2>Permissions</h2>
      <Table
        label="Permissions"
        className="cs-grid--stacks cs-grid--wide"
        columns={permissionColumns}
        items={rowsOf(review)}
        keyOf={({ permission }) => permission}
      />
    </>
  )
}

/** `/access`: who may do what, as of their last sign-in, and when they last did it; for the review of access (R14). */
export const AccessPage = () => {
  usePageTitle('Access')
  const state = useAccess()
  const { review, failure, save } = state
  if (review === undefined && failure?.kind === 'forbidden')
    return <ErrorState title="" failure={failure} retry={state.retry} isPage />
  return (
    <section className="cs-stack" aria-label="Access">
      <div className="cs-row cs-row--between">
        <h1>Access</h1>
        {review !== undefined && (
          <Button isBusy={save.isBusy} onClick={save.run}>
            Export CSV
          </Button>
        )}
      </div>
      <AddressNote />
      <p className="cs-muted">
        Who may do what, as of their last sign-in, and when they last did it. A person’s role comes with the sign-in.
      </p>
      {save.failure !== undefined && <FailureNotice text="No file was saved." failure={save.failure} />}
      <Review {...state} />
    </section>
  )
}
