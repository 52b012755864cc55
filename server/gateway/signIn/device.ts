type Names = readonly (readonly [name: string, pattern: RegExp])[]

/** In this order: later browsers and systems also name earlier ones. */
const browsers: Names = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]
const systems: Names = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

const named = (names: Names, text: string): string | undefined => names.find(([, pattern]) => pattern.test(text))?.[0]

/** A browser in words that its owner knows: 'Chrome on Windows'. The text of the header itself is kept nowhere. */
export function deviceOf(userAgent = ''): string {
  const [browser, system] = [named(browsers, userAgent), named(systems, userAgent)]
  return system === undefined ? (browser ?? 'Unknown device') : `${browser ?? 'A browser'} on ${system}`
}
