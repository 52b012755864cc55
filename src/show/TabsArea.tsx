import { memo, useCallback } from 'react'
import type { NestedResource } from '../../language/resource.ts'
import type { Tab } from '../../language/show.ts'
import { BlocksSkeleton } from './BlocksSkeleton.tsx'
import type { PageModel } from './pageModel.ts'
import { tabCount } from './tabCount.ts'
import { TabPanel } from './TabPanel.tsx'
import { TabStrip } from './TabStrip.tsx'
import { useTab } from './useTab.ts'

interface TabsAreaProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly parts: readonly NestedResource[]
  /** Missing while the record is on its way: the tabs stand already. */
  readonly model: PageModel | undefined
}

/** The tabs of a record and the one that is looked at. */
export const TabsArea = memo(({ label, tabs, parts, model }: TabsAreaProps) => {
  const place = useTab(tabs)
  const countOf = useCallback((tab: Tab) => (model === undefined ? 0 : tabCount(tab, model)), [model])
  const { active } = place
  return (
    <div className="cs-tabs-area">
      <TabStrip label={label} tabs={tabs} place={place} countOf={countOf} />
      {active !== undefined &&
        (model === undefined ? (
          <div className="cs-tab-panel">
            <BlocksSkeleton blocks={active.blocks} parts={parts} />
          </div>
        ) : (
          <TabPanel key={active.name} model={model} tab={active} />
        ))}
    </div>
  )
})
