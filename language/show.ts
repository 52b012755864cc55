import type { Predicate } from './predicate.ts'
import type { FoundRecord } from './list.ts'
import type { ObjectSchema, Pointer, Scalar } from './schema.ts'

/** The answer of the detail call when it is not one record of the list. */
export interface DetailDefinition {
  readonly schema: ObjectSchema
  /** The permission to reveal one masked value, with a reason and an audit record. Without it no one may (S-31). */
  readonly reveal?: { readonly permission: string }
}

/** The place of a value: one place, or several that are joined with a space. */
export type Place = Pointer | readonly Pointer[]

/** One labelled value of the record's page. */
export interface Fact {
  readonly label: string
  readonly path: Place
  readonly display?: string
  readonly tones?: string
  /** The words for the values of a flag or a choice. */
  readonly labels?: Readonly<Record<string, string>>
  /** The value is JSON, as text or already parsed (D-75). This is the place of the requested part inside it. */
  readonly inside?: Pointer
  /** Formats an object, or each object of a list, with `{name}` for its fields. */
  readonly template?: string
  /** The value is the id of a record of this resource, or a list of ids. */
  readonly reference?: string
  /** The value leads to the record that has it. */
  readonly lookup?: FoundRecord
}

/** Labelled values under a heading. */
export interface FieldsBlock {
  readonly kind: 'fields'
  readonly title?: string
  /** Without a value at any of these places the block shows 'Not provided' (D-76). */
  readonly exists?: Place
  readonly facts: readonly Fact[]
  /** The component that draws them; labelled values by default. */
  readonly widget?: string
}

/**
 * Items of an answer as a table without actions. `from` names the answers in order of preference, `detail` or a read of
 * the definition. The first answer that has the list is shown, and labelled as its source when several are named.
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
  readonly resource: string
  /** The component that draws it; by default a table of the part's own columns. */
  readonly widget?: string
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
export interface RawBlock {
  readonly kind: 'raw'
  readonly title: string
  readonly permission: string
}

/** What happened to the record: the audit trail, and the sources that the console registers for the resource. */
export interface HistoryBlock {
  readonly kind: 'history'
}

/** The image that an action downloads. */
export interface ImageBlock {
  readonly kind: 'image'
  readonly title: string
  readonly download: string
}

/** One piece of a record's page. */
export type Block = FieldsBlock | TableBlock | PartBlock | ListBlock | RawBlock | HistoryBlock | ImageBlock

/** One tab with its own address (`?tab=name`). Its data is read when it is first opened. */
export interface Tab {
  readonly name: string
  readonly label: string
  /** A read of the definition that the tab waits for. Its failure stays inside the tab. */
  readonly read?: string
  readonly blocks: readonly Block[]
  /** A number next to the label, shown above zero: how many items of the detail exist, or meet `when`. */
  readonly count?: { readonly path: Pointer; readonly when?: Predicate }
}

/** What must be found: an item at a place (`*` for every item of an array) that meets the condition. */
export interface Evidence {
  /** `detail` by default, or a read of the definition, called only while all other evidence is found. */
  readonly read?: string
  readonly path: Pointer
  readonly when: Predicate
}

/** A band above the tabs. It appears only when all of its evidence is found. */
export interface Banner {
  readonly name: string
  /** `danger` is red; `advisory` is neutral (D-85). */
  readonly tone: 'danger' | 'advisory'
  readonly message: string
  readonly when: readonly Evidence[]
  /** Shown when a read that the evidence needs has failed. */
  readonly failure?: string
  readonly link?: { readonly label: string; readonly tab: string }
}

/** A field of the record taken from the newest matching item in the detail: the one with the highest number. */
export interface Newest {
  readonly path: Pointer
  /** The numeric field that determines the newest item (D-62). */
  readonly newestBy: string
  /** Which items match. Text is compared without case (D-68). */
  readonly when: Readonly<Record<string, Scalar>>
  readonly field: string
}

/** The record's page. */
export interface ShowDefinition {
  /** The console's own page component instead of the generic one, by its registered name. */
  readonly page?: string
  /** The tab where people work on a record that they have claimed. Without it there are no claims. */
  readonly workTab?: string
  /** The place that must have a value for the record to exist. Otherwise the page shows 'not found'. */
  readonly exists: Pointer
  /** The list's fields by their places in the detail. Actions and reads of the page use them. */
  readonly record?: { readonly [field: string]: Pointer | Newest }
  readonly header: {
    readonly title: Pointer
    readonly status?: Pick<Fact, 'labels'> & { readonly path: Pointer; readonly tones: string }
    readonly facts: readonly Fact[]
    readonly actions?: readonly string[]
    /** Columns of the list with a switch that are shown here too. Their values come from the record's row. */
    readonly switches?: readonly string[]
  }
  readonly banners?: readonly Banner[]
  /** Blocks above the tabs. */
  readonly summary?: readonly Block[]
  readonly tabs?: readonly Tab[]
  /** Blocks below the tabs. */
  readonly below?: readonly Block[]
  /** The page refreshes itself while an upstream process is still running. */
  readonly refresh?: { readonly when: Predicate; readonly everyMs: number }
}
