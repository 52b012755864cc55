import { jsonBody } from '../../dataProvider/readJson.ts'
import { useState } from 'react'
import { type SessionView, sessionList } from '../../language/staffAccess.ts'
import { roleLabel } from '../auth/session.ts'
import { useSession } from '../auth/ShellContext.ts'
import { formatMoment } from '../format/formatMoment.ts'
import { formatValue } from '../format/formatValue.ts'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { AddressNote } from '../ui/AddressNote.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FailureNotice, RowsNotice } from '../ui/Notice.tsx'
import { Segments } from '../ui/Segments.tsx'
import { Table, type TableColumn } from '../ui/Table.tsx'
import { Unread } from '../ui/EmptyState.tsx'
import './administration.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answerOf } from '../../dataProvider/answerOf.ts'
import { useConsoleCall } from '../auth/useConsoleCall.ts'
import { failureIn, type Failure } from '../data/failure.ts'

const LOOK = 'The list has been read again: a session that has ended is no longer in it.'

/** Whose sessions are listed: the person's own, or everyone's. */
type Whose = 'own' | 'everyone'

/** The sessions to end: one, all of a person, or all of one's own but the present one. */
type Ending = { readonly id: string } | { readonly userId: number } | 'others'

interface SessionsState {
  readonly sessions: readonly SessionView[] | undefined
  readonly failure: Failure | undefined
  readonly retry: () => void
  readonly end: {
    readonly run: (ending: Ending) => void
    readonly running: Ending | undefined
    readonly failure: Failure | undefined
  }
}

function placeOf(which: Ending): `/console/${string}` {
  if (which === 'others') return '/console/sessions'
  return 'id' in which ? `/console/sessions/${which.id}` : `/console/sessions?userId=${which.userId}`
}

function useSessions(whose: Whose): SessionsState {
  const call = useConsoleCall()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['console', 'sessions', whose],
    queryFn: async ({ signal }): Promise<readonly SessionView[]> => {
      const url = whose === 'everyone' ? '/console/sessions?of=everyone' : '/console/sessions'
      return (await answerOf(sessionList, await call('GET', url, signal))).sessions
    },
  })
  const ending = useMutation({
    mutationFn: async (which: Ending) =>
      jsonBody(await call('DELETE', placeOf(which), undefined, undefined, { version: null }), { effect: 'mutate' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['console', 'sessions'] }),
  })
  return {
    sessions: data,
    failure: failureIn(error),
    retry: () => void refetch(),
    end: {
      run: (which) => ending.mutate(which),
      running: ending.isPending ? ending.variables : undefined,
      failure: failureIn(ending.error),
    },
  }
}

const personOf = ({ name, email }: SessionView): string => (name === '' ? email : name)

const person: TableColumn<SessionView> = {
  label: 'Person',
  isName: true,
  draw: (session) => (
    <>
      {personOf(session)}
      <span className="cs-administration-under">
        {session.email}
        {session.role === '' ? '' : ` · ${roleLabel(session.role)}`}
      </span>
    </>
  ),
}

const device = (isName: boolean): TableColumn<SessionView> => ({
  label: 'Device',
  isName,
  draw: ({ device: name, ip, isCurrent }) => (
    <>
      {name} {isCurrent && <span className="cs-badge">This session</span>}
      {ip !== '' && (
        <span className="cs-administration-under">
          <code>{ip}</code>
        </span>
      )}
    </>
  ),
})

const times: readonly TableColumn<SessionView>[] = [
  { label: 'Signed in', className: 'cs-time', draw: ({ signedInAt }) => formatMoment(signedInAt) },
  { label: 'Last use', className: 'cs-time', draw: ({ lastActiveAt }) => formatMoment(lastActiveAt) },
  { label: 'Ends at the latest', className: 'cs-time', draw: ({ expiresAt }) => formatMoment(expiresAt) },
]

interface ListProps {
  readonly whose: Whose
  readonly state: SessionsState
  readonly onEnd: (session: SessionView) => void
}

