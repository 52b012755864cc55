import { useLayoutEffect, useRef, useState } from 'react'
import { objectOf, type Input } from '../../language/input.ts'
import { Button } from '../ui/Button.tsx'
import { FieldGroup } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { focusField } from './fieldErrors.ts'
import type { OuterFieldProps } from './GroupInput.tsx'
import { emptyValue, groupIn, rowsIn, shownMembers, type InputValue } from './inputValue.ts'
import './structure.css'

/** Rows of so many short fields have one line each, under the names of the fields. */
const MOST_IN_LINE = 4

const tall: readonly Input['control'][] = ['lines', 'checkboxes', 'radio', 'group', 'rows']

const isInLine = ({ members = {}, control }: Input): boolean =>
  control === 'group'
    ? Object.keys(members).length <= MOST_IN_LINE &&
      Object.values(members).every((each) => !tall.includes(each.control) && each.when === undefined)
    : !tall.includes(control)

/** Keys that stay with their rows when others are removed. */
function useRowKeys(count: number) {
  const [kept, setKept] = useState<readonly string[]>([])
  const keys = Array.from({ length: count }, (_, index) => kept[index] ?? `${kept.length}-${index}`)
  return { keys, dropKey: (index: number) => setKept(keys.filter((_, own) => own !== index)) }
}

/** Moves the focus once the rows are drawn: to a new row, or to the button that removes the next one. */
function useFocusAfter() {
  const root = useRef<HTMLFieldSetElement>(null)
  const [move, focusAfter] = useState<(fieldset: HTMLFieldSetElement) => void>()
  useLayoutEffect(() => {
    if (root.current !== null) move?.(root.current)
  }, [move])
  return { root, focusAfter: (next: (fieldset: HTMLFieldSetElement) => void) => focusAfter(() => next) }
}

const REMOVE = '[data-remove]'

interface RowProps {
  readonly props: Omit<OuterFieldProps, 'texts'>
  readonly row: Input
  readonly value: InputValue
  readonly index: number
  readonly onChange: (value: InputValue) => void
  readonly onRemove: () => void
}

/** One row: the fields of an item, and the button that removes it. */
const Row = ({ props: { draw, ...props }, row, value, index, onChange, onRemove }: RowProps) => {
  const path = `${props.name}/${index}`
  const shared = { ...props, isInForm: false }
  const error = props.errors[path]
  const group = groupIn(value)
  const members = Object.entries(shownMembers(row, group)).map(([member, own]) => {
    const change = (next: InputValue) => onChange({ ...group, [member]: next })
    const inner = { name: `${path}/${member}`, input: own, choices: own.choices, value: group[member] }
    return draw({ ...shared, ...inner, onChange: change })
  })
  return (
    <li>
      <span className="cs-muted cs-rows-number" aria-hidden="true">
        {index + 1}
      </span>
      <fieldset className="cs-rows-fields" aria-label={`${row.label} ${index + 1}`}>
        {row.control === 'group'
          ? members
          : draw({ ...shared, name: path, input: row, choices: row.choices, value, onChange })}
        {row.control === 'group' && error !== undefined && <p className="cs-meta cs-danger">{error}</p>}
      </fieldset>
      <Button
        look="icon"
        className="cs-rows-remove"
        data-remove=""
        isOff={isFixed(props)}
        aria-label={`Remove ${row.label} ${index + 1}`}
        onClick={onRemove}
      >
        <Icon name="close" />
      </Button>
    </li>
  )
}

const isFixed = ({ isReadOnly, isDisabled }: Pick<OuterFieldProps, 'isReadOnly' | 'isDisabled'>): boolean =>
  isReadOnly === true || isDisabled === true

/** Focuses the button that removes the row at this place, or the last one, or the one that adds a row. */
const focusRemove = (index: number, name: string) => (fieldset: HTMLFieldSetElement) => {
  const buttons = fieldset.querySelectorAll<HTMLElement>(REMOVE)
  const next = buttons[Math.min(index, buttons.length - 1)]
  if (next === undefined) focusField(fieldset, name)
  else next.focus()
}

/** The items of a list as rows, with buttons that add one and remove each. Their errors show once one tries to send. */
export const RowsInput = ({ texts, onBlur: _leave, ...props }: OuterFieldProps) => {
  const { name, input, value, onChange } = props
  const rows = rowsIn(value)
  const { keys, dropKey } = useRowKeys(rows.length)
  const { root, focusAfter } = useFocusAfter()
  const [removed, setRemoved] = useState('')
  const { row } = input
  if (row === undefined) return null
  const isNamed = row.label !== input.label
  const { maxItems = Infinity } = objectOf(input.schema ?? {})
  const add = () => {
    onChange([...rows, emptyValue(row)])
    setRemoved('')
    focusAfter((fieldset) => focusField(fieldset, `${name}/${rows.length}`))
  }
  const remove = (index: number) => {
    dropKey(index)
    onChange(rows.filter((_, own) => own !== index))
    setRemoved(`${row.label} ${index + 1} removed`)
    focusAfter(focusRemove(index, name))
  }
  return (
    <FieldGroup {...texts} hasRoom={false} className="cs-field cs-rows" ref={root}>
      <ol data-inline={isInLine(row)}>
        {rows.map((each, index) => (
          <Row
            key={keys[index]}
            {...{ props, row, index }}
            value={each}
            onChange={(next) => onChange(rows.map((own, at) => (at === index ? next : own)))}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <div className="cs-row cs-rows-add">
        <Button
          size="small"
          name={name}
          isOff={isFixed(props) || rows.length >= maxItems}
          aria-label={isNamed ? undefined : `Add to ${input.label}`}
          onClick={add}
        >
          {isNamed ? `Add ${row.label.toLowerCase()}` : 'Add'}
        </Button>
        {maxItems < Infinity && <span className="cs-meta">{`${rows.length} of at most ${maxItems}`}</span>}
        <output className="cs-visually-hidden">{removed}</output>
      </div>
    </FieldGroup>
  )
}
