import { useState } from 'react'
import type { Failure } from '../data/failure.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { FactLine, Facts } from '../ui/Facts.tsx'
import { Icon, iconNames } from '../ui/Icon.tsx'
import { FailureNotice, Notice, NotRefreshed, RowsNotice } from '../ui/Notice.tsx'
import { Table } from '../ui/Table.tsx'
import { Piece } from './KitControls.tsx'

const failure: Failure = {
  kind: 'failed',
  code: 'UPSTREAM_FAILED',
  message: 'The service failed. Nothing was changed.',
  requestId: 'a1b2c3',
}
const forbidden: Failure = { ...failure, kind: 'forbidden' }
const doNothing = () => undefined

const layers = ['dialog', 'drawer', 'view', 'sheet'] as const

const Layers = () => {
  const [open, setOpen] = useState<(typeof layers)[number]>()
  const close = () => setOpen(undefined)
  return (
    <Piece name="Dialog and Drawer">
      <div className="cs-row">
        {layers.map((layer) => (
          <Button key={layer} aria-haspopup="dialog" onClick={() => setOpen(layer)}>
            {`Open ${layer}`}
          </Button>
        ))}
      </div>
      {open === 'dialog' && (
        <Dialog
          title="Remove Mara Quill?"
          text="You can't undo this here."
          onCancel={close}
          isGuarded
          buttons={
            <>
              <Button onClick={close} data-first="">
                Cancel
              </Button>
              <Button look="danger" onClick={close}>
                Remove
              </Button>
            </>
          }
        >
          <FailureNotice failure={failure} />
        </Dialog>
      )}
      {open !== undefined && open !== 'dialog' && (
        <Drawer kind={open} title="Mara Quill" of="Record 9ZZ10041" onClose={close}>
          <Facts kind="lines">
            <FactLine label="Status">COMPLETE</FactLine>
          </Facts>
        </Drawer>
      )}
    </Piece>
  )
}

const factKinds = [undefined, 'columns', 'lines', 'inline', 'stacked'] as const

const Values = () => (
  <Piece name="Facts and Table">
    {factKinds.map((kind) => (
      <Facts key={kind ?? 'list'} {...(kind && { kind })}>
        <FactLine label="Name">Mara Quill</FactLine>
        <FactLine label="Number">
          <code>9ZZ10041</code>
        </FactLine>
      </Facts>
    ))}
    <Table
      label="Banks"
      className="cs-grid--stacks"
      items={[{ bank: 'Savings', state: 'APPROVED', amount: '1,200.00' }]}
      columns={[
        { label: 'Bank', isName: true, draw: ({ bank }) => bank },
        { label: 'State', className: 'cs-state', draw: ({ state }) => state },
        { label: 'Amount', className: 'cs-number', draw: ({ amount }) => amount },
      ]}
    />
    <Disclosure title="History" count={2}>
      Two lines
    </Disclosure>
  </Piece>
)

const stateKinds = ['empty', 'hidden', 'lost'] as const

const noticeTones = ['danger', 'warning', 'info', 'success', 'neutral'] as const

const States = () => (
  <Piece name="Notice, EmptyState, ErrorState and Skeleton">
    {noticeTones.map((tone) => (
      <Notice key={tone} tone={tone}>
        <p>{`A notice of ${tone}`}</p>
      </Notice>
    ))}
    <RowsNotice failure={failure} retry={doNothing} />
    <NotRefreshed failure={failure} retry={doNothing} />
    {stateKinds.map((kind) => (
      <EmptyState key={kind} kind={kind} title={`Nothing here (${kind})`} action={{ label: 'Reset', run: doNothing }}>
        Why there is nothing.
      </EmptyState>
    ))}
    <ErrorState title="Couldn't load records." failure={failure} retry={doNothing} />
    <ErrorState title="Couldn't load records." failure={forbidden} retry={doNothing} />
    <div className="cs-row">
      {['text', 'dateTime', 'status', 'toggle'].map((kind) => (
        <span key={kind} className={`cs-skeleton cs-skeleton--${kind}`} />
      ))}
    </div>
    <div className="cs-row">
      {iconNames.map((name) => (
        <Icon key={name} name={name} />
      ))}
    </div>
  </Piece>
)

/** What opens above a page, what shows values, and what is shown where there are none. */
export const KitContents = () => (
  <>
    <Layers />
    <Values />
    <States />
  </>
)
