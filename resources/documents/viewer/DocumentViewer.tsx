import type { Status } from '../../../schemas/shared/enumerations.ts'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { type EndClaim, useEndClaim, usePageWarning } from '../../../src/data/pageWarning.ts'
import { KeysDialog } from '../../../src/keys/KeysDialog.tsx'
import { Button } from '../../../src/ui/Button.tsx'
import { formatValue, NOTHING } from '../../../src/format/formatValue.ts'
import { busyKey } from '../../../src/actions/useActions.ts'
import { controlOf } from '../../../src/model/controlOf.ts'
import { PartActions } from '../../../src/nested/PartTable.tsx'
import { Icon } from '../../../src/ui/Icon.tsx'
import { Modal } from '../../../src/ui/Modal.tsx'
import { useDelegatedClick } from '../../../src/ui/useDelegatedClick.ts'
import { useQueue, type QueuePlace } from '../../../src/queue/useRecordQueue.ts'
import type { PageModel } from '../../../src/console/extensions.ts'
import { IdentityFacts } from '../../../src/show/RecordIdentity.tsx'
import { StatusPill } from '../../../src/values/drawText.tsx'
import type { Row } from '../../../src/model/columns.ts'
import { decisionNames, type DocumentTools, type PagerPosition } from './pagerPosition.ts'
import { ApplicantFacts } from './ApplicantFacts.tsx'
import { personOf } from './people.ts'
import { type Command, Tools, useViewerKeys } from './Tools.tsx'
import { ImageViewport } from './ImageViewport.tsx'
import { ZOOM_STEP } from './imageTransform.ts'
import { DocumentPager } from './DocumentPager.tsx'
import { useDocumentFile, useForgetFiles, type DocumentFile } from './useDocumentFile.ts'
import { usePicture, type Picture } from './usePicture.ts'
import './viewer.css'

type Current = PagerPosition['current']

interface DocumentViewerProps {
  readonly page: PageModel
  readonly tools: DocumentTools
  readonly pagerPosition: PagerPosition
  /** A dialog is open above the viewer. */
  readonly isAsking: boolean
  readonly close: () => void
}

const titleOf = ({ proof, doc_type: type }: Row): string =>
  [formatValue('words', proof), formatValue('words', type)].find((text) => text !== NOTHING) ?? 'Document'

/** The document, and whose it is once that is known. */
const namedOf = ({ record, applicant }: Current): string => {
  const person = personOf(applicant)
  return person === '' ? titleOf(record) : `${titleOf(record)} of ${person}`
}

/** The ways to end the work on a claimed record, where no keyboard is likely. */
const EndButtons = ({ end }: { readonly end: EndClaim | undefined }) =>
  end !== undefined && (
    <div className="cs-row cs-docview-end">
      <Button size="small" onClick={() => end('done')}>
        Done
      </Button>
      <Button size="small" onClick={() => end('skip')}>
        Skip
      </Button>
    </div>
  )

interface HeadProps extends Pick<DocumentViewerProps, 'page' | 'pagerPosition' | 'tools' | 'close'> {
  readonly id: string
}

const Head = ({ id, page, pagerPosition, tools, close }: HeadProps) => {
  const { record, applicant } = pagerPosition.current
  const status = formatValue('text', record['status'])
  return (
    <header>
      <h2 className="cs-ellipsis" id={id}>
        {titleOf(record)}
      </h2>
      <code className="cs-meta">{record.id}</code>
      {status !== NOTHING && <StatusPill table="document" status={status} />}
      <div className="cs-row cs-docview-account" id={`${id}-account`}>
        <span className="cs-strong cs-ellipsis">
          {personOf(applicant) || <span className="cs-skeleton cs-skeleton--medium" />}
        </span>
        <IdentityFacts {...page} />
      </div>
      <EndButtons end={useEndClaim()} />
      <DocumentPager pagerPosition={pagerPosition} view={tools.view} />
      <Button look="icon" className="cs-docview-tool" aria-label="Close" title="Close (Escape)" onClick={close}>
        <Icon name="close" />
      </Button>
    </header>
  )
}

const describedBy = (id: string): string => [`${id}-account`, `${id}-shown`, `${id}-place`].join(' ')

interface DescriptionProps extends Pick<DocumentViewerProps, 'pagerPosition'> {
  readonly id: string
  readonly queue: QueuePlace | undefined
}

/**
 * Says which document is shown, and of whom, also when the keys change it: the focus stays on the viewer. Its place among
 * the others changes once they are decided, which alone is not announced.
 */
