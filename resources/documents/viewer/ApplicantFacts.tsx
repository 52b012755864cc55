import { FactLine, Facts } from '../../../src/ui/Facts.tsx'
import type { Fact } from '../../../language/show.ts'
import type { HomeAddress, Investigation } from '../../../schemas/verification/investigation.ts'
import { secondPlaceOf } from '../../applicants/applicants.ts'
import { AskedFor } from '../../applicants/AskedFor.tsx'
import { FactValue } from '../../../src/values/FactValue.tsx'
import type { PageModel } from '../../../src/console/extensions.ts'
import type { Applicant } from './people.ts'

/** The blocks of the record's page that a document is compared with. */
const COMPARED = ['Identity', 'Address']

const fieldsIn = ({ show }: PageModel): readonly Fact[] =>
  show.tabs
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (block.kind === 'fields' && COMPARED.includes(block.title ?? '') ? block.facts : []))

const addressText = ({ street, city, state, postalCode, country }: HomeAddress): string =>
  [street, city, `${state} ${postalCode}`.trim(), country].filter((part) => part !== '').join(', ')

const Checked = ({ investigation }: { readonly investigation: Investigation }) => {
  const address = addressText(investigation.homeAddress)
  return (
    <>
      {address !== '' && <FactLine label="Address as checked">{address}</FactLine>}
      <AskedFor investigation={investigation} />
    </>
  )
}

interface ApplicantFactsProps {
  readonly model: PageModel
  readonly applicant: Applicant
}

/** The applicant's data, to compare with a document. Masked values stay masked until they are revealed. */
export const ApplicantFacts = ({ model, applicant }: ApplicantFactsProps) => (
  <Facts kind="stacked">
    {fieldsIn(model).map((field) => {
      const place = applicant.label === 'Primary' ? field.path : secondPlaceOf(field)
      return place === undefined ? null : (
        <FactLine key={field.label} label={field.label}>
          <FactValue model={model} fact={field} place={place} of={applicant.name} />
        </FactLine>
      )
    })}
    {applicant.cases !== undefined && <Checked investigation={applicant.cases.current} />}
  </Facts>
)
