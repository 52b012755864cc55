/**
 * A value that this program has written as JSON and reads back: from its own store, where what is read is authentic or
 * fails. Nothing that came from elsewhere is read with it: that is parsed as `unknown` and checked.
 */
export const parseOwn = <T>(text: string): T => JSON.parse(text) as T
