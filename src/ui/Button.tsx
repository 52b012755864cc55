import './button.css'
import type { ComponentProps, ReactNode } from 'react'

/** A small turning ring inside a control that is at work. */
export const Spinner = () => <span className="cs-spinner" aria-hidden="true" />

/** What a button looks like. `icon` has a drawing and no words; `quiet` is a word without a frame, `link` one in a text. */
export type ButtonLook =
  'outline' | 'primary' | 'danger' | 'dangerOutline' | 'active' | 'plain' | 'quiet' | 'link' | 'icon'

interface Looks {
  readonly look?: ButtonLook | undefined
  /** Small ones belong to a row or a line of text; large ones fill their column. */
  readonly size?: 'small' | 'large' | undefined
  readonly className?: string | undefined
}

/** The classes of a button, for a link that looks like one. */
export const buttonClass = ({ look = 'outline', size, className }: Looks = {}): string =>
  ['cs-button', look !== 'outline' && `cs-button--${look}`, size && `cs-button--${size}`, className]
    .filter(Boolean)
    .join(' ')

interface ButtonProps extends Omit<ComponentProps<'button'>, keyof Looks>, Looks {
  /** At work: its words give way to a spinner, its width stays, and it does nothing. Left out where it never works. */
  readonly isBusy?: boolean
  /** Said while it is at work, instead of the spinner alone; there is room for both words from the beginning. */
  readonly busyLabel?: string | undefined
  /** Off, but within reach of the keyboard, so that its reason can be read. */
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

/** Every button of the console. */
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
