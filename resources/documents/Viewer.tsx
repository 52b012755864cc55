import type { PageModel } from '../../src/console/extensions.ts'
import { isViewable } from './DocumentRows.tsx'
import { type Applicant, waitingFirst } from './viewer/people.ts'
import type { useDocumentTools } from './useDocumentTools.ts'
import { DocumentViewer } from './viewer/DocumentViewer.tsx'
import { pagerPositionOf } from './viewer/pagerPosition.ts'
import type { ViewableDocument } from './viewer/pagerPosition.ts'

interface ViewerProps {
  readonly page: PageModel
  readonly applicants: readonly Applicant[]
  readonly documents: ReturnType<typeof useDocumentTools>
}

function viewedIn({ applicants, documents }: ViewerProps): readonly ViewableDocument[] {
  const letters = documents.letters.flatMap(({ record, applicant: label }): readonly ViewableDocument[] => {
    const applicant = applicants.find((one) => one.label === label) ?? applicants[0]
    return applicant === undefined ? [] : [{ record, applicant }]
  })
  const uploaded = waitingFirst(applicants).flatMap((applicant) =>
    applicant.documents.map((record): ViewableDocument => ({ record, applicant })),
  )
  return [...uploaded, ...letters]
}

export const Viewer = (props: ViewerProps) => {
  const { page, documents } = props
  const { viewed, tools, flow, close } = documents
  const pagerPosition =
    viewed === undefined
      ? undefined
      : pagerPositionOf(viewedIn(props), viewed, ({ record }) => isViewable(tools.model, record))
  if (pagerPosition === undefined) return null
  return (
    <DocumentViewer
      page={page}
      tools={tools}
      pagerPosition={pagerPosition}
      isAsking={flow.question !== undefined}
      close={close}
    />
  )
}
