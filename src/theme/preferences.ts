import { useStore } from 'ra-core'
import { useEffect } from 'react'

/** The theme that a person can choose. `system` follows the machine's setting. */
export const themeChoices = ['system', 'light', 'dark'] as const
type ThemeChoice = (typeof themeChoices)[number]

/** The height of table rows: 36 px or 28 px. */
export const densities = ['comfortable', 'compact'] as const
type Density = (typeof densities)[number]

const oneOf = <T extends string>(values: readonly T[], value: unknown, otherwise: T): T =>
  values.find((known) => known === value) ?? otherwise

/** A stored theme choice, or `system` for anything unknown. */
const asThemeChoice = (value: unknown): ThemeChoice => oneOf(themeChoices, value, 'system')

export const useThemeChoice = (): readonly [ThemeChoice, (choice: ThemeChoice) => void] => {
  const [stored, setStored] = useStore<unknown>('theme', 'system')
  return [asThemeChoice(stored), setStored]
}

export const useDensity = (): readonly [Density, (density: Density) => void] => {
  const [stored, setStored] = useStore<unknown>('density', 'comfortable')
  return [oneOf(densities, stored, 'comfortable'), setStored]
}

/** Whether single keys such as J or ? work on their own, for people whose tools press keys by themselves. */
export const keyChoices = ['on', 'off'] as const
type KeyChoice = (typeof keyChoices)[number]

export const useKeyChoice = (): readonly [KeyChoice, (choice: KeyChoice) => void] => {
  const [stored, setStored] = useStore<unknown>('keys', 'on')
  return [oneOf(keyChoices, stored, 'on'), setStored]
}

const darkQuery = '(prefers-color-scheme: dark)'

/**
 * Sets the theme on the root element, where the style sheet reads it. `system` keeps following the machine's setting.
 */
export const useAppliedTheme = (): void => {
  const [choice] = useThemeChoice()
  useEffect(() => {
    const machine = matchMedia(darkQuery)
    const apply = () => {
      const isDark = choice === 'dark' || (choice === 'system' && machine.matches)
      document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
    }
    apply()
    machine.addEventListener('change', apply)
    return () => machine.removeEventListener('change', apply)
  }, [choice])
}

/** Sets the choice of single keys on the root element, where their listeners read it. */
export const useAppliedKeys = (): void => {
  const [keys] = useKeyChoice()
  useEffect(() => {
    document.documentElement.dataset['keys'] = keys
  }, [keys])
}

/** Sets the density on the root element, where the style sheet reads it. */
export const useAppliedDensity = (): void => {
  const [density] = useDensity()
  useEffect(() => {
    document.documentElement.dataset['density'] = density
  }, [density])
}
