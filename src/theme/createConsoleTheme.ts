import { createTheme } from '@mui/material/styles'
import { tokens } from './tokens.ts'
import type { Scheme } from './tokens.ts'

const palette = (scheme: Scheme) => {
  const colour = tokens.colours[scheme]
  return {
    mode: scheme,
    primary: { main: colour.accent, dark: colour['accent-strong'], contrastText: colour['on-accent'] },
    secondary: { main: colour.muted, contrastText: colour.surface },
    error: { main: colour.danger, contrastText: colour['on-danger'] },
    warning: { main: colour.warning, contrastText: colour.surface },
    success: { main: colour.success, contrastText: colour.surface },
    info: { main: colour.info, contrastText: colour.surface },
    text: { primary: colour.text, secondary: colour.muted },
    background: { default: colour.background, paper: colour.surface },
    divider: colour.hairline,
  }
}

const controlDefaults = {
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiButton: {
    defaultProps: { disableElevation: true, size: 'small' },
    styleOverrides: { root: { minHeight: 32, paddingInline: 12, fontSize: 14 } },
  },
  MuiTextField: { defaultProps: { size: 'small' } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiMenuItem: { styleOverrides: { root: { minHeight: 32, fontSize: 14 } } },
  MuiTooltip: { styleOverrides: { tooltip: { fontSize: 12, padding: '4px 8px' } } },
} as const

const dialogDefaults = {
  MuiDialog: {
    styleOverrides: {
      paper: {
        borderRadius: 10,
        border: '1px solid var(--cs-hairline)',
        boxShadow: 'var(--cs-shadow-layer)',
        margin: 16,
      },
    },
  },
  MuiBackdrop: { styleOverrides: { root: { backgroundColor: 'var(--cs-scrim)' } } },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: 16, fontWeight: 600, padding: '20px 24px 8px' } } },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px 16px' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px', gap: 8 } } },
} as const

const sans = tokens.measures.font

/** MUI's theme from the console's tokens; the scheme follows `data-theme` on the root element. */
export const createConsoleTheme = () =>
  createTheme({
    cssVariables: { cssVarPrefix: 'mui', colorSchemeSelector: 'data-theme' },
    colorSchemes: { light: { palette: palette('light') }, dark: { palette: palette('dark') } },
    spacing: 4,
    shape: { borderRadius: 6 },
    breakpoints: { values: { xs: 0, sm: 576, md: 768, lg: 992, xl: 1200 } },
    typography: {
      fontFamily: sans,
      fontSize: 14,
      h1: { fontSize: 20, fontWeight: 600, lineHeight: 1.4 },
      h2: { fontSize: 16, fontWeight: 600, lineHeight: 1.5 },
      body1: { fontSize: 14, lineHeight: 1.5 },
      body2: { fontSize: 13, lineHeight: 1.5 },
      caption: { fontSize: 12, lineHeight: 1.5 },
      button: { fontSize: 14, fontWeight: 500, textTransform: 'none' },
    },
    transitions: { duration: { shortest: 120, shorter: 120, short: 120, standard: 120, complex: 120,
      enteringScreen: 120, leavingScreen: 120 } },
    components: { ...controlDefaults, ...dialogDefaults },
  })
