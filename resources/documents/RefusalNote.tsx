import type { Refusal } from './checkFile.ts'

/** Why a file was not taken, as a red alert in its row (account review, section 5). */
export const RefusalNote = ({ refusal }: { readonly refusal: Refusal }) => (
  <div className="cs-notice cs-notice--danger cs-doc-refusal" role="alert">
    <p>{refusal.message}</p>
    {refusal.detail !== undefined && <p className="cs-meta">{refusal.detail}</p>}
  </div>
)
