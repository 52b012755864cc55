import type { ReactNode } from 'react'
import type { Fact, FieldsBlock as FieldsBlockDefinition } from '../../language/show.ts'
import { isGiven } from '../../language/unreadable.ts'
import type { FactsProps, PageModel } from '../console/extensions.ts'
import { installedConsole } from '../console/installedConsole.tsx'
import { FactLine, Facts } from '../ui/Facts.tsx'
import { FactValue } from '../values/FactValue.tsx'

interface FactListProps extends FactsProps {
  /** Draws a note next to a value. */
  readonly noteOf?: (fact: Fact) => ReactNode
}

/** Labelled values, in as many columns as fit. */
export const FactList = ({ model, facts, noteOf }: FactListProps) => (
  <Facts kind="columns" data-explain={`${model.definition.name}.show`}>
    {facts.map((fact) => (
      <FactLine key={fact.label} label={fact.label}>
        <FactValue model={model} fact={fact} place={fact.path} />
        {noteOf?.(fact)}
      </FactLine>
    ))}
  </Facts>
)

interface FieldsBlockProps {
  readonly model: PageModel
  readonly block: FieldsBlockDefinition
}

/** Labelled values under a heading. The console's own component draws them where the block names one. */
export const FieldsBlock = ({ model, block: { exists, facts, widget } }: FieldsBlockProps) => {
  if (exists !== undefined && ![exists].flat().some((place) => isGiven(model.detail, place))) {
    return <p className="cs-note">Not provided</p>
  }
  const List = widget === undefined ? FactList : (installedConsole().facts[widget]?.Own ?? FactList)
  return <List model={model} facts={facts} />
}
