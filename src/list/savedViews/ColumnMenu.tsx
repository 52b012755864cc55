import type { DragEvent, KeyboardEvent } from 'react'
import type { ListResource } from '../../../language/resource.ts'
import { namingColumn } from '../../../language/namingColumn.ts'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { byPlaceIn, type ColumnChoice } from '../useColumns.ts'

interface ColumnMenuProps {
  readonly definition: ListResource
  readonly choice: ColumnChoice
}

/** The ids with one of them at the place of another one. */
const moved = (ids: readonly string[], id: string, to: number): readonly string[] => {
  const others = ids.filter((other) => other !== id)
  return [...others.slice(0, to), id, ...others.slice(to)]
}

const idOf = (target: EventTarget): string =>
  (target instanceof Element && target.closest<HTMLElement>('[data-column]')?.dataset['column']) || ''

/** Moves a column by Alt with an arrow key, or by the mouse. A first column that names the row stays first. */
function useMoves({ definition, choice }: ColumnMenuProps, ids: readonly string[], first: number) {
  const move = (id: string, to: number) => {
    if (ids.indexOf(id) < first || to < first || to >= ids.length) return
    choice.set({ hidden: choice.hidden, order: moved(ids, id, to) })
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!event.altKey || by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const id = idOf(event.target)
    move(id, ids.indexOf(id) + by)
  }
  const type = `countersign/${definition.name.toLowerCase()}`
  return {
    onKeyDown: press,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData(type, idOf(event.target)),
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes(type)) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      move(event.dataTransfer.getData(type), ids.indexOf(idOf(event.target)))
    },
  }
}

const ColumnItems = ({ definition, choice }: ColumnMenuProps) => {
  const { hidden, order } = choice
  const naming = namingColumn(definition)?.id
  const columns = definition.list.columns.toSorted((one, other) => byPlaceIn(order)(one.id, other.id))
  const ids = columns.map(({ id }) => id)
  const moves = useMoves({ definition, choice }, ids, definition.list.columns[0]?.id === naming ? 1 : 0)
  const toggle = (id: string) => {
    choice.set({ hidden: hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id], order })
  }
  return (
    <div {...moves} role="presentation">
      {columns.map(({ id, label }) => (
        <div key={id} data-column={id} draggable role="presentation">
          <MenuItem
            kind="checkbox"
            isChecked={id === naming || !hidden.includes(id)}
            isDisabled={id === naming}
            onChoose={() => toggle(id)}
          >
            {label}
          </MenuItem>
        </div>
      ))}
      <p className="cs-meta cs-menu-note">Move: drag, or Alt ↑ ↓</p>
      {hidden.length > 0 && (
        <div className="cs-menu-section">
          <MenuItem onChoose={() => choice.set({ hidden: [], order })}>Show all</MenuItem>
        </div>
      )}
      {order.length > 0 && <MenuItem onChoose={() => choice.set({ hidden, order: [] })}>Usual order</MenuItem>}
    </div>
  )
}

/** The menu for choosing which columns show, and in which order. The column that names the row always shows. */
export const ColumnMenu = (props: ColumnMenuProps) => (
  <Menu label="Columns" icon="columns" isActive={props.choice.hidden.length + props.choice.order.length > 0}>
    {() => <ColumnItems {...props} />}
  </Menu>
)