const Description = ({ id, pagerPosition: { current, position, count }, queue }: DescriptionProps) => {
  const { record } = current
  const status = formatValue('words', record['status'])
  const shown = `${namedOf(current)}${status === NOTHING ? '' : `, ${status}`}`
  return (
    <>
      <output className="cs-visually-hidden" id={`${id}-shown`} aria-atomic="true">
        <span key={record.id}>{`${shown}, `}</span>
        <span aria-live="off">{`document ${position} of ${count}`}</span>
      </output>
      <span hidden id={`${id}-place`}>
        {queue && `Record ${queue.text}`}
      </span>
    </>
  )
}

const Applicant = ({ page, applicant }: Pick<DocumentViewerProps, 'page'> & Pick<Current, 'applicant'>) => {
  const person = personOf(applicant)
  return (
    <aside aria-label={person === '' ? 'Applicant' : `${applicant.label} applicant`}>
      {person !== '' && <h3>{person}</h3>}
      {applicant.unknown === undefined ? (
        <ApplicantFacts model={page} applicant={applicant} />
      ) : (
        <p className="cs-muted">{applicant.unknown}</p>
      )}
    </aside>
  )
}

/** Focus starts on the viewer itself, and stays inside when the focused button is removed, as after an approval. */
function useFocusInside(isAsking: boolean, keep: () => void) {
  const isOpened = useRef(false)
  useEffect(() => {
    if (!isOpened.current || (!isAsking && document.activeElement === document.body)) keep()
    isOpened.current = true
  })
}

const viewerKeys = [
  ['J K', 'Next and previous document'],
  ['+ −', 'Zoom'],
  ['0', 'Fit'],
  [']', 'Rotate'],
  ['← → ↑ ↓', 'Move the zoomed picture, else another document'],
  ['Ctrl K', 'Go to a record, a screen or an action'],
  ['Esc', 'Close'],
] as const

const queueKeys = [['N P', 'Next and previous record']] as const
const claimKeys = [
  ['S', 'Skip the record'],
  ['D', 'Done with the record'],
] as const

/** The keys that decide about the document now. */
const decisionKeys = ({ definition, permissions }: DocumentTools['model'], record: Row) =>
  decisionNames
    .filter((name) => controlOf(definition, name, record, permissions).state === 'ready')
    .map((name) => [name.charAt(0).toUpperCase(), definition.actions[name]?.label ?? name] as const)

interface KeysProps {
  readonly decisions: ReturnType<typeof decisionKeys>
  readonly queue: QueuePlace | undefined
  readonly canEnd: boolean
}

const keysOf = ({ decisions, queue, canEnd }: KeysProps) => [
  ...decisions,
  ...viewerKeys,
  ...(queue === undefined ? [] : queueKeys),
  ...(canEnd ? claimKeys : []),
]

const KeyHint = ({ decisions, queue, canEnd }: KeysProps) => (
  <p className="cs-meta cs-key-hint" aria-hidden="true">
    {decisions.map(([key, label]) => `${label} ${key} · `)}
    Next J · Previous K · All keys ?{queue && ` · Record ${queue.text} · Next N · Previous P`}
    {canEnd && ' · Skip S · Done D'}
  </p>
)

interface CommandsOptions extends Pick<DocumentViewerProps, 'tools' | 'pagerPosition'> {
  readonly picture: Picture
  /** True once the picture is painted and its person is known: a decision needs a look at both. False while one is sent. */
  readonly canDecide: boolean
  /** Called for a decision that comes before that. */
  readonly onEarly: () => void
  readonly showKeys: () => void
}

const LOADING = 'The picture is still loading'
const SENT = 'The decision has been sent: the document is read again'
const NO_PICTURE = 'There is no picture to look at: use the buttons'

/** True while the picture is on its way to the screen. */
const isLoading = (file: DocumentFile, { painted, broken }: Picture): boolean =>
  file.state === 'loading' || (file.state === 'ready' && painted !== file.content && broken !== file.content)

/** Why a decision must wait, once one was asked for: by a key, or by a press on a button that is off. */
function useEarly(id: string, canDecide: boolean) {
  const [asked, setAsked] = useState<string>()
  const onEarly = useCallback(() => setAsked(id), [id])
  const footer = useDelegatedClick<HTMLElement>((target) => {
    if (!canDecide && target.closest('[data-action][aria-disabled="true"]') !== null) onEarly()
  })
  return { isEarly: asked === id && !canDecide, onEarly, footer }
}

