import { Link, useLocation } from 'react-router-dom'
import { formatValue } from '../../format/formatValue.ts'
import type { PageModel } from '../../console/extensions.ts'
import { Notice } from '../../ui/Notice.tsx'
import { TabLink } from '../TabLink.tsx'
import type { HistoryLine } from './historyLines.ts'

/** The tab of the page that shows what a line is about. */
const tabOf = ({ show }: PageModel, { about }: HistoryLine) =>
  about === undefined
    ? undefined
    : show.tabs.find(({ blocks }) => blocks.some((block) => block.kind === 'part' && block.resource === about.part))

interface UnknownOutcomesProps {
  readonly model: PageModel
  readonly lines: readonly HistoryLine[]
}

/** The actions of which it is unknown whether they were made, and how to find out. */
export const UnknownOutcomes = ({ model, lines }: UnknownOutcomesProps) => {
  const location = useLocation()
  const { search } = location
  const state: unknown = location.state
  if (lines.length === 0) return null
  const title = lines.length === 1 ? '1 action has an unknown outcome' : `${lines.length} actions have unknown outcomes`
  return (
    <Notice tone="warning" role="note" className="cs-stack">
      <p className="cs-strong">{title}</p>
      <p>
        The service may or may not have made the change. Compare the record with what was intended: if the change is
        there, nothing is left to do. If it isn’t, repeat the action. It asks you to confirm that you checked.
      </p>
      <ul className="cs-history-unknown">
        {lines.map((line) => {
          const tab = tabOf(model, line)
          return (
            <li key={line.key} className="cs-row">
              <Link to={{ search, hash: `#${line.key}` }} replace state={state}>
                {line.what}
              </Link>
              <span className="cs-meta">{`${line.who} · ${formatValue('dateTime', line.at)}`}</span>
              {tab !== undefined && (
                <TabLink tabs={model.show.tabs} tab={tab.name}>
                  {`Compare in ${tab.label}`}
                </TabLink>
              )}
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
