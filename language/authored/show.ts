import type { Format } from '../format.ts'
import type { Names } from '../registry.ts'
import type { Predicate } from '../predicate.ts'
import type { FieldOf, ObjectSchema, Pointer } from '../schema.ts'

/** Where a value sits: one place, or several that are read one after another, a space between them. */
type Place = Pointer | readonly Pointer[]

/** One labelled value: a place of the answer, with what this page says differently from its schema. */
export type Fact<N extends Names = Names> =
  Place | { readonly path: Place; readonly label?: string; readonly display?: Format<N> }

/** Labelled values under a heading. */
export interface FactsBlock<N extends Names = Names> {
  readonly kind: 'facts'
  readonly title?: string
  /** Without a value at any of these places the block says 'Not provided' (D-76). */
  readonly exists?: Place
  readonly facts: readonly Fact<N>[]
  /** Who draws them, by a registered name. */
  readonly widget?: N['facts']
}

/**
 * Items of an answer as a table without actions. `read` names the answers in the order of preference, `detail` or a
 * read of the definition, with what people call each: the first one that has the list is shown, and said to be its
 * source. The detail by default.
 */
export interface TableBlock<N extends Names = Names> {
  readonly kind: 'table'
  readonly title: string
  readonly read?: readonly { readonly name: string; readonly label: string }[]
  readonly path: Pointer
  readonly columns: readonly Fact<N>[]
  readonly emptyText: string
}

/** The records of another definition whose `partOf` is this resource, with their actions. */
export interface PartBlock<N extends Names = Names> {
  readonly kind: 'part'
  readonly part: string
  /** Who draws it; the part's own columns as a table by default. */
  readonly widget?: N['block']
}

/** The whole answer as the gateway lets it through, masked, for those who may look behind the screens. */
export interface RawBlock<N extends Names = Names> {
  readonly kind: 'raw'
  readonly title: string
  readonly permission: N['permission']
}

/** One piece of a record's page. */
export type Block<N extends Names = Names> = FactsBlock<N> | TableBlock<N> | PartBlock<N> | RawBlock<N>

/** One tab: an address of its own (`?tab=name`), read when it is first looked at. */
export interface Tab<N extends Names = Names> {
  readonly name: string
  readonly label: string
  /** A read of the definition that the tab waits for; its failure stays inside the tab. */
  readonly read?: string
  readonly blocks: readonly Block<N>[]
  /** A number next to the label, shown above zero: how many items of the detail there are, or are so. */
  readonly count?: { readonly path: Pointer; readonly when?: Predicate }
}

/** The tabs, among the other blocks of a page. */
export interface TabsBlock<N extends Names = Names> {
  readonly kind: 'tabs'
  readonly tabs: readonly Tab<N>[]
}

/** A band above the tabs. All of its evidence must hold. */
export interface Banner {
  readonly name: string
  /** `danger` is red; `advisory` is neutral (D-85). */
  readonly tone: 'danger' | 'advisory'
  readonly text: string
  /**
   * Something that must be found: some item at a place (`*` for every item of an array) that meets the condition, in the
   * detail or in a read of the definition, which is called only while all other evidence holds.
   */
  readonly when: readonly { readonly read?: string; readonly path: Pointer; readonly when: Predicate }[]
  /** What is said where a read that the evidence needs has failed. */
  readonly failure?: string
  /** The tab that it leads to. */
  readonly tab?: string
}

/** A field of the record that the detail says by one item of a list: the first of those that count, in this order. */
export interface PickedField {
  readonly path: Pointer
  /** Which items count; text is compared without regard to case (D-68). */
  readonly when: Readonly<Record<string, string | number | boolean>>
  /** By a numeric field: items without a number never count (D-62). */
  readonly sort: { readonly field: string; readonly order: 'DESC' }
  readonly field: string
}

/** The record's page. */
export interface ShowDefinition<
  S extends ObjectSchema = ObjectSchema,
  ActionName extends string = string,
  N extends Names = Names,
> {
  /** Address of one record, for example `/account/{id}`. */
  readonly path: `/${string}/{id}`
  /** A whole page of the console's own in place of the generic one, by its registered name. */
  readonly widget?: N['page']
  /** What must be there for the record to exist; otherwise the page says that it was not found. */
  readonly exists: Pointer
  /** The list's fields as the detail knows them: what actions and reads of the page are given. */
  readonly record?: { readonly [F in FieldOf<S>]?: Pointer | PickedField }
  readonly title: Pointer
  readonly status?: Pointer
  /** Labelled values in the header. */
  readonly facts: readonly Fact<N>[]
  readonly actions?: readonly ActionName[]
  /**
   * Columns of the list with a switch, shown here too. The list knows them: it is searched for the first of these places
   * that has a value.
   */
  readonly switches?: { readonly fields: readonly FieldOf<S>[]; readonly search: readonly Pointer[] }
  readonly banners?: readonly Banner[]
  readonly blocks: readonly (Block<N> | TabsBlock<N>)[]
  /** The page reads itself again while the record is so: something is under way at the other end. */
  readonly refresh?: Predicate<S>
}
