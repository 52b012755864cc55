import { usualWidth } from '../../language/plainText.ts'

/**
 * A text as it is copied, in its usual width: the address in `Agatha Sorrel <agatha@example.test>`, `mailto:agatha@example.test` or
 * `"agatha@example.test"`, and an address or number without the full stop, semicolon or comma after it. Any other text stays.
 */
export const copiedText = (text: string): string =>
  usualWidth(text)
    .replace(
      /^(?:[^<>‹›@]*[<‹](?:mailto:)?([^<>‹›\s]+)[>›]|\s*mailto:([^\s?%;,]+?)|\s*["'“‘]?([^\s<>‹›"'”’;,]+@[^\s<>‹›"'”’;,]+?)["'”’;,.])[;,.\s]*$/iu,
      '$1$2$3',
    )
    .replace(/(\d)[.;,\s]+$/, '$1')
