import { memo, useCallback } from 'react'
import { Link } from 'react-router-dom'
import type { Tab } from '../../language/show.ts'
import { holds } from '../../language/predicate.ts'
import { readPart } from '../../language/readRecord.ts'
import { isValues, valueAt } from '../../language/pointer.ts'
import type { PageModel } from '../console/extensions.ts'
import { moveInTabs } from '../ui/lineKeys.ts'
import { useTabInView } from '../ui/Tabs.tsx'
import { ErrorState } from '../ui/EmptyState.tsx'
import { BlocksSkeleton } from './BlocksSkeleton.tsx'
import { BlockView } from './BlockView.tsx'
import { sourceOf } from './tableSource.ts'
import { useReads, type ReadState } from './useRead.ts'
import { panelId, type TabPlace, useTab } from './useTab.ts'
import type { NestedResource } from '../../language/resource.ts'
import '../ui/tabs.css'

/**
 * The number next to a tab's label. It counts the items as the part of the same path reads them, so both numbers agree.
 */
function tabCount({ count }: Tab, { parts, detail, record }: PageModel): number {
  if (count === undefined) return 0
  const part = parts.find(({ partOf }) => partOf.path === count.path)
  const found = valueAt(detail, count.path)
  const raw: readonly unknown[] = Array.isArray(found) ? found : []
  const items = part === undefined ? raw.filter(isValues) : readPart(part, detail, record).records
  return items.filter((item) => holds(count.when, item)).length
}

const tabId = (name: string): string => `tab-${name}`

interface TabStripProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly place: TabPlace
  readonly countOf: (tab: Tab) => number
}

const Count = ({ value }: { readonly value: number }) =>
  value > 0 ? <span className="cs-count cs-digits">{value}</span> : null

/** The tabs of a record's page. Each is a link with its own address. */
const TabStrip = ({ label, tabs, place: { active, linkTo }, countOf }: TabStripProps) => {
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
        const isHistory = tab.blocks.some(({ kind }) => kind === 'history')
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
            aria-keyshortcuts={isHistory ? 'h' : undefined}
            title={isHistory ? `${tab.label} (H)` : undefined}
          >
            {tab.label}
            <Count value={countOf(tab)} />
          </Link>
        )
      })}
    </div>
  )
}

interface TabPanelProps {
  readonly model: PageModel
  readonly tab: Tab
}

/** Why the tab's own call has no answer: it failed, or the record lacks a value for it. */
const Missing = ({ tab, read }: { readonly tab: Tab; readonly read: ReadState }) => {
  if (read.state === 'disabled') {
    return (
      <p className="cs-note cs-block">{`${read.lacks ?? 'There is no record yet'}, so there is nothing to look up.`}</p>
    )
  }
  if (read.failure === undefined) return null
  return <ErrorState title={`Couldn't load ${tab.label}.`} failure={read.failure} retry={read.retry} />
}

/** The blocks of a tab that the detail alone can fill. */
const knownBlocks = ({ blocks }: Tab, { detail }: PageModel) =>
  blocks.filter((block) => block.kind !== 'table' || sourceOf(block, { detail }) !== undefined)

const Blocks = ({ model, tab, read }: TabPanelProps & { readonly read: ReadState | undefined }) => {
  if (read?.state === 'loading') return <BlocksSkeleton blocks={tab.blocks} parts={model.parts} />
  const isMissing = read !== undefined && read.state !== 'read'
  const blocks = isMissing ? knownBlocks(tab, model) : tab.blocks
  return (
    <>
      {isMissing && <Missing tab={tab} read={read} />}
      {blocks.map((block, index) => (
        <BlockView
          key={index}
          model={model}
          block={block}
          answers={read?.state === 'read' ? { [read.name]: read.answer } : {}}
        />
      ))}
    </>
  )
}

/** The content of the active tab. It is read when first opened, and a failure affects this tab alone. */
const TabPanel = ({ model, tab }: TabPanelProps) => {
  const reads = useReads(model.definition, tab.read === undefined ? [] : [tab.read], model.record)
  return (
    <div className="cs-tab-panel" role="tabpanel" id={panelId(tab.name)} aria-labelledby={tabId(tab.name)} tabIndex={0}>
      <Blocks model={model} tab={tab} read={reads[0]} />
    </div>
  )
}

interface TabsAreaProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly parts: readonly NestedResource[]
  /** Missing while the record loads; the tabs already show. */
  readonly model: PageModel | undefined
}

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
