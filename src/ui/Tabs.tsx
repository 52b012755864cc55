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

/** One tab inside a block: its label, its number of rows, and its content. */
export interface InnerTab {
  readonly name: string
  readonly label: ReactNode
  /** Number of rows; zero is muted (D-99). No badge when missing. */
  readonly count?: number
  readonly draw: () => ReactNode
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly InnerTab[]
  /** The tab that is open first. The default is the first tab. */
  readonly initial?: string | undefined
  /** Smaller, for tabs inside tabs. */
  readonly isInner?: boolean
}

const Badge = ({ count }: { readonly count: number }) => (
  <span className="cs-count cs-digits" data-zero={count === 0 || undefined}>
    {count}
  </span>
)

/** Tabs without an address, operated by arrow keys. Only the active tab is drawn. */
export const Tabs = ({ label, tabs, initial, isInner = false }: TabsProps) => {
  const id = useId()
  const [chosen, setChosen] = useState(initial)
  const active = tabs.find(({ name }) => name === chosen) ?? tabs[0]
  const list = useTabInView(active?.name)
  return (
    <div>
      <div
        className={isInner ? 'cs-tab-strip cs-tab-strip--inner' : 'cs-tab-strip'}
        role="tablist"
        aria-label={label}
        ref={list}
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
            aria-selected={name === active?.name}
            aria-controls={name === active?.name ? `${id}-panel` : undefined}
            tabIndex={name === active?.name ? 0 : -1}
            onClick={() => setChosen(name)}
          >
            {words}
            {count !== undefined && <Badge count={count} />}
          </button>
        ))}
      </div>
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
