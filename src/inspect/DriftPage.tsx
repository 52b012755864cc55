import { usePageTitle } from '../layout/usePageTitle.ts'
import { AddressNote } from '../ui/AddressNote.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState, Unread } from '../ui/EmptyState.tsx'
import { FailureNotice, RowsNotice } from '../ui/Notice.tsx'
import { DriftEntries } from './DriftEntries.tsx'
import { useDrift, type DriftState } from './useDrift.ts'
import './inspect.css'

const LOOK = 'The list has been read again: what was cleared is no longer in it.'

const Entries = ({ entries, failure, retry }: DriftState) => {
  if (entries === undefined) return <Unread title="Couldn't load the drift." failure={failure} retry={retry} />
  return (
    <>
      {failure !== undefined && <RowsNotice failure={failure} retry={retry} />}
      {entries.length === 0 ? (
        <EmptyState kind="empty" title="No drift" action={{ label: 'Look again', run: retry }}>
          Every answer since it was last cleared had the declared fields and types.
        </EmptyState>
      ) : (
        <DriftEntries entries={entries} />
      )}
    </>
  )
}

/** `/drift`: where the services' answers did not fit their definitions. */
export const DriftPage = () => {
  usePageTitle('Schema drift')
  const state = useDrift()
  const { entries = [], clear } = state
  return (
    <section className="cs-stack" aria-label="Schema drift">
      <div className="cs-row cs-row--between">
        <h1>Schema drift</h1>
        {entries.length > 0 && (
          <div className="cs-row">
            <Button onClick={state.retry}>Refresh</Button>
            <Button isBusy={clear.isBusy} onClick={clear.run}>
              Clear all
            </Button>
          </div>
        )}
      </div>
      <AddressNote />
      <p className="cs-muted">
        Where answers of the services did not fit their definitions. Types are kept, never values.
      </p>
      {clear.failure !== undefined && <FailureNotice text="Nothing was cleared." look={LOOK} failure={clear.failure} />}
      <Entries {...state} />
    </section>
  )
}
