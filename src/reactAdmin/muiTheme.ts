import { createTheme } from '@mui/material/styles'
import { tokens, type Scheme } from '../theme/tokens.ts'

const { measures } = tokens

/** Material UI's palette in the console's colors. The last two names belong to react-admin and the tables. */
const paletteOf = (scheme: Scheme) => {
  const colors = tokens.colours[scheme]
  return {
    primary: {
      main: colors.accent,
      dark: colors['accent-strong'],
      light: colors.accent,
      contrastText: colors['on-accent'],
    },
    secondary: { main: colors.accent, contrastText: colors['on-accent'] },
    error: { main: colors.danger, contrastText: colors['on-danger'] },
    warning: { main: colors.warning, contrastText: colors.surface },
    info: { main: colors.info, contrastText: colors.surface },
    success: { main: colors.success, contrastText: colors.surface },
    text: { primary: colors.text, secondary: colors.muted },
    background: { default: colors.background, paper: colors.surface },
    divider: colors.hairline,
    TableCell: { border: colors.hairline },
    bulkActionsToolbarBackgroundColor: colors['accent-tint'],
  }
}

const outlined = { variant: 'outlined', size: 'small', margin: 'dense' } as const
const pessimistic = { defaultProps: { mutationMode: 'pessimistic' } } as const

/** Defaults of react-admin's own components, which Material UI's types do not know. */
const reactAdminDefaults = {
  RaEdit: pessimistic,
  RaBulkDeleteButton: pessimistic,
  RaBulkUpdateButton: pessimistic,
  RaDeleteButton: pessimistic,
}

/**
 * The console's look for Material UI. `data-theme` on the root element selects the scheme, so switching renders
 * nothing.
 */
export const muiTheme = createTheme({
  cssVariables: { colorSchemeSelector: "[data-theme='%s']", disableCssColorScheme: true },
  colorSchemes: { light: { palette: paletteOf('light') }, dark: { palette: paletteOf('dark') } },
  shape: { borderRadius: 6 },
  typography: {
    fontFamily: measures.font,
    body1: { fontSize: measures['size-body'] },
    body2: { fontSize: measures['size-table'] },
    button: { textTransform: 'none', fontWeight: 500 },
  },
  components: {
    MuiButton: { styleOverrides: { root: { fontSize: measures['size-body'] } } },
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiCard: { defaultProps: { elevation: 0, variant: 'outlined' } },
    MuiTextField: { defaultProps: outlined },
    MuiFormControl: { defaultProps: outlined },
    MuiInputBase: { styleOverrides: { root: { fontSize: measures['size-body'] } } },
    MuiTableCell: {
      styleOverrides: {
        root: { fontSize: measures['size-table'] },
        head: { color: 'var(--cs-muted)', fontWeight: 500 },
      },
    },
    ...reactAdminDefaults,
  },
})
