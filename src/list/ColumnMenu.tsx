import type { ListResource } from '../../language/resource.ts'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { namingColumn } from '../model/rowModel.ts'
import type { HiddenColumns } from './useColumns.ts'

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
