export type Scheme = 'light' | 'dark'

/** Colours by meaning. Every text colour passes WCAG AA on its background and on its own tint. */
const colours = {
  light: {
    background: '#F6F7F9',
    surface: '#FFFFFF',
    text: '#161B22',
    muted: '#57606C',
    hairline: '#DDE1E6',
    'input-border': '#7C8794',
    hover: '#F0F2F5',
    accent: '#0B5E57',
    'accent-strong': '#084A44',
    'accent-tint': '#E3F0EE',
    'on-accent': '#FFFFFF',
    success: '#146C3A',
    'success-tint': '#E4F4EA',
    warning: '#8A5200',
    'warning-tint': '#FBF0DA',
    danger: '#B3261E',
    'danger-tint': '#FCE8E6',
    'on-danger': '#FFFFFF',
    info: '#1F5FA8',
    'info-tint': '#E5EFFA',
    'neutral-tint': '#EDEFF2',
    scrim: 'rgb(22 27 34 / 0.40)',
    'shadow-layer': '0 0 0 1px rgb(22 27 34 / 0.06), 0 8px 24px rgb(22 27 34 / 0.14)',
  },
  dark: {
    background: '#0F1317',
    surface: '#161B21',
    text: '#E8ECF1',
    muted: '#9AA5B1',
    hairline: '#2A323B',
    'input-border': '#6B7682',
    hover: '#1D242B',
    accent: '#5CC8BC',
    'accent-strong': '#82D8CE',
    'accent-tint': '#17302E',
    'on-accent': '#0F1317',
    success: '#6BCB8B',
    'success-tint': '#15301F',
    warning: '#E5B454',
    'warning-tint': '#33270F',
    danger: '#FF8A80',
    'danger-tint': '#3A1B19',
    'on-danger': '#0F1317',
    info: '#7FB7F5',
    'info-tint': '#14283D',
    'neutral-tint': '#222A32',
    scrim: 'rgb(0 0 0 / 0.56)',
    'shadow-layer': '0 0 0 1px #2A323B, 0 8px 24px rgb(0 0 0 / 0.48)',
  },
} as const

const part = (of: string, percent: number): string => `color-mix(in srgb, ${of} ${percent}%, Canvas)`

/** The same in the colours of the contrast theme that a person has chosen in their system. */
const contrast: Readonly<Record<keyof typeof colours.light, string>> = {
  background: 'Canvas',
  surface: 'Canvas',
  text: 'CanvasText',
  muted: 'CanvasText',
  hairline: 'GrayText',
  'input-border': 'CanvasText',
  hover: part('CanvasText', 25),
  accent: 'Highlight',
  'accent-strong': 'Highlight',
  'accent-tint': part('Highlight', 25),
  'on-accent': 'HighlightText',
  success: 'CanvasText',
  'success-tint': part('CanvasText', 15),
  warning: 'CanvasText',
  'warning-tint': part('CanvasText', 15),
  danger: 'CanvasText',
  'danger-tint': part('CanvasText', 15),
  'on-danger': 'Canvas',
  info: 'CanvasText',
  'info-tint': part('CanvasText', 15),
  'neutral-tint': part('CanvasText', 15),
  scrim: 'rgb(0 0 0 / 0.56)',
  'shadow-layer': '0 0 0 1px CanvasText',
}

/** Measures that do not change with the scheme: type in px (12 meta, 13 tables, 14 body, 16 section, 20 title). */
const measures = {
  font: "'Inter Variable', 'Inter', system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif",
  'font-mono': "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  'size-meta': '12px',
  'size-table': '13px',
  'size-body': '14px',
  'size-section': '16px',
  'size-title': '20px',
  'space-1': '4px',
  'space-2': '8px',
  'space-3': '12px',
  'space-4': '16px',
  'space-5': '20px',
  'space-6': '24px',
  'space-8': '32px',
  'space-12': '48px',
  'radius-control': '6px',
  'radius-dialog': '10px',
  motion: '120ms ease-out',
  'header-height': '48px',
  'control-height': '32px',
  'row-height': '36px',
} as const

/** The single source of all design tokens. MUI's theme and the `--cs-` custom properties both read it. */
export const tokens = { colours, measures } as const

const declarations = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `--cs-${name}: ${value};`)
    .join('\n  ')

const schemeRule = (selector: string, scheme: Scheme) =>
  `${selector} {\n  color-scheme: ${scheme};\n  ${declarations(tokens.colours[scheme])}\n}`

const BOTH = ":root, :root[data-theme='dark']"

/**
 * Returns the tokens as a style sheet of custom properties (`--cs-accent`, `--cs-size-body`, …).
 * `data-theme` and `data-density` on the root element choose the scheme and the row height.
 */
export const tokenSheet = (): string =>
  [
    `:root {\n  ${declarations(tokens.measures)}\n}`,
    schemeRule(':root', 'light'),
    schemeRule(":root[data-theme='dark']", 'dark'),
    ":root[data-density='compact'] {\n  --cs-row-height: 28px;\n}",
    `@media print {\n  ${schemeRule(BOTH, 'light')}\n}`,
    `@media (forced-colors: active) {\n  ${BOTH} {\n  forced-color-adjust: none;\n  ${declarations(contrast)}\n}\n}`,
    '',
  ].join('\n')
