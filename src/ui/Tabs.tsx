import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { moveInTabs } from './tabKeys.ts'
import { useTabInView } from './useTabInView.ts'
import './tabs.css'

/** One tab inside a block: its words, how much is behind it, and what is. */
export interface InnerTab {
  readonly name: string
  readonly label: ReactNode
  /** How many rows there are; zero is shown muted (D-99). No badge without. */
  readonly count?: number
  readonly draw: () => ReactNode
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly InnerTab[]
  /** The tab that is open at first; the first one by default. */
  readonly initial?: string | undefined
  /** A smaller strip, for tabs inside tabs. */
  readonly isInner?: boolean
}

const Badge = ({ count }: { readonly count: number }) => (
  <span className="cs-tab-count" data-zero={count === 0 || undefined}>
    {count}
  </span>
)

/** Tabs without an address, moved through by arrow keys. Only what is looked at is drawn. */
export const Tabs = ({ label, tabs, initial, isInner = false }: TabsProps) => {
  const id = useId()
  const [chosen, setChosen] = useState(initial)
  const active = tabs.find(({ name }) => name === chosen) ?? tabs[0]
  const strip = useTabInView(active?.name)
  return (
    <div className={isInner ? 'cs-inner-tabs cs-inner-tabs--small' : 'cs-inner-tabs'}>
      <div className="cs-tab-strip" role="tablist" aria-label={label} ref={strip} tabIndex={-1} onKeyDown={moveInTabs}>
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
          className="cs-strip-panel"
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
