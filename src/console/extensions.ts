import type { ActionFlow } from '../actions/useActionFlow.ts'
import type { Permissions } from '../model/controlOf.ts'
import type { ListResource, NestedResource, ResolvedShow, TableResource } from '../../language/resource.ts'
import type { Row } from '../model/columns.ts'
import type { MethodContext } from '../../dataProvider/types.ts'
import type { Fact } from '../../language/show.ts'
import type { Names } from '../../language/registry.ts'
import type { ConsoleFormat } from '../format/consoleFormats.ts'
import type { InputProps, Load } from '../ui/registered.tsx'

/** Everything the pieces of a record's page are drawn from. */
export interface PageModel {
  readonly definition: ListResource
  readonly show: ResolvedShow
  /** The definitions whose records are parts of this one. */
  readonly parts: readonly NestedResource[]
  /** The detail call's answer. */
  readonly detail: Row
  /** The record by the fields of its list: what actions and reads are given. */
  readonly record: Row
  readonly permissions: Permissions
  readonly flow: ActionFlow
}

/** What is drawn below a value of a format: a warning about the record or item that the value belongs to. */
export interface FormatNoteProps {
  readonly item: unknown
}

/** A display format, and what is drawn below its values on a record's page. */
export interface FormatExtension extends ConsoleFormat {
  readonly note?: Load<FormatNoteProps>
}

/** What labelled values are drawn from. */
export interface FactsProps {
  readonly model: PageModel
  readonly facts: readonly Fact[]
}

/** What a block of a record's page is drawn from. */
export interface BlockProps {
  readonly model: PageModel
  /** The definition of the nested records that the block is about. */
  readonly part: NestedResource
}

/** What the content of a dialog over a list is drawn from. */
export interface RecordDialogProps {
  readonly definition: ListResource
  readonly record: Row
}

/** The content of a dialog that a column of a list opens. */
export interface RecordDialog {
  readonly content: Load<RecordDialogProps>
  /** The way to the record's page, to the tab on which the same is worked on. */
  readonly link: { readonly label: string; readonly tab: string }
}

/** A block that the console draws itself: on a record's page, and in a dialog where a column opens it. */
export interface BlockExtension {
  readonly block: Load<BlockProps>
  readonly dialog?: RecordDialog
}

/** What a page of the console's own is drawn from, in place of a generic one. */
export interface PageProps {
  readonly definition: ListResource
  /** The id as the address has it; none on a list's page. */
  readonly id?: string
}

/** What a cell of a list is drawn from. The record is in react-admin's record context, too. */
export interface CellProps {
  readonly definition: TableResource
  readonly record: Row
  /** The column's title. */
  readonly label: string
  /** The value as the record has it, and as text. */
  readonly value: unknown
  readonly text: string
}

/**
 * What a slot of a page is drawn from. react-admin's contexts are there too: that of the list, and on a record's page
 * that of the record.
 */
export interface SlotProps {
  readonly definition: ListResource
  /** The record of the page; none on a list's page. */
  readonly record?: Row
}

/** What a console draws on the generic pages of a resource, by react-admin's names of the places. */
export interface SlotsExtension {
  /** Next to the list's buttons, beside its records, and in place of its empty text. */
  readonly list?: { readonly [Place in 'actions' | 'aside' | 'empty']?: Load<SlotProps> }
  /** Next to the record's buttons, and beside its blocks. */
  readonly show?: { readonly [Place in 'actions' | 'aside']?: Load<SlotProps> }
}

/** What a page below a record's page is drawn from. */
export interface RecordPageProps {
  readonly definition: ListResource
  /** The id as the address has it. */
  readonly id: string
  /** What this installation calls itself. */
  readonly productName: string
}

/** A page below a record's page, for those who may read the record. */
export interface RecordPage {
  readonly resource: string
  /** One step below the record's address. */
  readonly path: string
  readonly title: string
  readonly page: Load<RecordPageProps>
}

/** A page at an address of its own. */
export interface ConsoleRoute {
  readonly path: `/${string}`
  /** For everyone without the header, for everyone with the header once signed in, or for people signed in. */
  readonly access: 'public' | 'everyone' | 'signedIn'
  readonly page: Load<object>
  /** Its label in the menu below a person's initials, where it is about them. */
  readonly personLink?: string
}

/** The code behind some names. Where the console has none of them there is nothing to say. */
type Registered<Key extends string, Name extends string, Code> = [Name] extends [never]
  ? { readonly [K in Key]?: Readonly<Record<never, Code>> }
  : { readonly [K in Key]: { readonly [N in Name]: Code } }

/** What a console adds besides the code behind its names. */
interface Additions {
  /** Words of constants that keep their capitals in a sentence. */
  readonly abbreviations?: readonly string[]
  /** Methods that the console adds to the data provider. */
  readonly methods?: (context: MethodContext) => object
  /** Pieces of the generic pages, by the name of the resource. */
  readonly slots?: Readonly<Record<string, SlotsExtension>>
  readonly recordPages?: readonly RecordPage[]
  readonly routes?: readonly ConsoleRoute[]
}

type Coded = Pick<Names, 'format' | 'cell' | 'input' | 'filter' | 'facts' | 'block' | 'page'>

/** The code behind a console's registered names: a missing name, a surplus one and a misfitting one do not compile. */
export type Extensions<N extends Coded> = Additions &
  Registered<'formats', N['format'], FormatExtension> &
  Registered<'cells', N['cell'], Load<CellProps>> &
  Registered<'inputs', N['input'], Load<InputProps>> &
  Registered<'filters', N['filter'], Load<InputProps>> &
  Registered<'facts', N['facts'], Load<FactsProps>> &
  Registered<'blocks', N['block'], BlockExtension> &
  Registered<'pages', N['page'], Load<PageProps>>

/** The same of any console. */
export type AnyExtensions = Additions & Partial<Extensions<Names>>
