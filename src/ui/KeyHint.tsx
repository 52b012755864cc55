import './parts.css'

/** The key that confirms a dialog, below its fields of several lines, where Enter begins a new one. */
export const KeyHint = () => (
  <p className="cs-meta cs-screen cs-key-hint" aria-hidden="true">
    Ctrl Enter confirms
  </p>
)
