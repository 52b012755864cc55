import { type RefObject, type ReactNode, useEffect, useLayoutEffect, useRef, useId, useState } from 'react'
import { moveInTabs } from './lineKeys.ts'
import './tabs.css'

/** Marks a list of tabs at whose start or end there are more than are in view, for the signs that say so. */
function markMore(tabs: HTMLElement): void {
  const end = tabs.scrollWidth - tabs.clientWidth - tabs.scrollLeft
  tabs.toggleAttribute('data-before', tabs.scrollLeft > 1)
  tabs.toggleAttribute('data-after', end > 1)
}

/** Keeps the selected tab in view where the tabs scroll sideways, and marks where there is more. The page does not scroll. */
export function useTabInView(name: string | undefined): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const list = ref.current
    const tab = list?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (list === null || tab === null || tab === undefined || list.scrollWidth <= list.clientWidth) return
    list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2
  }, [name])
  useEffect(() => {
    const list = ref.current
    if (list === null) return undefined
    const mark = () => markMore(list)
    mark()
    list.addEventListener('scroll', mark, { passive: true })
    window.addEventListener('resize', mark)
    return () => {
      list.removeEventListener('scroll', mark)
      window.removeEventListener('resize', mark)
    }
  }, [name])
  return ref
}

/** A tab that is a button: its label and its number of rows. */
interface TabButton {
  readonly name: string
  readonly label: ReactNode
  /** Number of rows; zero is muted (D-99). No badge when missing. */
  readonly count?: number | undefined
}

interface TabButtonsProps {
  /** Begins the ids of the tabs and of their panel, `{id}-panel`. */
  readonly id: string
  readonly label: string
  readonly tabs: readonly TabButton[]
  readonly active: string | undefined
  readonly onChoose: (name: string) => void
  /** Smaller, for tabs inside tabs. */
  readonly isInner?: boolean
}

const Badge = ({ count }: { readonly count: number }) => (
  <span className="cs-count cs-digits" data-zero={count === 0 || undefined}>
    {count}
  </span>
)

/** The tabs above a panel, operated by arrow keys. */
export const TabButtons = ({ id, label, tabs, active, onChoose, isInner = false }: TabButtonsProps) => (
  <div
    className={isInner ? 'cs-tab-strip cs-tab-strip--inner' : 'cs-tab-strip'}
    role="tablist"
    aria-label={label}
    ref={useTabInView(active)}
    tabIndex={-1}
    onKeyDown={moveInTabs}
  >
    {tabs.map(({ name, label: words, count }) => (
      <button
        key={name}
        type="button"
        role="tab"
        className="cs-tab"
        id={`${id}-${name}`}
        aria-selected={name === active}
        aria-controls={name === active ? `${id}-panel` : undefined}
        tabIndex={name === active ? 0 : -1}
        onClick={() => onChoose(name)}
      >
        {words}
        {count !== undefined && <Badge count={count} />}
      </button>
    ))}
  </div>
)

/** One tab inside a block, and its content. */
export interface InnerTab extends TabButton {
  readonly draw: () => ReactNode
}

interface TabsProps extends Pick<TabButtonsProps, 'label' | 'isInner'> {
  readonly tabs: readonly InnerTab[]
  /** The tab that is open first. The default is the first tab. */
  readonly initial?: string | undefined
}

/** Tabs without an address. Only the active tab is drawn. */
export const Tabs = ({ tabs, initial, ...strip }: TabsProps) => {
  const id = useId()
  const [chosen, setChosen] = useState(initial)
  const active = tabs.find(({ name }) => name === chosen) ?? tabs[0]
  return (
    <div>
      <TabButtons {...strip} {...{ id, tabs }} active={active?.name} onChoose={setChosen} />
      {active !== undefined && (
        <div
          key={active.name}
          className="cs-tab-panel"
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${active.name}`}
          tabIndex={0}
        >
          {active.draw()}
        </div>
      )}
    </div>
  )
}
