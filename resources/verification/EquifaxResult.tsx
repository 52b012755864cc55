import type { EquifaxReason, Investigation } from '../../schemas/verification/investigation.ts'
import { Tabs } from '../../src/ui/Tabs.tsx'

type Equifax = Investigation['equifax']

const Reasons = ({ reasons }: { readonly reasons: readonly EquifaxReason[] }) =>
  reasons.length === 0 ? (
    <p className="cs-not-provided">None</p>
  ) : (
    <ul className="cs-reasons">
      {reasons.map(({ key, text }, index) => (
        <li key={`${key} ${index}`}>
          <span>{text}</span>
          {key !== '' && key !== text && <code>{key}</code>}
        </li>
      ))}
    </ul>
  )

const outcomes = [
  { name: 'accept', label: 'Accept' },
  { name: 'indeterminate', label: 'Indeterminate' },
  { name: 'reject', label: 'Reject' },
] as const

/** What needs the reader comes first: reasons to reject, then those that leave it open. */
const initialOf = (equifax: Equifax): string | undefined =>
  outcomes.toReversed().find(({ name }) => equifax[name].length > 0)?.name

interface EquifaxResultProps {
  readonly equifax: Equifax
  readonly isAnswered: boolean
}

/** The credit bureau's reasons by outcome. */
export const EquifaxResult = ({ equifax, isAnswered }: EquifaxResultProps) =>
  isAnswered ? (
    <Tabs
      isInner
      label="Equifax outcomes"
      initial={initialOf(equifax)}
      tabs={outcomes.map(({ name, label }) => ({
        name,
        label,
        count: equifax[name].length,
        draw: () => <Reasons reasons={equifax[name]} />,
      }))}
    />
  ) : (
    <p className="cs-not-provided">No answer</p>
  )
