import type { FocusEvent, ReactNode } from 'react'
import { firstOf } from '../../language/orderedInputs.ts'
import { FieldGroup, type FieldTexts } from '../ui/Field.tsx'
import type { InputFieldProps } from './InputField.tsx'
import { drawInRanges } from './drawInRanges.tsx'
import { groupIn, shownMembers } from './inputValue.ts'
import './structure.css'

/** What the fields with other fields inside have: the texts around them, and how to draw a field inside. */
export interface OuterFieldProps extends InputFieldProps {
  readonly texts: Omit<FieldTexts, 'children'>
  readonly draw: (inner: InputFieldProps) => ReactNode
}

/** The members of an object, each with its own field. Their errors show once the person has left the group. */
export const GroupInput = ({ texts, draw, onBlur, ...props }: OuterFieldProps) => {
  const { name, input, value, onChange } = props
  const group = groupIn(value)
  const members = shownMembers(input, group)
  // Members that are required have a mark of their own.
  const isMarked = texts.isMarked === true && Object.values(members).every(({ required }) => required === undefined)
  const drawMember = (member: string) => {
    const inner = members[member]
    if (inner === undefined) return null
    return draw({
      ...props,
      name: `${name}/${member}`,
      input: inner,
      choices: inner.choices,
      value: group[member],
      onChange: (next) => onChange({ ...group, [member]: next }),
    })
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onBlur?.()
  }
  return (
    <FieldGroup {...texts} isMarked={isMarked} hasRoom={false} className="cs-field cs-group" onBlur={leave}>
      <div className="cs-group-fields">
        {drawInRanges({ names: Object.keys(members), firstOf: (member) => firstOf(members[member]), draw: drawMember })}
      </div>
    </FieldGroup>
  )
}
