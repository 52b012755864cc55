import { useLocation } from 'react-router-dom'
import type { ListResource, NestedResource } from '../../language/resource.ts'
import { readPart, readRecord } from '../../language/readRecord.ts'
import type { ResolvedShow } from '../../language/show.ts'
import type { Row } from '../model/columns.ts'
import { anchorOf } from '../nested/HistoryLink.tsx'
import { AddressNote } from '../ui/AddressNote.tsx'
import { useTab } from './useTab.ts'

interface ShowAddressNoteProps {
  readonly definition: ListResource
  readonly show: ResolvedShow
  readonly parts: readonly NestedResource[]
  readonly id: string
  /** Missing while the record loads. */
  readonly detail: Row | undefined
}

/** True if the address names a record that is not among what is open of the page. A history says so itself. */
function usePlaceMissing({ definition, show, parts, id, detail }: ShowAddressNoteProps): boolean {
  const { hash } = useLocation()
  const { active } = useTab(show.tabs)
  const blocks = [...show.summary, ...(active?.blocks ?? []), ...show.below]
  // Other anchors, such as that of the page's content, have no `/`.
  if (detail === undefined || !hash.includes('/') || blocks.some(({ kind }) => kind === 'history')) return false
  const record = readRecord(definition, detail, id)
  return !parts
    .filter(({ name }) => blocks.some((block) => block.kind === 'part' && block.resource === name))
    .flatMap((part) =>
      readPart(part, detail, record).records.map((one) => anchorOf({ part: part.name, id: String(one.id) })),
    )
    .includes(hash.slice(1))
}

/** Says that a record's page cannot read all of its address. */
export const ShowAddressNote = (props: ShowAddressNoteProps) => (
  <AddressNote
    isPlaceMissing={usePlaceMissing(props)}
    isRead={(name, value) =>
      // Those of the page's lists are like `loans.member.page`.
      name.includes('.') || (name === 'tab' && props.show.tabs.some((tab) => tab.name === value))
    }
  />
)
