import type { FormResource } from '../../language/resource.ts'
import { fillTemplate } from '../../language/template.ts'
import type { ShownResult } from '../actions/useResult.ts'
import { ResultFacts } from '../result/ResultFacts.tsx'

interface FormResultProps {
  readonly definition: FormResource
  readonly shown: ShownResult | undefined
}

/** What the call answered, below its form; read out when it comes. */
export const FormResult = ({ definition, shown }: FormResultProps) =>
  definition.actions['submit']?.result === undefined ? null : (
    <div className="cs-form-result" aria-live="polite">
      {shown !== undefined && (
        <>
          <h3>{fillTemplate(shown.result.title, shown.record)}</h3>
          <ResultFacts result={shown.result} answer={shown.answer} />
        </>
      )}
    </div>
  )
