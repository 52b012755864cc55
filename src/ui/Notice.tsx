import type { ComponentProps, ReactNode } from 'react'
import { mayBeDone, mayBeDoneText, type Failure } from '../data/failure.ts'
import { RequestId } from './EmptyState.tsx'
import { Button } from './Button.tsx'

interface NoticeProps extends ComponentProps<'div'> {
  readonly tone: 'danger' | 'warning' | 'info' | 'success' | 'neutral'
  /** In one line, with its buttons and links at its end. */
  readonly isRow?: boolean
}

/** A message in its place on the page, with the colour of its meaning. */
export const Notice = ({ tone, isRow = false, className, ...rest }: NoticeProps) => (
  <div
    className={['cs-notice', `cs-notice--${tone}`, isRow && 'cs-row cs-notice--row', className]
      .filter(Boolean)
      .join(' ')}
    {...rest}
  />
)

interface FailureNoticeProps {
  readonly failure: Failure
  /** What it means for the person, before the reason. Left out where a change may have been made. */
  readonly text?: string
  /** Where to look, where a change may have been made. */
  readonly look?: string
  /** What to do next. */
  readonly children?: ReactNode
}

function failureText({ failure, text = '', look }: FailureNoticeProps): string {
  return look !== undefined && mayBeDone(failure)
    ? `${mayBeDoneText(failure)} ${look}`
    : `${text} ${failure.message}`.trimStart()
}

/** Why a request failed, shown where it was made. */
export const FailureNotice = ({ children, ...props }: FailureNoticeProps) => (
  <Notice tone="danger" role="alert">
    <p>{failureText(props)}</p>
    {children}
    <RequestId failure={props.failure} />
  </Notice>
)

interface FailedReadProps {
  readonly failure: Failure
  readonly retry?: (() => void) | undefined
}

interface RowsNoticeProps extends FailedReadProps {
  /** What is wrong with the rows. The default is that they are of an earlier read. */
  readonly text?: string
}

/** Above or below rows that are still there, although a part of them could not be read. */
export const RowsNotice = ({ text = 'These rows may be out of date:', failure, retry }: RowsNoticeProps) => (
  <Notice tone="warning" isRow role="alert">
    <span>
      {text} {failure.message}
    </span>
    <RequestId failure={failure} />
    {retry !== undefined && (
      <Button look="plain" onClick={retry}>
        Retry
      </Button>
    )}
  </Notice>
)

interface QuietNoteProps {
  readonly text: string
  /** The reason, on hover. */
  readonly reason: string | undefined
  readonly retry?: (() => void) | undefined
  readonly children?: ReactNode
}

/** A quiet line about something that is not known, with Retry if that can help. */
export const QuietNote = ({ text, reason, retry, children }: QuietNoteProps) => (
  <output className="cs-row cs-meta">
    <span title={reason}>{text}</span>
    {children}
    {retry !== undefined && (
      <Button look="link" size="small" onClick={retry}>
        Retry
      </Button>
    )}
  </output>
)

/** Shown above a record that could not be read again in full. The data on screen may be out of date or incomplete. */
export const NotRefreshed = ({ failure, retry }: Required<FailedReadProps>) => (
  <QuietNote
    text={failure.code === 'UNEXPECTED_ANSWER' ? 'Could not be read in full' : 'Could not be refreshed'}
    reason={failure.message}
    retry={retry}
  >
    <RequestId failure={failure} />
  </QuietNote>
)
