import { useNotify } from 'ra-core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Checkbox } from '../ui/Checkbox.tsx'
import { ChoiceField, InputField } from '../actions/InputField.tsx'
import type { Failure } from '../data/failure.ts'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { Button, Spinner } from '../ui/Button.tsx'
import type { ButtonLook } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Icon, iconNames } from '../ui/Icon.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { FailureNotice } from '../ui/Notice.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import '../ui/grid.css'
import '../ui/parts.css'
import './kit.css'

const looks: readonly ButtonLook[] = [
  'outline',
  'primary',
  'danger',
  'dangerOutline',
  'active',
  'plain',
  'quiet',
  'link',
]

const failure: Failure = {
  kind: 'failed',
  code: 'UPSTREAM_FAILED',
  message: 'The service failed. Nothing was changed.',
  requestId: 'a1b2c3',
}
const forbidden: Failure = { ...failure, kind: 'forbidden' }
const doNothing = () => undefined

const Piece = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <section className="cs-kit-piece" aria-label={name}>
    <h2>{name}</h2>
    {children}
  </section>
)

const Buttons = () => (
  <Piece name="Button">
    {looks.map((look) => (
      <div key={look} className="cs-row">
        <Button look={look}>{look}</Button>
        <Button look={look} isOff title="Why it is off">
          Off
        </Button>
        <Button look={look} isBusy>
          Busy
        </Button>
        <Button look={look} disabled>
          Disabled
        </Button>
        <Button look={look} size="small">
          Small
        </Button>
      </div>
    ))}
    <div className="cs-row">
      <Button look="primary" isBusy busyLabel="Sending">
        Send
      </Button>
      <Button look="icon" aria-label="Close">
        <Icon name="close" />
      </Button>
      <Spinner />
    </div>
  </Piece>
)

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
          title="Close the account of Mara Quill?"
          text="You can't undo this here."
          onCancel={close}
          isGuarded
          buttons={
            <>
              <Button onClick={close} data-first="">
                Cancel
              </Button>
              <Button look="danger" onClick={close}>
                Close Account
              </Button>
            </>
          }
        >
          <FailureNotice failure={failure} />
        </Dialog>
      )}
      {open !== undefined && open !== 'dialog' && (
        <Drawer kind={open} title="Mara Quill" of="Account 9ZZ10041" onClose={close}>
          <Facts kind="lines">
            <div>
              <dt>Status</dt>
              <dd>COMPLETE</dd>
            </div>
          </Facts>
        </Drawer>
      )}
    </Piece>
  )
}

const Fields = () => {
  const [text, setText] = useState('')
  const [choice, setChoice] = useState('')
  const [isTicked, setTicked] = useState(false)
  return (
    <Piece name="Field and Select">
      <div className="cs-kit-columns">
        <InputField
          name="text"
          input={{ label: 'Reason', placeholder: 'Please enter a reason' }}
          value={text}
          error={undefined}
          isReadOnly={false}
          onType={setText}
        />
        <InputField
          name="wrong"
          input={{ label: 'Wrong', multiline: true }}
          value={text}
          error="Please enter a reason"
          isReadOnly={false}
          onType={setText}
        />
        <ChoiceField
          name="choice"
          input={{ label: 'Document' }}
          choices={[{ value: 'w2', label: 'W-2' }]}
          value={choice}
          error={undefined}
          isReadOnly={false}
          onChoose={setChoice}
        />
        <Checkbox
          name="tick"
          label="I have checked it"
          isTicked={isTicked}
          isInvalid={false}
          isReadOnly={false}
          onTick={setTicked}
        />
      </div>
    </Piece>
  )
}

const Moving = () => {
  const [chosen, setChosen] = useState('ALL')
  const notify = useNotify()
  return (
    <Piece name="Menu, Tabs and Toast">
      <div className="cs-row">
        <Menu label="Filter" icon="filter" isActive={chosen !== 'ALL'}>
          {(close) =>
            ['ALL', 'COMPLETE', 'CLOSED'].map((value) => (
              <MenuItem
                key={value}
                kind="radio"
                isChecked={value === chosen}
                onChoose={() => {
                  setChosen(value)
                  close()
                }}
              >
                {value}
              </MenuItem>
            ))
          }
        </Menu>
        {(['success', 'info', 'warning', 'error'] as const).map((type) => (
          <Button key={type} onClick={() => notify(`A notice of ${type}`, { type })}>
            {`Show ${type}`}
          </Button>
        ))}
      </div>
      <Tabs
        label="Results"
        tabs={[
          { name: 'one', label: 'Accept', count: 2, draw: () => <p>Two rows</p> },
          { name: 'none', label: 'Reject', count: 0, draw: () => <p>No rows</p> },
        ]}
      />
    </Piece>
  )
}

const factKinds = [undefined, 'columns', 'lines', 'inline', 'stacked'] as const

const Values = () => (
  <Piece name="Facts and Table">
    {factKinds.map((kind) => (
      <Facts key={kind ?? 'list'} {...(kind && { kind })}>
        <div>
          <dt>Name</dt>
          <dd>Mara Quill</dd>
        </div>
        <div>
          <dt>Account Number</dt>
          <dd>
            <code>9ZZ10041</code>
          </dd>
        </div>
      </Facts>
    ))}
    <table className="cs-grid" aria-label="Banks">
      <thead>
        <tr>
          <th scope="col">Bank</th>
          <th scope="col" className="cs-number">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Savings</th>
          <td className="cs-number">1,200.00</td>
        </tr>
      </tbody>
    </table>
  </Piece>
)

const stateKinds = ['empty', 'hidden', 'lost'] as const

const States = () => (
  <Piece name="EmptyState, ErrorState and Skeleton">
    {stateKinds.map((kind) => (
      <EmptyState key={kind} kind={kind} title={`Nothing here (${kind})`} action={{ label: 'Reset', run: doNothing }}>
        Why there is nothing.
      </EmptyState>
    ))}
    <ErrorState title="Couldn't load accounts." failure={failure} retry={doNothing} />
    <ErrorState title="Couldn't load accounts." failure={forbidden} retry={doNothing} />
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

/** All components of the kit in every state, for development. No build includes this page. */
export const KitPage = () => {
  usePageTitle('Kit')
  return (
    <div className="cs-kit">
      <h1>Kit</h1>
      <Buttons />
      <Layers />
      <Fields />
      <Moving />
      <Values />
      <States />
    </div>
  )
}
