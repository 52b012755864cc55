import { useStore } from 'ra-core'
import { useCallback, useMemo } from 'react'
import type { ListResource } from '../../language/resource.ts'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { namingColumn } from '../model/rowModel.ts'

/** The person's choice of columns. It lists the ids of hidden columns, so a new column shows until it is hidden. */
export interface HiddenColumns {
  readonly hidden: readonly string[]
  readonly toggle: (id: string) => void
  readonly showAll: () => void
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Stores the choice under `{resource}.columns` by column id. Ids that no longer exist are ignored (D-60b). */
export function useHiddenColumns(definition: ListResource): HiddenColumns {
  const [stored, setStored] = useStore<unknown>(`${definition.name}.columns`, [])
  const hidden = useMemo(() => {
    const known = definition.list.columns.map(({ id }) => id)
    return Array.isArray(stored) ? stored.filter(isText).filter((id) => known.includes(id)) : []
  }, [definition, stored])
  const toggle = useCallback(
    (id: string) => setStored(hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id]),
    [hidden, setStored],
  )
  const showAll = useCallback(() => setStored([]), [setStored])
  return { hidden, toggle, showAll }
}

interface ColumnMenuProps {
  readonly definition: ListResource
  readonly choice: HiddenColumns
}

/** The menu for choosing which columns show. The column that names the row always shows. */
export const ColumnMenu = ({ definition, choice }: ColumnMenuProps) => {
  const naming = namingColumn(definition)?.id
  return (
    <Menu label="Columns" icon="columns" isActive={choice.hidden.length > 0}>
      {() => (
        <>
          {definition.list.columns.map(({ id, label }) => (
            <MenuItem
              key={id}
              kind="checkbox"
              isChecked={id === naming || !choice.hidden.includes(id)}
              isDisabled={id === naming}
              onChoose={() => choice.toggle(id)}
            >
              {label}
            </MenuItem>
          ))}
          {choice.hidden.length > 0 && (
            <div className="cs-menu-section">
              <MenuItem onChoose={choice.showAll}>Show all</MenuItem>
            </div>
          )}
        </>
      )}
    </Menu>
  )
}
