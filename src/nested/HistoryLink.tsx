import { Link, useLocation } from 'react-router-dom'
import type { ListResource } from '../../language/resource.ts'
import type { Tab } from '../../language/show.ts'
import type { HistorySubject } from '../console/extensions.ts'

/** The anchor of a nested record's lines in the address. It names ids, never personal values. */
export const anchorOf = ({ part, id }: HistorySubject): string => `${part}/${encodeURIComponent(id)}`

/** The tab with the record's history, if the page has one. */
export const historyTab = ({ show }: Pick<ListResource, 'show'>): Tab | undefined =>
  show?.tabs.find(({ blocks }) => blocks.some(({ kind }) => kind === 'history'))

interface HistoryLinkProps {
  readonly page: ListResource
  readonly subject: HistorySubject
  /** What the link is about, for assistive technology. */
  readonly of: string
}

/** From a failed or rejected state to its line in the history of the page's record: who, when and why. */
export const HistoryLink = ({ page, subject, of }: HistoryLinkProps) => {
  const state: unknown = useLocation().state
  const tab = historyTab(page)
  return tab === undefined ? null : (
    <Link
      className="cs-history-link cs-screen"
      to={{ search: `?tab=${tab.name}`, hash: `#${anchorOf(subject)}` }}
      replace
      state={state}
      aria-label={`${tab.label}: ${of}`}
    >
      {tab.label}
    </Link>
  )
}
