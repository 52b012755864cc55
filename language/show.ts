import type {
  Banner as AuthoredBanner,
  FactsBlock,
  HistoryBlock,
  ImageBlock,
  ListBlock,
  PartBlock,
  PickedField,
  RawBlock,
  ShowDefinition,
  Tab as AuthoredTab,
  TableBlock as AuthoredTable,
} from './authored/show.ts'
import type { FoundRecord } from './list.ts'
import type { Predicate } from './predicate.ts'
import type { Pointer } from './schema.ts'

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
  readonly lookups?: readonly FoundRecord[]
}

/** Labelled values under a heading. */
export interface FieldsBlock extends Pick<FactsBlock, 'title' | 'exists' | 'widget'> {
  readonly kind: 'fields'
  readonly facts: readonly Fact[]
}

/** Items of an answer as a table without actions. `read` names the answers, `detail` or a read of the definition. */
export interface TableBlock extends Omit<AuthoredTable, 'binding' | 'columns'> {
  readonly read: readonly { readonly name: string; readonly label: string }[]
  readonly columns: readonly Fact[]
}

/** One piece of a record's page. */
export type Block = FieldsBlock | TableBlock | PartBlock | ListBlock | RawBlock | HistoryBlock | ImageBlock

/** One tab with its own address (`?tab=name`). Its data is read when it is first opened. */
export interface Tab extends Omit<AuthoredTab, 'binding' | 'blocks'> {
  /** A read of the definition that the tab waits for. Its failure stays inside the tab. */
  readonly read?: string
  readonly blocks: readonly Block[]
}

/** What must be found: an item at a place (`*` for every item of an array) that meets the condition. */
export interface Evidence {
  /** `detail` by default, or a read of the definition, called only while all other evidence is found. */
  readonly read?: string
  readonly path: Pointer
  readonly when: Predicate
}

/** A band above the tabs. It appears only when all of its evidence is found. */
export interface Banner extends Omit<AuthoredBanner, 'kind' | 'when' | 'tab'> {
  readonly when: readonly Evidence[]
  readonly link?: { readonly label: string; readonly tab: string }
}

/** A field of the record taken from the newest matching item in the detail: the one with the highest number. */
export interface Newest extends Omit<PickedField, 'sort'> {
  /** The numeric field that determines the newest item (D-62). */
  readonly newestBy: string
}

export interface ResolvedShow extends Pick<ShowDefinition, 'workTab' | 'exists'> {
  readonly page?: string
  /** The list's fields by their places in the detail. Actions and reads of the page use them. */
  readonly record: { readonly [field: string]: Pointer | Newest }
  readonly header: {
    readonly title: Pointer
    readonly status?: Pick<Fact, 'labels'> & {
      readonly path: Pointer
      readonly tones: string
      /** Its values are shown as words: 'ON_HOLD' as 'On hold'. */
      readonly isWords?: true
    }
    readonly facts: readonly Fact[]
    readonly actions: readonly string[]
    /** Columns of the list with a switch that are shown here too. Their values come from the record's row. */
    readonly switches: readonly string[]
  }
  readonly banners: readonly Banner[]
  /** Blocks above the tabs. */
  readonly summary: readonly Block[]
  readonly tabs: readonly Tab[]
  /** Blocks below the tabs. */
  readonly below: readonly Block[]
  /** The page refreshes itself while an upstream process is still running. */
  readonly refresh?: { readonly when: Predicate; readonly everyMs: number }
}
