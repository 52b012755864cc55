import type { ComponentProps, ReactNode, Ref } from 'react'

interface Notes {
  readonly hint?: string | undefined
  /** Shown instead of the hint. */
  readonly error?: string | undefined
  /** Has a line of its own, also while it is empty. */
  readonly warning?: string | undefined
}

/** The ids of the lines below a field, which its control names in `aria-describedby`. */
export function notedBy(id: string, { hint, error, warning }: Notes): string | undefined {
  const ids = [
    error !== undefined && `${id}-error`,
    error === undefined && hint !== undefined && `${id}-hint`,
    warning !== undefined && `${id}-warning`,
  ]
  return ids.filter((each) => each !== false).join(' ') || undefined
}

export const FieldError = ({ id, error }: { readonly id: string; readonly error: string | undefined }) =>
  error === undefined ? null : (
    <p className="cs-meta cs-danger" id={id}>
      {error}
    </p>
  )

export interface FieldTexts extends Notes {
  /** Id of the control. The line below the field has an id made of it. */
  readonly id: string
  readonly label: ReactNode
  /** Marks the label with a star. The control itself has `aria-required`, and a group a description. */
  readonly isMarked?: boolean | undefined
  /**
   * Keeps a line below the control free. If an error appeared between the press and the release of the mouse, it would
   * move the button being pressed.
   */
  readonly hasRoom?: boolean | undefined
  readonly children: ReactNode
}

export const FieldLines = ({ id, hint, error, warning, hasRoom }: Omit<FieldTexts, 'label' | 'children'>) => {
  const note =
    error === undefined && hint !== undefined ? (
      <p className="cs-meta" id={`${id}-hint`}>
        {hint}
      </p>
    ) : (
      <FieldError id={`${id}-error`} error={error} />
    )
  return (
    <>
      {hasRoom === true ? <div className="cs-field-note">{note}</div> : note}
      {warning !== undefined && (
        <output className="cs-meta cs-warning cs-field-note" id={`${id}-warning`} htmlFor={id}>
          {warning}
        </output>
      )}
    </>
  )
}

interface FieldProps extends FieldTexts {
  /** Shown at the end of the label's line, and after the control for keys and screen readers. */
  readonly aside?: ReactNode
  readonly ref?: Ref<HTMLDivElement>
}

/** A control with its label above it and its hint or error below it. */
export const Field = ({ aside, ref, children, ...texts }: FieldProps) => {
  return (
    <div className="cs-field" data-aside={aside === undefined ? undefined : ''} ref={ref}>
      <label htmlFor={texts.id} data-required={texts.isMarked}>
        {texts.label}
      </label>
      {children}
      {aside !== undefined && <div className="cs-field-aside">{aside}</div>}
      <FieldLines {...texts} />
    </div>
  )
}

type FieldGroupProps = FieldTexts & Omit<ComponentProps<'fieldset'>, keyof FieldTexts>

/** Several controls under one label, such as checkboxes. */
export const FieldGroup = ({ id, label, hint, error, isMarked, hasRoom, children, ...rest }: FieldGroupProps) => (
  <fieldset
    className="cs-field"
    aria-describedby={[isMarked === true && `${id}-required`, notedBy(id, { hint, error })].filter(Boolean).join(' ')}
    {...rest}
  >
    <legend data-required={isMarked}>{label}</legend>
    {isMarked === true && (
      <span hidden id={`${id}-required`}>
        Required
      </span>
    )}
    {children}
    <FieldLines {...{ id, hint, error, hasRoom }} />
  </fieldset>
)

interface SuggestionsProps {
  readonly id: string
  readonly texts: readonly string[] | undefined
}

/** The values that a text field offers while one types. Its `list` names their id. */
export const Suggestions = ({ id, texts }: SuggestionsProps) =>
  texts !== undefined && (
    <datalist id={id}>
      {texts.map((offered) => (
        <option key={offered}>{offered}</option>
      ))}
    </datalist>
  )
