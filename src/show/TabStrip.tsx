import { Link } from 'react-router-dom'
import type { Tab } from '../../language/show.ts'
import { moveInTabs } from '../ui/tabKeys.ts'
import { useTabInView } from '../ui/useTabInView.ts'
import type { TabPlace } from './useTab.ts'
import '../ui/tabs.css'

/** Ids of a tab and of its panel. */
export const tabId = (name: string): string => `tab-${name}`
export const panelId = (name: string): string => `panel-${name}`

interface TabStripProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly place: TabPlace
  readonly countOf: (tab: Tab) => number
}

const Count = ({ value }: { readonly value: number }) =>
  value > 0 ? <span className="cs-tab-count">{value}</span> : null

/** The tabs of a record's page: links, each an address of its own. */
export const TabStrip = ({ label, tabs, place: { active, linkTo }, countOf }: TabStripProps) => {
  const ref = useTabInView(active?.name)
  return (
    <div
      className="cs-tab-strip cs-tabs"
      role="tablist"
      aria-label={label}
      ref={ref}
      tabIndex={-1}
      onKeyDown={moveInTabs}
    >
      {tabs.map((tab) => {
        const isActive = tab === active
        return (
          <Link
            key={tab.name}
            {...linkTo(tab.name)}
            role="tab"
            className="cs-tab"
            id={tabId(tab.name)}
            aria-selected={isActive}
            aria-controls={isActive ? panelId(tab.name) : undefined}
            tabIndex={isActive ? 0 : -1}
            draggable={false}
          >
            {tab.label}
            <Count value={countOf(tab)} />
          </Link>
        )
      })}
    </div>
  )
}
