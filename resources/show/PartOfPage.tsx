import type { PartBlock as PartBlockDefinition } from '../../schemas/meta/show.ts'
import { PartBlock } from '../part/PartBlock.tsx'
import type { PageModel } from './pageModel.ts'

interface PartOfPageProps {
  readonly model: PageModel
  readonly block: PartBlockDefinition
}

/** The records of a part, under a heading of their own. */
export const PartOfPage = ({ model, block }: PartOfPageProps) => {
  const { definition, detail, record, permissions } = model
  const part = model.parts.find(({ name }) => name === block.part)
  return part === undefined ? null : (
    <div className="cs-block">
      <PartBlock
        parent={definition}
        part={part}
        detail={detail}
        record={record}
        permissions={permissions}
        widget={block.widget}
      />
    </div>
  )
}
