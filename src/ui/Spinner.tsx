import './button.css'

/** A small turning ring inside a control that is at work. */
export const Spinner = () => <span className="cs-spinner" aria-hidden="true" />
