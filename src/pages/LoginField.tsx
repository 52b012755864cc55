import type { ReactNode } from 'react'

interface LoginFieldProps {
  readonly label: string
  readonly type: 'email' | 'password'
  readonly autoComplete: string
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly aside?: ReactNode
}

/** One labelled field of the login form, with room kept for its error so that nothing jumps. */
export const LoginField = ({
  label,
  type,
  name,
  value,
  error,
  onChange,
  onBlur,
  autoComplete,
  aside,
}: LoginFieldProps) => (
  <div className="cs-field">
    <div className="cs-row cs-row--between cs-field-head">
      <label htmlFor={`login-${name}`}>{label}</label>
      {aside}
    </div>
    <input
      id={`login-${name}`}
      className="cs-input"
      type={type}
      name={name}
      value={value}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      aria-required="true"
      aria-invalid={error !== undefined}
      aria-describedby={`login-${name}-error`}
      onChange={({ target }) => onChange(target.value)}
      onBlur={onBlur}
    />
    <p id={`login-${name}-error`} className="cs-field-error">
      {error}
    </p>
  </div>
)