const List = ({ whose, state, onEnd }: ListProps) => {
  const { sessions, failure, retry, end } = state
  if (sessions === undefined) return <Unread title="Couldn't load the sessions." failure={failure} retry={retry} />
  const isEnding = (id: string): boolean =>
    typeof end.running === 'object' && 'id' in end.running && end.running.id === id
  const action: TableColumn<SessionView> = {
    label: 'Action',
    isUntitled: true,
    className: 'cs-state cs-administration-action',
    draw: (session) =>
      session.isCurrent ? null : (
        <Button
          size="small"
          isBusy={isEnding(session.id)}
          aria-label={`End the session of ${personOf(session)} on ${session.device}`}
          onClick={() => onEnd(session)}
        >
          End
        </Button>
      ),
  }
  const columns = whose === 'own' ? [device(true), ...times, action] : [person, device(false), ...times, action]
  return (
    <>
      {failure !== undefined && <RowsNotice failure={failure} retry={retry} />}
      <Table
        label={whose === 'own' ? 'Your sessions' : 'Everyone’s sessions'}
        className="cs-grid--stacks cs-grid--wide"
        columns={columns}
        items={sessions}
        keyOf={({ id }) => id}
      />
    </>
  )
}

interface QuestionProps {
  readonly session: SessionView
  readonly count: number
  /** True where a second person approves what is done. */
  readonly hasApprovals: boolean
  readonly onCancel: () => void
  readonly onEnd: (ending: Ending) => void
}

/** Asks before another person's session is ended. */
const EndQuestion = ({ session, count, hasApprovals, onCancel, onEnd }: QuestionProps) => (
  <Dialog
    title={`End the session of ${personOf(session)}?`}
    text={`${session.device}, signed in ${formatMoment(session.signedInAt)}. They have to sign in again to go on. What they typed stays in their tab.${hasApprovals ? ' What they have sent for approval is cancelled.' : ''}`}
    onCancel={onCancel}
    onSubmit={() => onEnd({ id: session.id })}
    buttons={
      <>
        <Button data-first="" onClick={onCancel}>
          Cancel
        </Button>
        {count > 1 && (
          <Button look="dangerOutline" onClick={() => onEnd({ userId: session.userId })}>
            End all {formatValue('number', count)}
          </Button>
        )}
        <Button type="submit" look="danger">
          End session
        </Button>
      </>
    }
  />
)

const whoseLabels = { own: 'Mine', everyone: 'Everyone’s' }

/** `/sessions`: where a person is signed in, with device and last use, and for administrators where everyone is. */
export const SessionsPage = () => {
  usePageTitle('Sessions')
  const session = useSession()
  const [whose, setWhose] = useState<Whose>('own')
  const state = useSessions(whose)
  const [asked, setAsked] = useState<SessionView>()
  const { sessions = [], end } = state
  const endOne = (one: SessionView) =>
    String(one.userId) === session?.userId ? end.run({ id: one.id }) : setAsked(one)
  const endAsked = (ending: Ending) => {
    end.run(ending)
    setAsked(undefined)
  }
  return (
    <section className="cs-stack" aria-label="Sessions">
      <div className="cs-row cs-row--between">
        <h1>Sessions</h1>
        {whose === 'own' && sessions.length > 1 && (
          <Button isBusy={end.running === 'others'} onClick={() => end.run('others')}>
            End all others
          </Button>
        )}
      </div>
      <AddressNote />
      <p className="cs-muted">
        A session ends after 30 minutes without use and at the latest after eight hours. End one that you don’t know.
      </p>
      {session?.mayAdminister === true && (
        <Segments
          legend="Whose sessions"
          isLegendHidden
          options={['own', 'everyone']}
          labels={whoseLabels}
          value={whose}
          onChoose={setWhose}
        />
      )}
      {end.failure !== undefined && (
        <FailureNotice text="The session was not ended." look={LOOK} failure={end.failure} />
      )}
      <List whose={whose} state={state} onEnd={endOne} />
      {asked !== undefined && (
        <EndQuestion
          session={asked}
          count={sessions.filter(({ userId }) => userId === asked.userId).length}
          hasApprovals={session?.approvalHours !== undefined}
          onCancel={() => setAsked(undefined)}
          onEnd={endAsked}
        />
      )}
    </section>
  )
}
