import type { AnyDefinition } from '../../schemas/meta/defineResource.ts'
import { Menu, MenuItem } from '../parts/Menu.tsx'
import { resolveColumns } from '../table/columns.ts'
import type { HiddenColumns } from './useHiddenColumns.ts'

interface ColumnMenuProps {
  readonly definition: AnyDefinition
  readonly choice: HiddenColumns
}

/** Which columns are shown. The first one names the row and always stays. */
export const ColumnMenu = ({ definition, choice }: ColumnMenuProps) => (
  <Menu label="Columns" icon="columns" isActive={choice.hidden.length > 0}>
    {() => (
      <>
        {resolveColumns(definition).map(({ id, label }, index) => (
          <MenuItem
            key={id}
            kind="checkbox"
            isChecked={index === 0 || !choice.hidden.includes(id)}
            isDisabled={index === 0}
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
