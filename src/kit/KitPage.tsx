import { useNotify } from 'ra-core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Checkboxes } from '../ui/Checkbox.tsx'
import { InputField } from '../inputs/InputField.tsx'
import { textIn } from '../inputs/inputValue.ts'
import type { Failure } from '../data/failure.ts'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { Button, Spinner } from '../ui/Button.tsx'
import type { ButtonLook } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { FactLine, Facts } from '../ui/Facts.tsx'
import { Field, notedBy } from '../ui/Field.tsx'
import { Icon, iconNames } from '../ui/Icon.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { FailureNotice, Notice, NotRefreshed, RowsNotice } from '../ui/Notice.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'
import { Select } from '../ui/Select.tsx'
import { Table } from '../ui/Table.tsx'
import { Tabs } from '../ui/Tabs.tsx'
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
  <section className="cs-stack cs-kit-piece" aria-label={name}>
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
      <Button className="cs-chip">
        A filter
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
            <FactLine label="Status">COMPLETE</FactLine>
          </Facts>
        </Drawer>
      )}
    </Piece>
  )
}

const documents = [
  { value: 'w2', label: 'W-2' },
  { value: 'license', label: "Driver's license" },
]

const countries = Array.from({ length: 60 }, (_, index) => ({ value: `${index}`, label: `Country ${index + 1}` }))

const Fields = () => {
  const [country, setCountry] = useState('')
  const [text, setText] = useState('')
  const [choice, setChoice] = useState('')
  const [ticked, setTicked] = useState<readonly string[]>([])
  return (
    <Piece name="Field, Select, Checkbox and Search">
      <div className="cs-kit-columns">
        <Field id="kit-hint" label="With a hint" hint="As on the bank statement" isMarked hasRoom>
          <input className="cs-input" id="kit-hint" aria-describedby={notedBy('kit-hint', { hint: '' })} />
        </Field>
        <Field id="kit-off" label="Off">
          <input className="cs-input" id="kit-off" defaultValue="Not to be changed" disabled />
        </Field>
        <InputField
          name="wrong"
          input={{ label: 'Wrong', control: 'lines' }}
          value={text}
          errors={{ wrong: 'Please enter a reason' }}
          onChange={(value) => setText(textIn(value))}
        />
        <Field id="kit-choice" label="Document" warning="It is older than three months">
          <Select
            id="kit-choice"
            choices={documents}
            placeholder="Please choose"
            value={choice}
            onChoose={setChoice}
            aria-describedby={notedBy('kit-choice', { warning: '' })}
          />
        </Field>
        <Field id="kit-country" label="Country">
          <Combobox
            id="kit-country"
            choices={countries}
            placeholder="Please choose"
            value={country}
            onChoose={setCountry}
          />
        </Field>
        <Checkboxes
          name="ticks"
          label="Documents"
          choices={documents}
          values={ticked}
          error={undefined}
          isReadOnly={false}
          onChoose={setTicked}
        />
        <SearchInput
          label="Search"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onClear={() => setText('')}
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
        <FactLine label="Name">Mara Quill</FactLine>
        <FactLine label="Account Number">
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
    <RowsNotice text="These rows may be out of date:" failure={failure} retry={doNothing} />
    <NotRefreshed failure={failure} retry={doNothing} />
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
    <div className="cs-stack cs-kit">
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
