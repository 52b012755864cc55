import type { RefObject, ReactNode } from 'react'
import { useEffect, useLayoutEffect, useRef, useId, useState } from 'react'
import { moveInTabs } from './lineKeys.ts'
import './tabs.css'

/** Marks a strip at whose start or end more tabs are out of sight, for the signs that say so. */
function markMore(strip: HTMLElement): void {
  const end = strip.scrollWidth - strip.clientWidth - strip.scrollLeft
  strip.toggleAttribute('data-before', strip.scrollLeft > 1)
  strip.toggleAttribute('data-after', end > 1)
}

/** Keeps the selected tab visible in a strip that scrolls sideways, and marks where there is more. The page does not scroll. */
export function useTabInView(name: string | undefined): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const strip = ref.current
    const tab = strip?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (strip === null || tab === null || tab === undefined || strip.scrollWidth <= strip.clientWidth) return
    strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2
  }, [name])
  useEffect(() => {
    const strip = ref.current
    if (strip === null) return undefined
    const mark = () => markMore(strip)
    mark()
    strip.addEventListener('scroll', mark, { passive: true })
    window.addEventListener('resize', mark)
    return () => {
      strip.removeEventListener('scroll', mark)
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
  /** A smaller strip, for tabs inside tabs. */
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
  const strip = useTabInView(active?.name)
  return (
    <div>
      <div
        className={isInner ? 'cs-tab-strip cs-tab-strip--inner' : 'cs-tab-strip'}
        role="tablist"
        aria-label={label}
        ref={strip}
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
