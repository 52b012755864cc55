import { isUnread, type EquifaxReason, type Investigation } from '../../schemas/verification/investigation.ts'
import { Tabs, type InnerTab } from '../../src/ui/Tabs.tsx'
import { isOfacHit, listPlaces } from '../../schemas/verification/rules.ts'
import { Pill } from '../../src/values/drawText.tsx'
import { DndbHits, DowJonesHits } from './HitTables.tsx'

type Equifax = Investigation['equifax']

const Reasons = ({ reasons }: { readonly reasons: readonly EquifaxReason[] }) =>
  reasons.length === 0 ? (
    <p className="cs-note">None</p>
  ) : (
    <ul className="cs-divided cs-reasons">
      {reasons.map(({ key, text }, index) => (
        <li key={`${key} ${index}`}>
          <span>{text}</span>
          {key !== '' && key !== text && <code className="cs-meta">{key}</code>}
        </li>
      ))}
    </ul>
  )

/** The credit bureau's outcomes, and their labels. */
export const equifaxOutcomes = [
  { name: 'accept', label: 'Accept' },
  { name: 'indeterminate', label: 'Indeterminate' },
  { name: 'reject', label: 'Reject' },
] as const

/** The initial outcome is the one that needs attention: reasons to reject first, then undecided ones. */
const initialOf = (equifax: Equifax): string | undefined =>
  equifaxOutcomes.toReversed().find(({ name }) => equifax[name].length > 0)?.name

interface EquifaxResultProps {
  readonly equifax: Equifax
  readonly isAnswered: boolean
}

/** The credit bureau's reasons by outcome. */
const EquifaxResult = ({ equifax, isAnswered }: EquifaxResultProps) =>
  isAnswered ? (
    <Tabs
      isInner
      label="Equifax outcomes"
      initial={initialOf(equifax)}
      tabs={equifaxOutcomes.map(({ name, label }) => ({
        name,
        label,
        count: equifax[name].length,
        draw: () => <Reasons reasons={equifax[name]} />,
      }))}
    />
  ) : (
    <p className="cs-note">No answer</p>
  )

const CLEAN = 'NO_MATCH'

/** The result of the sanctions list. Anything but NO_MATCH is a match; no answer is not a clean result. */
const OfacResult = ({ ofacMatch }: { readonly ofacMatch: string }) => {
  if (ofacMatch === '') return <p className="cs-note">No answer</p>
  const isClean = ofacMatch === CLEAN
  return (
    <p className="cs-row">
      <Pill tone={isClean ? 'done' : 'stopped'} text={ofacMatch} />
      {isClean ? 'Clean: no match on the sanctions list' : 'A match on the sanctions list'}
    </p>
  )
}

/** A tab whose source could not be read in full: it has no number, and is not said to be without matches. */
const withUnread = ({ count = 0, draw, ...tab }: InnerTab): InnerTab => ({
  ...tab,
  count: count === 0 ? undefined : count,
  draw: () => (
    <>
      <p className="cs-note">{count === 0 ? 'Could not be read' : 'Could not be read in full'}</p>
      {count > 0 && draw()}
    </>
  ),
})

const tabsOf = (investigation: Investigation): readonly InnerTab[] => {
  const { dndb, dowJones, equifax, answered } = investigation
  const tabs = [
    {
      name: 'dndb',
      place: listPlaces.DNDB,
      label: 'DNDB Result',
      count: dndb.length,
      draw: () => <DndbHits hits={dndb} isAnswered={answered.dndb} />,
    },
    {
      name: 'dowJones',
      place: listPlaces['Dow Jones'],
      label: 'Dow Jones Result',
      count: dowJones.length,
      draw: () => <DowJonesHits hits={dowJones} isAnswered={answered.dowJones} />,
    },
    {
      name: 'equifax',
      place: '/result/equifaxResult',
      label: 'Equifax Result',
      count: equifax.accept.length + equifax.indeterminate.length + equifax.reject.length,
      draw: () => <EquifaxResult equifax={equifax} isAnswered={answered.equifax} />,
    },
    {
      name: 'ofac',
      place: listPlaces.Ofac,
      label: 'Ofac Result',
      count: isOfacHit(investigation) ? 1 : 0,
      draw: () => <OfacResult ofacMatch={investigation.ofacMatch} />,
    },
  ] as const
  return tabs.map(({ place, ...tab }) => (isUnread(investigation, place) ? withUnread(tab) : tab))
}

/** The result of each source: a tab for each of the four, with its number of rows (D-98, D-99). */
export const ResultTabs = ({ investigation }: { readonly investigation: Investigation }) => {
  const tabs = tabsOf(investigation)
  return (
    <Tabs
      label="Results"
      tabs={tabs}
      initial={
        (tabs.find(({ name, count = 0 }) => name !== 'equifax' && count > 0) ?? tabs.find(({ count = 0 }) => count > 0))
          ?.name
      }
    />
  )
}
