import type { Format } from '../format.ts'
import type { Names } from '../registry.ts'
import type { Predicate } from '../predicate.ts'
import type { Pointer } from '../schema.ts'

/** The place of a value: one place, or several that are joined with a space. */
type Place = Pointer | readonly Pointer[]

/** One labelled value: a place of the answer, with what this page shows differently from its schema. */
export type Fact<N extends Names = Names> =
  | Place
  | { readonly path: Place; readonly label?: string; readonly display?: Format<N> }

/** Labelled values under a heading. */
export interface FactsBlock<N extends Names = Names> {
  readonly kind: 'facts'
  readonly title?: string
  /** Without a value at any of these places the block shows 'Not provided' (D-76). */
  readonly exists?: Place
  readonly facts: readonly Fact<N>[]
  /** The component that draws them, by its registered name. */
  readonly widget?: N['facts']
}

/**
 * Items of an answer as a table without actions. `binding` names the calls in order of preference, `getOne` or another
 * that reads, each with its label. The first answer that has the list is shown and labelled as its source. The detail by
 * default.
 */
export interface TableBlock<N extends Names = Names> {
  readonly kind: 'table'
  readonly title: string
  readonly binding?: readonly { readonly name: string; readonly label: string }[]
  readonly path: Pointer
  readonly columns: readonly Fact<N>[]
  readonly emptyText: string
}

/** The records of another definition whose `partOf` is this resource, with their actions. */
export interface PartBlock<N extends Names = Names> {
  readonly kind: 'part'
  /** The name of that definition. */
  readonly resource: string
  /** The component that draws it; by default a table of the part's own columns. */
  readonly widget?: N['block']
}

/** The records of another resource that refer to this one: its list, filtered by this record's id. */
export interface ListBlock {
  readonly kind: 'list'
  readonly resource: string
  /** The filter of that list which takes the id of this record. */
  readonly filter: string
  readonly title?: string
}

/** The whole masked answer as the gateway returns it, for staff who need the raw data. */
export interface RawBlock<N extends Names = Names> {
  readonly kind: 'raw'
  readonly title: string
  readonly permission: N['permission']
}

/**
 * What happened to the record, newest first: what staff did or tried to do here, with who, when and why, and what the
 * sources know that the console registers (`history` of its extensions).
 */
export interface HistoryBlock {
  readonly kind: 'history'
}

/** An image of the record, fetched when the block is shown. */
export interface ImageBlock {
  readonly kind: 'image'
  readonly title: string
  /**
   * The action that downloads the image. It asks for nothing. Those who may not use it see no block, and a record that
   * does not meet its `when` has none.
   */
  readonly download: string
}

/** One piece of a record's page. */
export type Block<N extends Names = Names> =
  | FactsBlock<N>
  | TableBlock<N>
  | PartBlock<N>
  | ListBlock
  | RawBlock<N>
  | HistoryBlock
  | ImageBlock

/** One tab with its own address (`?tab=name`). Its data is read when it is first opened. */
export interface Tab<N extends Names = Names> {
  readonly name: string
  readonly label: string
  /** The call that the tab waits for, besides the detail. Its failure stays inside the tab. */
  readonly binding?: string
  readonly blocks: readonly Block<N>[]
  /** A number next to the label, shown above zero: how many items of the detail exist, or meet `when`. */
  readonly count?: { readonly path: Pointer; readonly when?: Predicate }
}

/** The tabs, among the other blocks of a page. */
export interface TabsBlock<N extends Names = Names> {
  readonly kind: 'tabs'
  readonly tabs: readonly Tab<N>[]
}

/** A band at the top of a page. It appears only when all of its evidence is found. */
export interface Banner {
  readonly kind: 'banner'
  readonly name: string
  /** `danger` is red; `advisory` is neutral (D-85). */
  readonly tone: 'danger' | 'advisory'
  readonly message: string
  /**
   * What must be found: an item at a place (`*` for every item of an array) that meets the condition, in the detail or
   * in the answer of a further call. That is made only while all other evidence is found.
   */
  readonly when: readonly { readonly binding?: string; readonly path: Pointer; readonly when: Predicate }[]
  /** Shown when a call that the evidence needs has failed. */
  readonly failure?: string
  /** The tab that it links to. */
  readonly tab?: string
  /**
   * Where one of these banners, which come before it, is shown, it only adds this text and its link to the first of them.
   * Without a text that one says it.
   */
  readonly partOf?: { readonly blocks: readonly string[]; readonly message?: string }
}

/** A field of the record taken from one item of a list in the detail: the first matching item, in this order. */
export interface PickedField {
  readonly path: Pointer
  /** Which items match. Text is compared without case (D-68). */
  readonly when: Readonly<Record<string, string | number | boolean>>
  /** By a numeric field, the highest first: '-id'. Items without a number never match (D-62). */
  readonly sort: `-${string}`
  readonly field: string
}

/** The record's page. */
export interface ShowDefinition<
  Field extends string = string,
  ActionName extends string = string,
  N extends Names = Names,
  V = Readonly<Record<Field, unknown>>,
> {
  /** Path of one record, for example `/account/{id}`. */
  readonly path: `/${string}/{id}`
  /** The console's own page component instead of the generic one, by its registered name. */
  readonly widget?: N['page']
  /** The place that must have a value for the record to exist. Otherwise the page shows 'not found'. */
  readonly exists: Pointer
  /** The list's fields by their places in the detail. Actions and reads of the page use them. */
  readonly record?: { readonly [F in Field]?: Pointer | PickedField }
  readonly title: Pointer
  readonly status?: Pointer
  /**
   * People take turns on the records, so that no two work on the same one. A person claims one, works on this tab of its
   * page, and finishes it, puts it off or hands it to a colleague. 'Start' on the list claims the next one that is free.
   */
  readonly workTab?: string
  /** Labelled values in the header. */
  readonly facts: readonly Fact<N>[]
  /**
   * Buttons in the header. An action of a column's `toggle` is drawn as the switch of that column, for both directions. Its
   * state comes from the record's row (`list.find`).
   */
  readonly actions?: readonly ActionName[]
  /** Banners are drawn above all else, other blocks before the tabs above these. */
  readonly blocks: readonly (Banner | Block<N> | TabsBlock<N>)[]
  /** The record is read again and again while it meets this: an upstream process is still running. */
  readonly poll?: Predicate<V>
}
