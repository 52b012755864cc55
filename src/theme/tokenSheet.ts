import { tokens } from './tokens.ts'
import type { Scheme } from './tokens.ts'

const declarations = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `--cs-${name}: ${value};`)
    .join('\n  ')

const schemeRule = (selector: string, scheme: Scheme) =>
  `${selector} {\n  color-scheme: ${scheme};\n  ${declarations(tokens.colours[scheme])}\n}`

/**
 * The tokens as a style sheet of custom properties (`--cs-accent`, `--cs-size-body`, …).
 * `data-theme` and `data-density` on the root element choose the scheme and the row height.
 */
export const tokenSheet = (): string =>
  [
    `:root {\n  ${declarations(tokens.measures)}\n}`,
    schemeRule(':root', 'light'),
    schemeRule(":root[data-theme='dark']", 'dark'),
    ":root[data-density='compact'] {\n  --cs-row-height: 28px;\n}",
    '@media print {\n  ' + schemeRule(":root, :root[data-theme='dark']", 'light') + '\n}',
    '',
  ].join('\n')
