const CLEAN = 'NO_MATCH'

/** What the sanctions list answered. Anything but NO_MATCH is a match; no answer is none. */
export const OfacResult = ({ ofacMatch }: { readonly ofacMatch: string }) => {
  if (ofacMatch === '') return <p className="cs-not-provided">No answer</p>
  const isClean = ofacMatch === CLEAN
  return (
    <p className="cs-row">
      <span className={`cs-pill cs-pill--${isClean ? 'done' : 'stopped'}`}>
        <span className="cs-pill-text">{ofacMatch}</span>
      </span>
      {isClean ? 'Clean: no match on the sanctions list' : 'A match on the sanctions list'}
    </p>
  )
}
