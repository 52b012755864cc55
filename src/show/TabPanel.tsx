import type { Tab } from '../../language/show.ts'
import { ErrorState } from '../ui/EmptyState.tsx'
import { BlocksSkeleton } from './BlocksSkeleton.tsx'
import { BlockView } from './BlockView.tsx'
import type { PageModel } from './pageModel.ts'
import { sourceOf } from './TableBlock.tsx'
import { panelId, tabId } from './TabStrip.tsx'
import { useReads } from './useRead.ts'
import type { ReadState } from './useRead.ts'

interface TabPanelProps {
  readonly model: PageModel
  readonly tab: Tab
}

/** Why there is nothing from the tab's own call: it failed, or the record has nothing to call with. */
const Missing = ({ tab, read }: { readonly tab: Tab; readonly read: ReadState }) => {
  if (read.state === 'disabled') {
    return (
      <p className="cs-not-provided">{`There is no ${read.lacks ?? 'record'} yet, so there is nothing to look up.`}</p>
    )
  }
  if (read.failure === undefined) return null
  return <ErrorState title={`Couldn't load ${tab.label}.`} failure={read.failure} retry={read.retry} />
}

/** What the detail alone can show of a tab. */
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

/** What is below the tabs: read when it is first looked at, and failing on its own. */
export const TabPanel = ({ model, tab }: TabPanelProps) => {
  const reads = useReads(model.definition, tab.reads === undefined ? [] : [tab.reads], model.record, true)
  return (
    <div className="cs-tab-panel" role="tabpanel" id={panelId(tab.name)} aria-labelledby={tabId(tab.name)} tabIndex={0}>
      <Blocks model={model} tab={tab} read={reads[0]} />
    </div>
  )
}
