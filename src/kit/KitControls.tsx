import { useNotify } from 'ra-core'
import { useState, type ReactNode } from 'react'
import { InputField } from '../inputs/InputField.tsx'
import { textIn } from '../inputs/inputValue.ts'
import { Button, Spinner, type ButtonLook } from '../ui/Button.tsx'
import { Checkboxes } from '../ui/Checkbox.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Field, notedBy } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'
import { Segments } from '../ui/Segments.tsx'
import { Select } from '../ui/Select.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { Toolbar } from '../ui/Toolbar.tsx'

export const Piece = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <section className="cs-stack cs-kit-piece" aria-label={name}>
    <h2>{name}</h2>
    {children}
  </section>
)

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
  const [segment, setSegment] = useState<'one' | 'two'>('one')
  const notify = useNotify()
  return (
    <Piece name="Menu, Toolbar, Segments, Tabs and Toast">
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
      <Toolbar label="Selected records" className="cs-row">
        <Button>Approve</Button>
        <Button>Disapprove</Button>
      </Toolbar>
      <Segments
        legend="Segments"
        options={['one', 'two']}
        labels={{ one: 'One', two: 'Two' }}
        value={segment}
        onChoose={setSegment}
      />
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

/** What people press, type and choose. */
export const KitControls = () => (
  <>
    <Buttons />
    <Fields />
    <Moving />
  </>
)
