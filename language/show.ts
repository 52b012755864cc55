import type { Predicate } from './predicate.ts'
import type { ObjectSchema, Pointer, Scalar } from './schema.ts'

/** The answer of the detail call where it is not simply one record of the list. */
export interface DetailDefinition {
  readonly schema: ObjectSchema
  /** Who may see one masked value whole, with a reason and an audit record; without it nobody may (S-31). */
  readonly reveal?: { readonly permission: string }
}

/** Where a value sits: one place, or several that are read one after another, a space between them. */
export type Place = Pointer | readonly Pointer[]

/** One labelled value of the record's page. */
export interface Fact {
  readonly label: string
  readonly path: Place
  readonly display?: string
  readonly tones?: string
  /** The value is JSON, as text or already parsed (D-75): where inside it the wanted part sits. */
  readonly inside?: Pointer
  /** The value is a list: how each of its items is written, `{name}` standing for the item's fields. */
  readonly template?: string
}

/** Labelled values under a heading. */
export interface FieldsBlock {
  readonly kind: 'fields'
  readonly title?: string
  /** Without a value at any of these places the block says 'Not provided' (D-76). */
  readonly exists?: Place
  readonly facts: readonly Fact[]
  /** Who draws them; labelled values by default. */
  readonly widget?: string
}

/**
 * Items of an answer as a table without actions. `from` names the answers in the order of preference, `detail` or a
 * read of the definition: the first one that has the list is shown, and said to be its source when several are named.
 */
export interface TableBlock {
  readonly kind: 'table'
  readonly title: string
  readonly read: readonly { readonly name: string; readonly label: string }[]
  readonly path: Pointer
  readonly columns: readonly Fact[]
  readonly emptyText: string
}

/** The records of another definition whose `partOf` is this resource, with their actions. */
export interface PartBlock {
  readonly kind: 'part'
  readonly part: string
  /** Who draws it; the part's own columns as a table by default. */
  readonly widget?: string
}

/** The whole answer as the gateway lets it through, masked, for those who may look behind the screens. */
export interface RawBlock {
  readonly kind: 'raw'
  readonly title: string
  readonly permission: string
}

/** One piece of a record's page. */
export type Block = FieldsBlock | TableBlock | PartBlock | RawBlock

/** One tab: an address of its own (`?tab=name`), read when it is first looked at. */
export interface Tab {
  readonly name: string
  readonly label: string
  /** A read of the definition that the tab waits for; its failure stays inside the tab. */
  readonly read?: string
  readonly blocks: readonly Block[]
  /** A number next to the label, shown above zero: how many items of the detail there are, or are so. */
  readonly count?: { readonly path: Pointer; readonly when?: Predicate }
}

/** Something that must be found: some item at a place (`*` for every item of an array) that meets the condition. */
export interface Evidence {
  /** `detail` by default, or a read of the definition, called only while all other evidence holds. */
  readonly read?: string
  readonly path: Pointer
  readonly when: Predicate
}

/** A band above the tabs. All of its evidence must hold. */
export interface Banner {
  readonly name: string
  /** `danger` is red; `advisory` is neutral (D-85). */
  readonly tone: 'danger' | 'advisory'
  readonly text: string
  readonly when: readonly Evidence[]
  /** What is said where a read that the evidence needs has failed. */
  readonly failure?: string
  readonly link?: { readonly label: string; readonly tab: string }
}

/** A field of the record that the detail says by its newest item of a kind: the one with the highest number. */
export interface Newest {
  readonly path: Pointer
  /** The numeric field that tells which one is the newest (D-62). */
  readonly newestBy: string
  /** Which items count; text is compared without regard to case (D-68). */
  readonly when: Readonly<Record<string, Scalar>>
  readonly field: string
}

/** The record's page. */
export interface ShowDefinition {
  /** A whole page of the console's own in place of the generic one, by its registered name. */
  readonly page?: string
  /** What must be there for the record to exist; otherwise the page says that it was not found. */
  readonly exists: Pointer
  /** The list's fields as the detail knows them: what actions and reads of the page are given. */
  readonly record?: { readonly [field: string]: Pointer | Newest }
  /**
   * Fields that only the list knows are read from the record's row, found by searching the list for the first of
   * these that has a value.
   */
  readonly listRow?: { readonly search: readonly Pointer[]; readonly fields: readonly string[] }
  readonly header: {
    readonly title: Pointer
    readonly status?: { readonly path: Pointer; readonly tones: string }
    readonly facts: readonly Fact[]
    readonly actions?: readonly string[]
    /** Columns of the list with a switch, shown here too. */
    readonly switches?: readonly string[]
  }
  readonly banners?: readonly Banner[]
  /** Blocks above the tabs. */
  readonly summary?: readonly Block[]
  readonly tabs?: readonly Tab[]
  /** Blocks below the tabs. */
  readonly below?: readonly Block[]
  /** The page reads itself again while something is under way at the other end. */
  readonly refresh?: { readonly when: Predicate; readonly everyMs: number }
}
