import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../src/auth/ShellContext.ts'
import { usePageTitle } from '../../src/layout/usePageTitle.ts'
import { AddressNote } from '../../src/ui/AddressNote.tsx'
import { Button } from '../../src/ui/Button.tsx'
import { bankChanges, transfersToDecide } from './clocks.ts'
import { decisionsByDay, decisionsOfPeople } from './decisions.ts'
import { OVERVIEW, Panel, type PanelProps } from './Panel.tsx'
import { pendingDocuments, waitingAccounts } from './waitingAccounts.ts'
import './overview.css'

const NOTHING_DECIDED = 'Nothing was decided in the last two weeks.'

const panels: readonly PanelProps[] = [
  {
    title: 'What waits',
    about: 'Accounts in states in which staff may have to act, by the age of their applications.',
    emptyText: 'No account waits for staff.',
    count: waitingAccounts,
  },
  {
    title: 'Documents pending',
    about: 'What the account service calls pending, by the status of the account. Some may not be uploaded yet.',
    emptyText: 'No document is pending.',
    count: pendingDocuments,
  },
  {
    title: 'Accounts with a transfer to decide',
    about:
      'The clocks of transfers: open requests of these accounts, decided or not, by state and the business days that each has lasted. Not counted: accounts whose transfers are all decided, even while the clearing firm works on them. The service has no filter for those.',
    emptyText: 'No account has a transfer to decide.',
    count: transfersToDecide,
  },
  {
    title: 'Bank changes',
    about: 'Bank details that a bank has changed, by banking days.',
    emptyText: 'No bank change waits.',
    count: bankChanges,
  },
  {
    title: 'Decisions a day',
    about: 'Documents, cases and requests that were decided.',
    emptyText: NOTHING_DECIDED,
    count: decisionsByDay,
    isUpright: true,
  },
]

const byPerson: PanelProps = {
  title: 'Decisions by person',
  about: 'Who decided documents, cases and requests.',
  emptyText: NOTHING_DECIDED,
  count: decisionsOfPeople,
}

/** `/overview`: what waits, how long, and what was decided, for people who lead a team. A customer is named only behind a number. */
export const OverviewPage = () => {
  usePageTitle('Overview')
  const client = useQueryClient()
  const mayReadAudit = useSession()?.mayReadAudit === true
  const isRefreshing = useIsFetching({ queryKey: [OVERVIEW] }) > 0
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: ['accounts', 'getList'], refetchType: 'none' })
    await client.invalidateQueries({ queryKey: [OVERVIEW] })
  }
  return (
    <section className="cs-stack" aria-label="Overview">
      <div className="cs-row cs-row--between">
        <h1>Overview</h1>
        <Button isBusy={isRefreshing} onClick={() => void refresh()}>
          Refresh
        </Button>
      </div>
      <AddressNote />
      <div className="cs-overview">
        {panels.map((panel) => (
          <Panel key={panel.title} {...panel} />
        ))}
        {mayReadAudit && <Panel {...byPerson} />}
      </div>
    </section>
  )
}
