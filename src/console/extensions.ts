import type { ReactNode } from 'react'
import type { ActionFlow } from '../actions/useActionFlow.ts'
import type { Permissions } from '../model/controlOf.ts'
import type { ListResource, NestedResource, TableResource } from '../../language/resource.ts'
import type { Row } from '../model/columns.ts'
import type { MethodContext } from '../../dataProvider/types.ts'
import type { Banner, Fact, ResolvedShow } from '../../language/show.ts'
import type { HistoryEvent } from '../../language/history.ts'
import type { Names, Tone } from '../../language/registry.ts'
import type { ConsoleCoercion } from '../format/consoleCoercions.ts'
import type { ConsoleFormat } from '../format/consoleFormats.ts'
import type { InputProps, Load } from '../ui/registered.tsx'

/** The data that every piece of a record's page is drawn from. */
export interface PageModel {
  readonly definition: ListResource
  readonly show: ResolvedShow
  readonly parts: readonly NestedResource[]
  readonly detail: Row
  /** The record with the fields of its list. Actions and reads use it. */
  readonly record: Row
  readonly permissions: Permissions
  readonly flow: ActionFlow
}

/** The props of a format's note below a value: a warning about the record or item with the value. */
export interface FormatNoteProps {
  readonly item: unknown
}

/** A display format, and the note below its values on a record's page. */
export interface FormatExtension extends ConsoleFormat {
  readonly note?: Load<FormatNoteProps>
}

/** The props of a component that draws labelled values. */
export interface FactsProps {
  readonly model: PageModel
  readonly facts: readonly Fact[]
}

export interface BlockProps {
  readonly model: PageModel
  /** The definition of the block's nested records. */
  readonly part: NestedResource
}

/** The props of a dialog's content over a list. */
export interface RecordDialogProps {
  readonly definition: ListResource
  readonly record: Row
}

export interface RecordDialog {
  readonly content: Load<RecordDialogProps>
  /** The link to the record's page, to the tab for the same work. */
  readonly link: { readonly label: string; readonly tab: string }
}

/** A block that the console draws itself: on a record's page, and in the dialog that a column opens. */
export interface BlockExtension {
  readonly block: Load<BlockProps>
  readonly dialog?: RecordDialog
}

export interface PageProps {
  readonly definition: ListResource
  /** The id from the address; missing on a list's page. */
  readonly id?: string
}

/** The props of a list's cell. react-admin's record context has the record, too. */
export interface CellProps {
  readonly definition: TableResource
  readonly record: Row
  /** The column's title. */
  readonly label: string
  /** The raw value from the record, and its text. */
  readonly value: unknown
  readonly text: string
}

/**
 * The props of a page's slot. It is inside react-admin's list context, and on a record's page inside its record
 * context.
 */
export interface SlotProps {
  readonly definition: ListResource
  /** The record of the page; missing on a list's page. */
  readonly record?: Row
}

/** A console's additions to the generic pages of a resource, by react-admin's names of the places. */
export interface SlotsExtension {
  /** Next to the list's buttons, next to its records, and in place of its empty text. */
  readonly list?: { readonly [Place in 'actions' | 'aside' | 'empty']?: Load<SlotProps> }
  /** Next to the record's buttons, and next to its blocks. */
  readonly show?: { readonly [Place in 'actions' | 'aside']?: Load<SlotProps> }
  /** Next to a form about a record, once it is found. */
  readonly form?: { readonly aside?: Load<SlotProps> }
}

export interface HistoryFacts {
  readonly detail: Row
  /** The answer of the source's read; `undefined` for a source without one. */
  readonly answer: unknown
  /** What is on record in this console, newest first. */
  readonly events: readonly HistoryEvent[]
}

/** One line of a record's history that a console's source adds. */
export interface SourceLine {
  /** Distinguishes the line from the others of its source. */
  readonly key: string
  /** ISO 8601; empty when the time is not recorded. */
  readonly at: string
  /** Empty when the person is not recorded. */
  readonly who: string
  /** What the line is about, as people filter by it: 'Documents'. */
  readonly kind: string
  readonly what: string
  readonly state?: { readonly text: string; readonly tone: Tone }
  readonly why: string
  /** The nested record that the line is about, where links from its state lead. */
  readonly about?: HistorySubject
  /**
   * The number of the event that this line confirms: both are one line, with the event's person and reason. An unknown
   * outcome is known then.
   */
  readonly confirms?: number
}

/** A nested record that a line of the history is about. */
export interface HistorySubject {
  /** The name of its definition. */
  readonly part: string
  readonly id: string
}

export interface HistorySource {
  /** Who keeps it: 'Bindery'. The record's own service has no label. */
  readonly label?: string
  /** The read of the definition that has it; the record's detail by default. */
  readonly read?: string
  readonly linesOf: (facts: HistoryFacts) => readonly SourceLine[]
}

/** Something to decide about a record. */
export interface Work {
  /** In a few words: 'a check to appeal'. */
  readonly text: string
  /**
   * The id of each part of it, or a word for it. A record that was finished is offered again for parts that it did not have
   * then. The gateway keeps them, so nothing personal is in them.
   */
  readonly parts: readonly string[]
  /** The tab of its page where that is done; the definition's `workTab` by default. */
  readonly tab?: string
}

