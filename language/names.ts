/**
 * Names that a console registers, as types: the language is generic over them and knows none. `interface Console extends
 * NamesOf<typeof registry> {}` makes them of a registry.
 */
export interface Names {
  readonly service: string
  readonly permission: string
  /** Tables of tones. */
  readonly tones: string
  /** Display formats beyond the framework's own. */
  readonly format: string
  /** Components by the slot they fit: a column's cell, the control of an input, of a filter, labelled values, a block, a whole page. */
  readonly cell: string
  readonly input: string
  readonly filter: string
  readonly facts: string
  readonly block: string
  readonly page: string
}
