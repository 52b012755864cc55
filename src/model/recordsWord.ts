import type { ListResource } from '../../language/resource.ts'

/** The name of a list's records in a sentence: 'error accounts'. */
export const recordsWord = ({ name }: ListResource): string =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
