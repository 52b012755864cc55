import type { Investigation } from '../../schemas/verification/investigation.ts'
import { isOfacHit } from '../../schemas/verification/rules.ts'
import { Tabs } from '../../src/ui/Tabs.tsx'
import type { InnerTab } from '../../src/ui/Tabs.tsx'
import { EquifaxResult } from './EquifaxResult.tsx'
import { DndbHits, DowJonesHits } from './HitTables.tsx'
import { OfacResult } from './OfacResult.tsx'

const tabsOf = (investigation: Investigation): readonly InnerTab[] => {
  const { dndb, dowJones, equifax, answered } = investigation
  return [
    {
      name: 'dndb',
      label: 'DNDB Result',
      count: dndb.length,
      draw: () => <DndbHits hits={dndb} isAnswered={answered.dndb} />,
    },
    {
      name: 'dowJones',
      label: 'Dow Jones Result',
      count: dowJones.length,
      draw: () => <DowJonesHits hits={dowJones} isAnswered={answered.dowJones} />,
    },
    {
      name: 'equifax',
      label: 'Equifax Result',
      count: equifax.accept.length + equifax.indeterminate.length + equifax.reject.length,
      draw: () => <EquifaxResult equifax={equifax} isAnswered={answered.equifax} />,
    },
    {
      name: 'ofac',
      label: 'Ofac Result',
      count: isOfacHit(investigation) ? 1 : 0,
      draw: () => <OfacResult ofacMatch={investigation.ofacMatch} />,
    },
  ]
}

/** What each source said: a tab for each of the four, with the number of its rows (D-98, D-99). */
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
