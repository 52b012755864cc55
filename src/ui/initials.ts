const initial = (word: string): string => {
  // The segmenter takes milliseconds to make, and plain letters need none.
  const [, plain] = /^\s*([A-Za-z])[ -~]*$/.exec(word) ?? []
  if (plain !== undefined) return plain.toUpperCase()
  const [first] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(word.trim())
  return first === undefined ? '' : first.segment.toLocaleUpperCase('en')
}

/** Up to two letters for the badge, from the names or else from the e-mail address. */
export const initials = (firstName: string, lastName: string, email = ''): string =>
  initial(firstName) + initial(lastName) || initial(email)
