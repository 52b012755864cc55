import { useShell } from '../ShellContext.ts'

/** Names the environment; production is unmarked. */
export const EnvironmentBadge = () => {
  const { environment } = useShell().config
  return environment === 'prod' ? null : (
    <span className="cs-environment" title={`Environment: ${environment}`}>
      <span className="cs-visually-hidden">Environment: </span>
      {environment}
    </span>
  )
}
