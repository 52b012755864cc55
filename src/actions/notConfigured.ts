/** Why an action that this environment cannot serve is there and cannot be used. */
export const NOT_CONFIGURED = 'Not configured for this environment'

/**
 * How an operation that is off stands among what a person may do: screens are given both as one list. No permission is
 * written this way.
 */
export const notConfiguredMark = (operationId: string): string => `not-configured:${operationId}`
