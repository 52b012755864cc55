import type { CipCategory } from '../../schemas/verification/investigation.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import { State } from './CaseStrip.tsx'

const Documents = ({ documents }: Pick<CipCategory, 'documents'>) =>
  documents.length === 0 ? null : (
    <ul className="cs-muted">
      {documents.map(({ proof, description }, index) => (
        <li key={`${proof} ${index}`}>{description}</li>
      ))}
    </ul>
  )

export const CipCategories = ({ categories }: { readonly categories: readonly CipCategory[] }) => (
  <ul className="cs-lines-of-three cs-categories" aria-label="Identity checks">
    {categories.map(({ name, state, documents }, index) => (
      <li key={`${name} ${index}`}>
        <span className="cs-strong">{formatValue('words', name)}</span>
        <State state={state} />
        <Documents documents={documents} />
      </li>
    ))}
  </ul>
)
