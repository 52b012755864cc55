/** Letters, digits and signs of full width, as keyboards of East Asia type them, in their usual width. Any other character stays. */
export const usualWidth = (text: string): string => text.replace(/[！-～]+/g, (wide) => wide.normalize('NFKC'))

/** The pattern of a text with a character that one sees: no blank, and none that is drawn as nothing, such as U+200B or U+3164. */
export const VISIBLE = String.raw`[^\s\p{C}\p{DI}]`

/** Control characters other than line ends and tabs, blanks without width, and what turns the letters after it around. */
const UNSEEN = /(?![\t\n\r])\p{Cc}|[\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/gu

/**
 * Typed or pasted text as it reads: without characters that no one sees, and in its usual width. It is empty where
 * nothing else is in it.
 */
export const plainText = (text: string): string =>
  new RegExp(VISIBLE, 'u').test(text) ? usualWidth(text.replaceAll(UNSEEN, '')).trim() : ''

/** True for text with characters that no one sees and no one types. */
export const hasUnseen = (text: string): boolean => text.replaceAll(UNSEEN, '') !== text
