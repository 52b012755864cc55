import { version } from '../../package.json'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { densities, keyChoices, themeChoices, useDensity, useKeyChoice, useThemeChoice } from '../theme/preferences.ts'
import { AddressNote } from '../ui/AddressNote.tsx'
import { Segments } from '../ui/Segments.tsx'

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
      <AddressNote />
      <Segments legend="Theme" options={themeChoices} labels={themeLabels} value={theme} onChoose={setTheme} />
      <Segments legend="Table rows" options={densities} labels={densityLabels} value={density} onChoose={setDensity} />
      <Segments
        legend="Single keys, such as J or ?"
        options={keyChoices}
        labels={keyLabels}
        value={keys}
        onChoose={setKeys}
      />
      <p className="cs-muted">Kept on this machine only.</p>
      <p className="cs-muted">Version {version}</p>
    </section>
  )
}
