import { usePageTitle } from '../layout/usePageTitle.ts'
import { densities, keyChoices, themeChoices, useDensity, useKeyChoice, useThemeChoice } from '../theme/preferences.ts'

interface ChoiceProps<T extends string> {
  readonly legend: string
  readonly name: string
  readonly options: readonly T[]
  readonly labels: Readonly<Record<T, string>>
  readonly value: T
  readonly onChange: (value: T) => void
}

const Choice = <T extends string>({ legend, name, options, labels, value, onChange }: ChoiceProps<T>) => (
  <fieldset className="cs-field">
    <legend>{legend}</legend>
    <div className="cs-segments">
      {options.map((option) => (
        <label key={option}>
          <input type="radio" name={name} value={option} checked={option === value} onChange={() => onChange(option)} />
          {labels[option]}
        </label>
      ))}
    </div>
  </fieldset>
)

const themeLabels = { system: 'System', light: 'Light', dark: 'Dark' }
const keyLabels = { on: 'On', off: 'Off' }
const densityLabels = { comfortable: 'Comfortable', compact: 'Compact' }

/** `/settings`: how the console looks on this machine (D-22). */
export const Settings = () => {
  usePageTitle('Settings')
  const [theme, setTheme] = useThemeChoice()
  const [density, setDensity] = useDensity()
  const [keys, setKeys] = useKeyChoice()
  return (
    <section className="cs-stack cs-page">
      <h1>Settings</h1>
      <Choice
        legend="Theme"
        name="theme"
        options={themeChoices}
        labels={themeLabels}
        value={theme}
        onChange={setTheme}
      />
      <Choice
        legend="Table rows"
        name="density"
        options={densities}
        labels={densityLabels}
        value={density}
        onChange={setDensity}
      />
      <Choice
        legend="Single keys, such as J or ?"
        name="keys"
        options={keyChoices}
        labels={keyLabels}
        value={keys}
        onChange={setKeys}
      />
      <p className="cs-muted">Kept on this machine only.</p>
    </section>
  )
}
