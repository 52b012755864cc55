import type { Resource } from '../../language/resource.ts'
import { filledText } from '../model/columns.ts'
import type { ShownResult } from './useActionFlow.ts'
import { Drawer } from '../ui/Drawer.tsx'
import { ResultFacts } from '../values/ResultFacts.tsx'

interface ResultDrawerProps {
  readonly definition: Resource
  readonly shown: ShownResult
  readonly onClose: () => void
}

/** Shows an action's answer about its record in a drawer next to the list. */
export const ResultDrawer = ({ definition, shown: { result, record, answer }, onClose }: ResultDrawerProps) => (
  <Drawer title={filledText(definition)(result.title, record)} onClose={onClose}>
    <ResultFacts result={result} answer={answer} />
  </Drawer>
)
