import type { ApprovalRow } from '../../language/approval.ts'
import type { PageModel } from '../../src/console/extensions.ts'
import { useWaitingRows } from '../../src/data/useGrants.ts'
import { Notice } from '../../src/ui/Notice.tsx'

interface OvertakenProps {
  readonly page: Pick<PageModel, 'definition' | 'detail'>
  /** Tells whether a request depends on what is about to be decided. */
  readonly isAbout: (request: ApprovalRow) => boolean
  /** What is about to be decided, in a sentence: 'once the document is rejected'. */
  readonly once: string
}

/** In a question: the waiting requests that can no longer be approved once it is confirmed. */
export const Overtaken = ({ page: { definition, detail }, isAbout, once }: OvertakenProps) => {
  const rows = useWaitingRows(definition.name, String(detail.id)) ?? []
  return rows
    .filter((request) => request.problem === '' && isAbout(request))
    .map(({ id, title, requester }) => (
      <Notice key={id} tone="warning" role="note">
        {`'${title}', requested by ${requester}, waits for approval. It can’t be approved any more ${once}.`}
      </Notice>
    ))
}
