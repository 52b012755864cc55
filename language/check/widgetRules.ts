import { blocksOf } from './pageBlocks.ts'
import { entriesOf, joinNames, type Rule } from './problem.ts'

/** What a widget reads of the record's definition beside its detail. */
const readBy: Readonly<Partial<Record<string, readonly string[]>>> = {
  customerRequests: [],
  verification: ['verification'],
  documents: ['verification'],
}

/** A widget finds the reads that it is drawn from. */
const widgetsRead: Rule = ({ name, list, show, reads }) => {
  const declared = entriesOf(reads).map(([read]) => read)
  const placed = [
    ...list.columns.flatMap((column) =>
      typeof column === 'string' || column.view === undefined
        ? []
        : [[`list.columns.${column.id ?? column.field ?? '?'}.view`, column.view.widget] as const],
    ),
    ...(show === undefined ? [] : blocksOf(show)).flatMap(({ where, block }) =>
      block.kind === 'part' && block.widget !== undefined
        ? [[`show.${where}.${block.part}`, block.widget] as const]
        : [],
    ),
  ]
  return placed.flatMap(([where, widget]) =>
    (readBy[widget] ?? [])
      .filter((read) => !declared.includes(read))
      .map((read) => ({
        where: `${name}.${where}`,
        message: `draws '${widget}', which needs the read '${read}'; declared are: ${joinNames(declared)}`,
      })),
  )
}

/** Rules about the drawings that no table can be. */
export const widgetRules: readonly Rule[] = [widgetsRead]