function useCommands({ tools, pagerPosition, picture, canDecide, onEarly, showKeys }: CommandsOptions) {
  const queue = useQueue()
  const endClaim = useEndClaim()
  const { record } = pagerPosition.current
  const decide = (action: 'approve' | 'reject') => {
    const { definition, permissions } = tools.model
    if (controlOf(definition, action, record, permissions).state !== 'ready') return
    if (canDecide) tools.start(action, record)
    else onEarly()
  }
  return (command: Command) => {
    if (command.does === 'move') picture.move(command.dx, command.dy)
    else if (command.does === 'decide') decide(command.action)
    else if (command.does === 'step') queue?.move(command.towards, { resume: true })
    else if (command.does === 'end') endClaim?.(command.as)
    else if (command.does === 'zoomIn') picture.zoom(ZOOM_STEP)
    else if (command.does === 'zoomOut') picture.zoom(1 / ZOOM_STEP)
    else if (command.does === 'fit') picture.fit()
    else if (command.does === 'rotate') picture.rotate()
    else if (command.does === 'keys') showKeys()
    else if (pagerPosition[command.does] !== undefined) tools.view(pagerPosition[command.does] ?? '')
  }
}

/**
 * Shows a document next to its applicant's data, without a copy on disk. Every tool has a key: + and - zoom, 0 fits, ]
 * rotates, J and K and the arrows change the document, N and P the record; arrows move a zoomed picture. A approves and R
 * rejects, once the picture can be seen. The wheel and a pinch zoom around the pointer.
 */
export const DocumentViewer = ({ page, tools, pagerPosition, isAsking, close }: DocumentViewerProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useForgetFiles()
  const { record, applicant } = pagerPosition.current
  const isRejected = record['status'] === ('rejected' satisfies Status<'document'>)
  const file = useDocumentFile(tools.model.definition.name, record)
  const picture = usePicture()
  const queue = useQueue()
  const canEnd = useEndClaim() !== undefined
  const warning = usePageWarning()
  const [hasKeys, showKeys] = useState(false)
  const isSent = decisionNames.some((name) => tools.busy.has(busyKey(name, record)))
  const undecidable = isSent ? SENT : applicant.undecidable
  const canDecide = undecidable === undefined && file.state === 'ready' && picture.painted === file.content
  const waits = undecidable ?? (!isRejected && isLoading(file, picture) ? LOADING : undefined)
  // Without a picture only the buttons decide.
  const decisions = canDecide || waits !== undefined ? decisionKeys(tools.model, record) : []
  const { isEarly, onEarly, footer } = useEarly(String(record.id), canDecide)
  const run = useCommands({ tools, pagerPosition, picture, canDecide, onEarly, showKeys: () => showKeys(true) })
  useViewerKeys({ dialog, isZoomed: picture.imageTransform.zoom > 1, isOff: isAsking || hasKeys, run })
  useFocusInside(isAsking, () => dialog.current?.focus())
  return (
    <>
      <Modal
        kind="full"
        className="cs-docview"
        ref={dialog}
        labelledBy={id}
        describedBy={describedBy(id)}
        onClose={close}
      >
        <Head id={id} page={page} pagerPosition={pagerPosition} tools={tools} close={close} />
        <Description {...{ id, pagerPosition, queue }} />
        <div className="cs-docview-stage">
          <ImageViewport picture={picture} file={file} isRejected={isRejected} label={namedOf(pagerPosition.current)} />
          <Tools picture={picture} isOff={isRejected || file.state !== 'ready'} />
        </div>
        <Applicant page={page} applicant={applicant} />
        <footer ref={footer} data-keyed={canDecide ? decisionNames.join(' ') : undefined}>
          <KeyHint {...{ decisions, queue, canEnd }} />
          {queue?.isMoving === true && <output className="cs-meta cs-late">Looking for another record…</output>}
          <output className="cs-warning">{isEarly ? (waits ?? NO_PICTURE) : warning?.text}</output>
          <PartActions
            model={tools.model}
            record={record}
            busy={tools.busy}
            of={record['proof'] === null ? titleOf(record) : undefined}
            reasonOf={(name) => (name === 'download' ? undefined : waits)}
          />
        </footer>
      </Modal>
      {hasKeys && <KeysDialog keys={keysOf({ decisions, queue, canEnd })} onClose={() => showKeys(false)} />}
    </>
  )
}
