import type { ListResource } from '../../language/resource.ts'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { namingColumn } from '../table/rowModel.ts'
import type { HiddenColumns } from './useHiddenColumns.ts'

interface ColumnMenuProps {
  readonly definition: ListResource
  readonly choice: HiddenColumns
}

/** Which columns are shown. The one that names the row always is. */
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
            <button type="button" className="cs-menu-foot" role="menuitem" tabIndex={-1} onClick={choice.showAll}>
              Show all
            </button>
          )}
        </>
      )}
    </Menu>
  )
}