interface WorkTools {
  /** Makes a further read of the definition, by its name. */
  readonly read: (name: string) => Promise<unknown>
  /** The person's: only what they may decide is work of theirs. */
  readonly permissions: Permissions
  /** Parts that do not count: they were left on purpose when the record was finished. */
  readonly leftThen?: readonly string[] | undefined
}

/**
 * What there is to decide about a record; true where that is not known, false when there is nothing.
 *
 * @param detail the detail call's answer
 */
export type HasWork = (detail: Row, tools: WorkTools) => boolean | Work | Promise<boolean | Work>

export interface BannerTextProps extends Pick<PageModel, 'definition' | 'record' | 'detail'> {
  /** The answers of the reads that the banner's evidence needs, by name. */
  readonly answers: Readonly<Record<string, unknown>>
  /** The declared text, which is drawn if the code of the own one fails to load, or throws. */
  readonly text: string
  /** The band while its text is not known. It is drawn until the code of the own text is there. */
  readonly waiting: ReactNode
  /** Draws the band with a text, in the declared tone by default. What draws no band leaves it out. */
  readonly draw: (text: string, tone?: Banner['tone']) => ReactNode
}

export interface RecordPageProps {
  readonly definition: ListResource
  readonly id: string
  readonly productName: string
}

/** A page below a record's page, for people who may read the record. */
export interface RecordPage {
  readonly resource: string
  /** One path segment below the record's address. */
  readonly path: string
  readonly title: string
  readonly page: Load<RecordPageProps>
}

/** A page at an address of its own. */
export interface ConsoleRoute {
  readonly path: `/${string}`
  /**
   * `public`: for everyone, without the header. `everyone`: for everyone, with the header once signed in. `signedIn`:
   * for people who are signed in.
   */
  readonly access: 'public' | 'everyone' | 'signedIn'
  readonly page: Load<object>
  /** For people with this permission only. */
  readonly permission?: string
  readonly menuLabel?: string
  /** The page's label in the menu below a person's initials, if it is about that person. */
  readonly personLink?: string
}

/** The code behind a kind of name. Without names of that kind the property may be left out. */
type Registered<Key extends string, Name extends string, Code> = [Name] extends [never]
  ? { readonly [K in Key]?: Readonly<Record<never, Code>> }
  : { readonly [K in Key]: { readonly [N in Name]: Code } }

/** The arrangement of the menu. A screen is named by its definition. */
export interface MenuArrangement {
  /** Headings with the screens below them, in order. Other screens come first. */
  readonly groups: readonly { readonly label: string; readonly screens: readonly string[] }[]
  /** Screens that are also in the top bar of a wide window, with their labels there. */
  readonly bar?: Readonly<Record<string, string>>
}

interface Additions {
  readonly menu?: MenuArrangement
  /** Words in constants that keep their capitals in a sentence. */
  readonly abbreviations?: readonly string[]
  readonly methods?: (context: MethodContext) => object
  /** Content for the slots of generic pages, by the name of the resource. */
  readonly slots?: Readonly<Record<string, SlotsExtension>>
  readonly recordPages?: readonly RecordPage[]
  /** Text that is more specific than that of a banner's definition, by the names of the resource and the banner. */
  readonly bannerTexts?: Readonly<Record<string, Readonly<Record<string, Load<BannerTextProps>>>>>
  /**
   * Whether a record has anything to decide, by the name of the resource. The queue passes over records without. Their code
   * loads with the first look.
   */
  readonly hasWork?: Readonly<Record<string, () => Promise<HasWork>>>
  /**
   * Whether each record that a list finds by its filters has something to decide, by the name of the resource with `hasWork`.
   * Any other list says how many are to do at most.
   */
  readonly hasOnlyWork?: Readonly<Record<string, (filter: Readonly<Record<string, unknown>>) => boolean>>
  /** Sources of records' histories, by the name of the resource. Their code loads with the first history. */
  readonly history?: Readonly<Record<string, () => Promise<readonly HistorySource[]>>>
  readonly routes?: readonly ConsoleRoute[]
}

type Coded = Pick<Names, 'format' | 'coercion' | 'cell' | 'input' | 'filter' | 'facts' | 'block' | 'page'>

/**
 * The code behind a console's registered names. A missing name, an extra name or a mismatched type does not compile.
 */
export type Extensions<N extends Coded> = Additions &
  Registered<'formats', N['format'], FormatExtension> &
  Registered<'coercions', N['coercion'], ConsoleCoercion> &
  Registered<'cells', N['cell'], Load<CellProps>> &
  Registered<'inputs', N['input'], Load<InputProps>> &
  Registered<'filters', N['filter'], Load<InputProps>> &
  Registered<'facts', N['facts'], Load<FactsProps>> &
  Registered<'blocks', N['block'], BlockExtension> &
  Registered<'pages', N['page'], Load<PageProps>>

export type AnyExtensions = Additions & Partial<Extensions<Names>>
