import type { ReactNode, ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { Button, buttonClass } from './Button.tsx'
import type { Failure } from '../data/failure.ts'
import { MissingPermission } from './MissingPermission.tsx'
import { exceptionTexts } from '../../language/messages.ts'
import './parts.css'
import { Skeleton } from './Skeleton.tsx'

interface EmptyStateProps {
  readonly kind: 'empty' | 'hidden' | 'lost' | 'forbidden' | 'failed'
  readonly title: string
  readonly children?: ReactNode
  /** True when nothing else is on the page. The title is then the page's heading. */
  readonly isPage?: boolean
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** Shown in place of the records: a title, the reason, and the action that helps (X3). */
export const EmptyState = ({ kind, title, children, isPage = false, action }: EmptyStateProps) => (
  <div
    className={`cs-view-state cs-view-state--${kind}`}
    role={kind === 'failed' || kind === 'forbidden' ? 'alert' : 'status'}
  >
    {isPage ? <h1 className="cs-view-state-title">{title}</h1> : <p className="cs-view-state-title">{title}</p>}
    {children !== undefined && <div className="cs-view-state-detail">{children}</div>}
    {action !== undefined && <Button onClick={action.run}>{action.label}</Button>}
  </div>
)

/** The id that finds a failed call in the gateway's log. */
export const RequestId = ({ failure }: { readonly failure: Pick<Failure, 'requestId'> }) =>
  failure.requestId === undefined ? null : (
    <span className="cs-meta">
      Request <code>{failure.requestId}</code>
    </span>
  )

/** Shown in place of a whole page that is refused, missing or broken. */
export const ExceptionState = ({
  code,
  children,
}: {
  readonly code: keyof typeof exceptionTexts
  readonly children: ReactNode
}) => (
  <section className="cs-stack cs-exception" aria-labelledby="cs-exception-text">
    <p className="cs-muted" aria-hidden="true">
      {code}
    </p>
    <h1 id="cs-exception-text">{exceptionTexts[code]}</h1>
    {children}
  </section>
)

const Refusal = ({ failure }: { readonly failure: Failure }) => (
  <>
    <MissingPermission
      permissions={failure.permission === undefined ? [] : [failure.permission]}
      contact={failure.contact}
    />
    <RequestId failure={failure} />
  </>
)

const home = (
  <Link className={buttonClass()} to="/">
    Return home
  </Link>
)

interface ErrorStateProps extends Pick<EmptyStateProps, 'isPage'> {
  readonly title: string
  readonly failure: Failure
  readonly retry: () => void
}

/** A failed call with its request id, and with Retry unless the call was forbidden. */
export const ErrorState = ({ title, failure, retry, isPage = false }: ErrorStateProps) => {
  if (failure.kind !== 'forbidden')
    return (
      <EmptyState kind="failed" title={title} isPage={isPage} action={{ label: 'Retry', run: retry }}>
        <span>{failure.message}</span>
        <RequestId failure={failure} />
      </EmptyState>
    )
  return isPage ? (
    <ExceptionState code={403}>
      <Refusal failure={failure} />
      {home}
    </ExceptionState>
  ) : (
    <EmptyState kind="forbidden" title={exceptionTexts[403]}>
      <Refusal failure={failure} />
      <p>{home}</p>
    </EmptyState>
  )
}

type UnreadProps = Omit<ComponentProps<typeof ErrorState>, 'failure'> & { readonly failure: Failure | undefined }

/** In place of what is not read yet: room for it, then a placeholder; or why it could not be read. */
export const Unread = ({ failure, ...props }: UnreadProps) =>
  failure === undefined ? (
    <Skeleton room="cs-unread">
      <div className="cs-stack cs-unread">
        {[1, 2, 3].map((line) => (
          <span key={line} className="cs-skeleton cs-skeleton--long" />
        ))}
      </div>
    </Skeleton>
  ) : (
    <ErrorState failure={failure} {...props} />
  )
