type Named = { readonly firstName: string; readonly lastName: string; readonly email: string }

/** First and last name, or the e-mail address of somebody without a name. */
export const personName = ({ firstName, lastName, email }: Named): string =>
  [firstName.trim(), lastName.trim()].filter((part) => part !== '').join(' ') || email

const initial = (word: string): string => {
  const [first] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(word.trim())
  return first === undefined ? '' : first.segment.toLocaleUpperCase('en')
}

/** Up to two letters for the badge: of the names, else of the e-mail address. */
export const initials = ({ firstName, lastName, email }: Named): string =>
  initial(firstName) + initial(lastName) || initial(email)

/** 'operations' becomes 'Operations'; a missing role stays empty. */
export const roleLabel = (role: string): string => role.charAt(0).toLocaleUpperCase('en') + role.slice(1)
