import type { FilterMenu as FilterMenuDefinition } from '../../language/list.ts'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import type { FilterChoice, FilterGroup } from './filterChoice.ts'

interface FilterMenuProps {
  readonly menu: FilterMenuDefinition
  readonly groups: readonly FilterGroup[]
  readonly current: FilterChoice | undefined
  readonly onChoose: (choice: FilterChoice | undefined) => void
}

/** A choice that holds and that its section does not offer, such as a state the server no longer lists. */
const withCurrent = ({ title, choices }: FilterGroup, current: FilterChoice | undefined): readonly FilterChoice[] =>
  current !== undefined && current.section === title && !choices.some(({ key }) => key === current.key)
    ? [...choices, current]
    : choices

/** The list's one filter menu: everything first, then its sections; one choice holds at a time. */
export const FilterMenu = ({ menu, groups, current, onChoose }: FilterMenuProps) => (
  <Menu label={menu.label} icon="filter" isActive={current !== undefined}>
    {(close) => {
      const choose = (choice: FilterChoice | undefined) => () => {
        close()
        onChoose(choice)
      }
      const all = (
        <MenuItem kind="radio" isChecked={current === undefined} onChoose={choose(undefined)}>
          {menu.all}
        </MenuItem>
      )
      return groups.map((group, index) => (
        <fieldset className="cs-menu-section" key={group.name} aria-label={group.title}>
          <p className="cs-menu-title" aria-hidden="true">
            {group.title}
          </p>
          {index === 0 && all}
          {withCurrent(group, current).map((choice) => (
            <MenuItem key={choice.key} kind="radio" isChecked={choice.key === current?.key} onChoose={choose(choice)}>
              {choice.value}
            </MenuItem>
          ))}
        </fieldset>
      ))
    }}
  </Menu>
)
