import { requiredCategories } from '../../schemas/verification/rules.ts'
import type { Investigation } from '../../schemas/verification/investigation.ts'
import type { Verification } from '../../schemas/verification/verification.ts'
import type { Details } from '../../src/actions/ActionDialog.tsx'
import { formatValue } from '../../src/format/formatValue.ts'
import { FactLine, Facts } from '../../src/ui/Facts.tsx'

/** The documents that the rejected checks of a case ask for. */
export const AskedFor = ({ investigation }: { readonly investigation: Investigation }) =>
  requiredCategories(investigation).map(({ name, documents }) => (
    <FactLine key={name} label={`${formatValue('words', name)} asks for`}>
      {documents.map(({ description }) => description).join('; ')}
    </FactLine>
  ))

/** The same, above the fields of an appeal. */
export const appealDetails =
  (verification: Verification | undefined): Details =>
  ({ intent: { name, record } }) => {
    const asked = verification?.applicants.find(({ current }) => current.sketchId === record?.id)
    if (name !== 'appeal' || asked === undefined) return null
    return (
      <Facts kind="stacked">
        <AskedFor investigation={asked.current} />
      </Facts>
    )
  }
