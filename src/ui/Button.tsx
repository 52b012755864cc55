import './button.css'
import type { ComponentProps, ReactNode } from 'react'

/** A small spinning ring inside a busy control. */
export const Spinner = () => <span className="cs-spinner" aria-hidden="true" />

/**
 * The look of a button. `icon` has a drawing and no text, `quiet` is text without a frame, and `link` is a link within
 * text.
 */
export type ButtonLook =
  | 'outline'
  | 'primary'
  | 'danger'
  | 'dangerOutline'
  | 'active'
  | 'plain'
  | 'quiet'
  | 'link'
  | 'icon'

interface Looks {
  readonly look?: ButtonLook | undefined
  /** Small buttons belong to a row or a line of text. Large buttons fill their column. */
  readonly size?: 'small' | 'large' | undefined
  readonly className?: string | undefined
}

/** The classes of a button, for a link that looks like one. */
export const buttonClass = ({ look = 'outline', size, className }: Looks = {}): string =>
  ['cs-button', `cs-button--${look}`, size && `cs-button--${size}`, className].filter(Boolean).join(' ')

interface ButtonProps extends Omit<ComponentProps<'button'>, keyof Looks>, Looks {
  /**
   * Shows a spinner instead of the text, keeps the width, and ignores presses. Left out on buttons that are never busy.
   */
  readonly isBusy?: boolean
  /** Text shown while busy, instead of the spinner alone. The button is wide enough for both texts from the start. */
  readonly busyLabel?: string | undefined
  /** Disabled but still focusable, so that its reason can be read. */
  readonly isOff?: boolean
}

const TwoLabels = ({
  label,
  busy,
  isBusy,
}: {
  readonly label: ReactNode
  readonly busy: string
  readonly isBusy: boolean
}) => (
  <span className="cs-button-labels">
    <span data-shown={!isBusy} aria-hidden={isBusy}>
      {label}
    </span>
    <span data-shown={isBusy} aria-hidden={!isBusy}>
      {busy}
      <Spinner />
    </span>
  </span>
)

export const Button = (props: ButtonProps) => {
  const { look, size, className, isBusy, isOff, busyLabel, onClick, children, ...rest } = props
  const canBeOff = isBusy !== undefined || isOff !== undefined
  const isIdle = isBusy === true || isOff === true
  return (
    <button
      type="button"
      className={buttonClass({ look, size, className })}
      aria-busy={isBusy}
      aria-disabled={canBeOff ? isIdle : undefined}
      onClick={isIdle ? undefined : onClick}
      {...rest}
    >
      {isBusy === undefined ? (
        children
      ) : busyLabel === undefined ? (
        <>
          <span>{children}</span>
          {isBusy && <Spinner />}
        </>
      ) : (
        <TwoLabels label={children} busy={busyLabel} isBusy={isBusy} />
      )}
    </button>
  )
}
